import { invariant } from '../../problem/index.ts';

/** An event of the agenda that can be set many times, with the same rank, kind and subject. */
export type Slot = number;

/**
 * A queue of events, ordered by (time, rank, sequence). Times are whole milliseconds. At one instant the rank
 * decides. Within one rank the order of setting decides, unless the owner gives an order of its own. The agenda is an indexed binary heap, so setting a
 * slot that is already set moves it.
 */
export class Agenda {
  // Fields of times begin as NaN. If they began as small integers, V8 would discard all compiled code when they pass
  // 2^31 ms, on the 25th day.
  /** The time of the last event that was taken, which is the present of all owners of events. */
  nowMs = Number.NaN;
  /** The end of the current part of the run. Events from this time on are not handled yet. */
  untilMs = Number.NaN;
  /** Indexed by the place in the heap: the time of an event, and its slot. */
  private times = new Float64Array(64);
  private heap = new Int32Array(64);
  /**
   * Indexed by slot: rank and sequence in one number, which orders events of one instant. Most of these are
   * never read.
   */
  private ties = new Float64Array(64);
  private rank = new Uint8Array(64);
  private kinds = new Uint8Array(64);
  private subjects = new Int32Array(64);
  /** Indexed by slot: its place in the heap. -1: it is not set. */
  private place = new Int32Array(64).fill(-1);
  private size = 0;
  /**
   * Whether the last event taken has left a hole at the root, which the next event set will fill. Most events
   * set another one. Filling the hole takes one pass through the heap instead of two.
   */
  private hasHole = false;
  private slots = 0;
  private nextSequence = 0;

  constructor() {
    this.nowMs = 0;
    this.untilMs = 0;
  }

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

  /**
   * Sets a slot. `order` is a number from an earlier call of `order()`, or the next one. If all slots of a rank are set
   * with orders of their own, they come in that order.
   */
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

  /** The time of the next event. Infinity if there is none. */
  nextMs(): number {
    // The hole is left for the next event that is set.
    return this.hasHole ? this.belowRootMs() : this.timeAt(0);
  }

  /** The time of the event after the next one. Infinity if there is none. */
  secondMs(): number {
    this.closeHole();
    return this.belowRootMs();
  }

  /** The slot of the next event. The agenda must not be empty. */
  next(): Slot {
    this.closeHole();
    return this.heap[0] as number;
  }

  /** Returns the next number in the order of setting, for a slot that will be set later. */
  order(): number {
    return this.nextSequence++;
  }

  /** The number in the order of setting with which a slot was set last. */
  orderOf(slot: Slot): number {
    return (this.ties[slot] as number) - (this.rank[slot] as number) * SEQUENCES;
  }

  /** Skips the numbers below this one, because a fast path has used them. */
  skipOrders(below: number): void {
    this.nextSequence = below;
  }

  /** Whether no event is due up to a time, and the current part of the run extends beyond it. */
  isFree(atMs: number): boolean {
    return atMs < this.nextMs() && atMs < this.untilMs;
  }

  /** Removes the next event and returns its slot. */
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

  /** Moves the last event of the heap to another place, and from there to its own. */
  private putLast(place: number, last: number): void {
    const slot = this.heap[last] as number;
    this.put(place, slot, this.times[last] as number, this.ties[slot] as number);
  }

  /** Puts an event in a place of the heap, and moves it from there to its own. */
  private put(place: number, slot: Slot, atMs: number, tie: number): void {
    // An event that has risen need not sink.
    if (this.rise(place, slot, atMs, tie) === place) this.sink(place, slot, atMs, tie);
  }

  /** Moves an event up to its place, and returns that place. An event never rises into the hole. */
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

  /** Compares two events of one instant by their places in the heap. */
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

/** More than a run ever sets. Rank and sequence together still fit into a whole number without rounding. */
const SEQUENCES = 2 ** 48;

function copied<A extends { set(from: A): void }>(to: A, from: A): A {
  to.set(from);
  return to;
}
