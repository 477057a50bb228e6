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
  /** By place in the heap: when an event is due, and its slot. */
  private times = new Float64Array(64);
  private heap = new Int32Array(64);
  /** By slot: the rank and sequence of its event in one number that orders those of one instant. Most are never read. */
  private ties = new Float64Array(64);
  private rank = new Uint8Array(64);
  private kinds = new Uint8Array(64);
  private subjects = new Int32Array(64);
  /** Where a slot stands in the heap; -1: it is not set. */
  private place = new Int32Array(64).fill(-1);
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
    this.ties[slot] = tie;
    const place = this.place[slot] as number;
    if (place >= 0) {
      this.put(place, slot, atMs, tie);
    } else if (this.hasHole) {
      this.hasHole = false;
      this.sink(0, slot, atMs, tie);
    } else {
      this.rise(this.size++, slot, atMs, tie);
    }
  }

  clear(slot: Slot): void {
    const place = this.place[slot] as number;
    if (place < 0) return;
    this.place[slot] = -1;
    const last = --this.size;
    if (place < last) this.putLast(place, last);
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
    if (last > 0) this.putLast(0, last);
  }

  /** The event that was last in the heap goes to another place, and from there to its own. */
  private putLast(place: number, last: number): void {
    const slot = this.heap[last] as number;
    this.put(place, slot, this.times[last] as number, this.ties[slot] as number);
  }

  /** Puts an event in a place of the heap, from where it moves to its own. */
  private put(place: number, slot: Slot, atMs: number, tie: number): void {
    // Nothing goes up any more once it was moved down, and the other way round.
    if (this.rise(place, slot, atMs, tie) === place) this.sink(place, slot, atMs, tie);
  }

  /** Moves an event up to where it belongs, which is where it came to stand. Nothing rises into the hole. */
  private rise(from: number, slot: Slot, atMs: number, tie: number): number {
    const { times, ties, heap } = this;
    const top = this.hasHole ? 2 : 0;
    let at = from;
    while (at > top) {
      const parent = (at - 1) >> 1;
      const parentMs = times[parent] as number;
      if (parentMs < atMs) break;
      const other = heap[parent] as number;
      if (parentMs === atMs && (ties[other] as number) < tie) break;
      this.stand(at, other, parentMs);
      at = parent;
    }
    this.stand(at, slot, atMs);
    return at;
  }

  private sink(from: number, slot: Slot, atMs: number, tie: number): void {
    const { times, ties, heap, size } = this;
    let at = from;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      let childMs = times[child] as number;
      const right = child + 1;
      if (right < size) {
        const rightMs = times[right] as number;
        if (rightMs < childMs || (rightMs === childMs && this.comesBefore(right, child))) {
          child = right;
          childMs = rightMs;
        }
      }
      if (childMs > atMs) break;
      const other = heap[child] as number;
      if (childMs === atMs && (ties[other] as number) > tie) break;
      this.stand(at, other, childMs);
      at = child;
    }
    this.stand(at, slot, atMs);
  }

  private stand(at: number, slot: Slot, atMs: number): void {
    this.heap[at] = slot;
    this.times[at] = atMs;
    this.place[slot] = at;
  }

  /** Of two events of one instant, by their places in the heap. */
  private comesBefore(place: number, otherPlace: number): boolean {
    const { ties, heap } = this;
    return (ties[heap[place] as number] as number) < (ties[heap[otherPlace] as number] as number);
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

/** More than any run sets, and few enough that a rank and a sequence are one whole number. */
const SEQUENCES = 2 ** 48;

function copied<A extends { set(from: A): void }>(to: A, from: A): A {
  to.set(from);
  return to;
}
