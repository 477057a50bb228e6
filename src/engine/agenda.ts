import { invariant } from '../problem/index.ts';

/** A place in the agenda that is set again and again: its rank, kind and subject stay the same. */
export type Slot = number;

/**
 * What happens next, ordered by (time, rank, sequence). Times are whole milliseconds. Among events of one instant the
 * rank decides, and among those of one rank the order in which they were set. It is an indexed binary heap: setting a
 * slot that is set already moves it.
 */
export class Agenda {
  /** When the event that was taken last was due: the present of all whose events these are. */
  nowMs = 0;
  /** What is due from here on is not done yet. */
  untilMs = 0;
  private time = new Float64Array(64);
  private sequence = new Float64Array(64);
  private rank = new Uint8Array(64);
  private kinds = new Uint8Array(64);
  private subjects = new Int32Array(64);
  /** Where a slot stands in the heap; -1: it is not set. */
  private place = new Int32Array(64).fill(-1);
  private heap = new Int32Array(64);
  private size = 0;
  /**
   * The event taken last has left a hole at the root. What is set next fills it: most events set another, and that
   * costs one way through the heap instead of two.
   */
  private hasHole = false;
  private slots = 0;
  private nextSequence = 0;

  slot(rank: number, kind: number, subject: number): Slot {
    if (this.slots === this.time.length) this.grow();
    const slot = this.slots++;
    this.rank[slot] = rank;
    this.kinds[slot] = kind;
    this.subjects[slot] = subject;
    return slot;
  }

  kindOf(slot: Slot): number {
    return this.kinds[slot] as number;
  }

  subjectOf(slot: Slot): number {
    return this.subjects[slot] as number;
  }

  /** Sets a slot; in the order given, where that was asked for before. */
  set(slot: Slot, atMs: number, order = this.order()): void {
    if (atMs === Number.POSITIVE_INFINITY) {
      this.clear(slot);
      return;
    }
    const wasSet = this.isSet(slot);
    if (wasSet) this.closeHole();
    this.time[slot] = atMs;
    this.sequence[slot] = order;
    if (wasSet) {
      this.rise(this.place[slot] as number, slot);
      this.sink(this.place[slot] as number, slot);
    } else if (this.hasHole) {
      this.hasHole = false;
      this.sink(0, slot);
    } else {
      this.rise(this.size++, slot);
    }
  }

  clear(slot: Slot): void {
    if ((this.place[slot] as number) < 0) return;
    this.closeHole();
    const place = this.place[slot] as number;
    this.place[slot] = -1;
    this.size--;
    if (place === this.size) return;
    const last = this.heap[this.size] as number;
    this.rise(place, last);
    this.sink(this.place[last] as number, last);
  }

  isSet(slot: Slot): boolean {
    return (this.place[slot] as number) >= 0;
  }

  timeOf(slot: Slot): number {
    return this.isSet(slot) ? (this.time[slot] as number) : Number.POSITIVE_INFINITY;
  }

  /** When the next event is due; Infinity where there is none. */
  nextMs(): number {
    this.closeHole();
    return this.size === 0 ? Number.POSITIVE_INFINITY : (this.time[this.heap[0] as number] as number);
  }

  /** When the event after the next one is due; Infinity where there is none. */
  secondMs(): number {
    this.closeHole();
    const timeAt = (place: number) =>
      place < this.size ? (this.time[this.heap[place] as number] as number) : Number.POSITIVE_INFINITY;
    return Math.min(timeAt(1), timeAt(2));
  }

  /** The slot of the next event, where there is one. */
  next(): Slot {
    this.closeHole();
    return this.heap[0] as number;
  }

  /** A place in the order of setting, for a slot that will be set later. */
  order(): number {
    return this.nextSequence++;
  }

  /** Nothing else is due up to an instant, and the run goes on beyond it. */
  isFree(atMs: number): boolean {
    return atMs < this.nextMs() && atMs < this.untilMs;
  }

  /** Takes the next event out and gives its slot. */
  take(): Slot {
    this.closeHole();
    invariant(this.size > 0, 'an event is taken only from an agenda that has one');
    const slot = this.heap[0] as number;
    const atMs = this.time[slot] as number;
    invariant(atMs >= this.nowMs, 'time never runs backwards');
    this.nowMs = atMs;
    this.place[slot] = -1;
    this.hasHole = true;
    return slot;
  }

  private closeHole(): void {
    if (!this.hasHole) return;
    this.hasHole = false;
    this.size--;
    if (this.size > 0) this.sink(0, this.heap[this.size] as number);
  }

  private before(a: Slot, b: Slot): boolean {
    const at = this.time[a] as number;
    const bt = this.time[b] as number;
    if (at !== bt) return at < bt;
    const ar = this.rank[a] as number;
    const br = this.rank[b] as number;
    if (ar !== br) return ar < br;
    return (this.sequence[a] as number) < (this.sequence[b] as number);
  }

  private rise(from: number, slot: Slot): void {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      const above = this.heap[parent] as number;
      if (!this.before(slot, above)) break;
      this.heap[place] = above;
      this.place[above] = place;
      place = parent;
    }
    this.heap[place] = slot;
    this.place[slot] = place;
  }

  private sink(from: number, slot: Slot): void {
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.before(this.heap[child + 1] as number, this.heap[child] as number))
        child++;
      const below = this.heap[child] as number;
      if (!this.before(below, slot)) break;
      this.heap[place] = below;
      this.place[below] = place;
      place = child;
    }
    this.heap[place] = slot;
    this.place[slot] = place;
  }

  private grow(): void {
    const length = 2 * this.time.length;
    this.time = copied(new Float64Array(length), this.time);
    this.sequence = copied(new Float64Array(length), this.sequence);
    this.rank = copied(new Uint8Array(length), this.rank);
    this.kinds = copied(new Uint8Array(length), this.kinds);
    this.subjects = copied(new Int32Array(length), this.subjects);
    this.place = copied(new Int32Array(length).fill(-1), this.place);
    this.heap = copied(new Int32Array(length), this.heap);
  }
}

function copied<A extends { set(from: A): void }>(to: A, from: A): A {
  to.set(from);
  return to;
}
