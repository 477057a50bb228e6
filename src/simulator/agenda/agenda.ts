import { invariant } from '../../problem/index.ts';

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
  /** By place in the heap: when an event is due, and its rank and sequence in one number that orders them. */
  private times = new Float64Array(64);
  private ties = new Float64Array(64);
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
    if (this.slots === this.place.length) this.grow();
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
    const tie = (this.rank[slot] as number) * SEQUENCES + order;
    if (this.isSet(slot)) {
      this.closeHole();
      this.put(this.place[slot] as number, slot, atMs, tie);
    } else if (this.hasHole) {
      this.hasHole = false;
      this.sink(0, slot, atMs, tie);
    } else {
      this.rise(this.size++, slot, atMs, tie);
    }
  }

  clear(slot: Slot): void {
    if ((this.place[slot] as number) < 0) return;
    this.closeHole();
    const place = this.place[slot] as number;
    this.place[slot] = -1;
    this.size--;
    if (place === this.size) return;
    const { size } = this;
    this.put(place, this.heap[size] as number, this.times[size] as number, this.ties[size] as number);
  }

  isSet(slot: Slot): boolean {
    return (this.place[slot] as number) >= 0;
  }

  timeOf(slot: Slot): number {
    const place = this.place[slot] as number;
    return place < 0 ? Number.POSITIVE_INFINITY : (this.times[place] as number);
  }

  /** When the next event is due; Infinity where there is none. */
  nextMs(): number {
    // A hole stays for what is set next.
    return this.hasHole ? this.belowRootMs() : this.timeAt(0);
  }

  /** When the event after the next one is due; Infinity where there is none. */
  secondMs(): number {
    this.closeHole();
    return this.belowRootMs();
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
    const atMs = this.times[0] as number;
    invariant(atMs >= this.nowMs, 'time never runs backwards');
    this.nowMs = atMs;
    this.place[slot] = -1;
    this.hasHole = true;
    return slot;
  }

  private belowRootMs(): number {
    return Math.min(this.timeAt(1), this.timeAt(2));
  }

  private timeAt(place: number): number {
    return place < this.size ? (this.times[place] as number) : Number.POSITIVE_INFINITY;
  }

  private closeHole(): void {
    if (!this.hasHole) return;
    this.hasHole = false;
    const last = --this.size;
    if (last > 0)
      this.sink(0, this.heap[last] as number, this.times[last] as number, this.ties[last] as number);
  }

  /** Puts an event in a place of the heap, from where it moves to its own. */
  private put(place: number, slot: Slot, atMs: number, tie: number): void {
    const parent = (place - 1) >> 1;
    if (place > 0 && isBefore(atMs, tie, this.times[parent] as number, this.ties[parent] as number))
      this.rise(place, slot, atMs, tie);
    else this.sink(place, slot, atMs, tie);
  }

  private rise(from: number, slot: Slot, atMs: number, tie: number): void {
    const { times, ties } = this;
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!isBefore(atMs, tie, times[parent] as number, ties[parent] as number)) break;
      this.move(parent, place);
      place = parent;
    }
    this.write(place, slot, atMs, tie);
  }

  private sink(from: number, slot: Slot, atMs: number, tie: number): void {
    const { times, ties, size } = this;
    let place = from;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= size) break;
      let childMs = times[child] as number;
      let childTie = ties[child] as number;
      const other = child + 1;
      if (other < size && isBefore(times[other] as number, ties[other] as number, childMs, childTie)) {
        child = other;
        childMs = times[other] as number;
        childTie = ties[other] as number;
      }
      if (!isBefore(childMs, childTie, atMs, tie)) break;
      this.move(child, place);
      place = child;
    }
    this.write(place, slot, atMs, tie);
  }

  private move(from: number, to: number): void {
    this.write(to, this.heap[from] as number, this.times[from] as number, this.ties[from] as number);
  }

  private write(place: number, slot: Slot, atMs: number, tie: number): void {
    this.heap[place] = slot;
    this.times[place] = atMs;
    this.ties[place] = tie;
    this.place[slot] = place;
  }

  private grow(): void {
    const length = 2 * this.place.length;
    this.times = copied(new Float64Array(length), this.times);
    this.ties = copied(new Float64Array(length), this.ties);
    this.rank = copied(new Uint8Array(length), this.rank);
    this.kinds = copied(new Uint8Array(length), this.kinds);
    this.subjects = copied(new Int32Array(length), this.subjects);
    this.place = copied(new Int32Array(length).fill(-1), this.place);
    this.heap = copied(new Int32Array(length), this.heap);
  }
}

function isBefore(atMs: number, tie: number, otherMs: number, otherTie: number): boolean {
  return atMs < otherMs || (atMs === otherMs && tie < otherTie);
}

/** More than any run sets, and few enough that a rank and a sequence are one whole number. */
const SEQUENCES = 2 ** 48;

function copied<A extends { set(from: A): void }>(to: A, from: A): A {
  to.set(from);
  return to;
}
