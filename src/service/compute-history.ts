import type { StateEvent } from './computes/compute-events.ts';
import type { World } from './world/world.ts';

/** One compute keeps at most this many events. */
const MOST_PER_COMPUTE = 2000;

/** All computes together keep at most this many events, which take some 50 MB. */
const MOST_IN_ALL = 250_000;

/** The latest states and sizes of every compute, in memory. The state in an event holds until the next event. */
export class ComputeHistory {
  private readonly mostPerCompute: number;
  private readonly mostInAll: number;
  private readonly events = new Map<string, StateEvent[]>();
  private count = 0;

  constructor(mostPerCompute = MOST_PER_COMPUTE, mostInAll = MOST_IN_ALL) {
    this.mostPerCompute = mostPerCompute;
    this.mostInAll = mostInAll;
  }

  /** The events of a compute, oldest first. */
  of(computeId: string): readonly StateEvent[] {
    return this.events.get(computeId) ?? [];
  }

  /** Forgets everything, and begins with the computes of this world as they are now. */
  begin(world: World): void {
    this.events.clear();
    this.count = 0;
    for (const compute of world.computes.values()) this.add(compute.report.stateEvent('loaded'));
  }

  add(event: StateEvent): void {
    const { computeId } = event;
    if (event.state === null) {
      this.forget(computeId);
      return;
    }
    const known = this.events.get(computeId);
    if (known === undefined) this.events.set(computeId, [event]);
    else known.push(event);
    this.count++;
    if (known !== undefined && known.length > this.mostPerCompute) {
      known.shift();
      this.count--;
    }
    if (this.count > this.mostInAll) this.halveLongest();
  }

  /** Drops the events of a deleted compute, for which nobody can ask any more. */
  private forget(computeId: string): void {
    this.count -= this.of(computeId).length;
    this.events.delete(computeId);
  }

  /** Drops the oldest events of each compute that has more than half as many as the one with the most. */
  private halveLongest(): void {
    let longest = 0;
    for (const { length } of this.events.values()) longest = Math.max(longest, length);
    for (const events of this.events.values()) this.dropOldest(events, Math.floor(longest / 2));
  }

  private dropOldest(events: StateEvent[], kept: number): void {
    const dropped = Math.max(0, events.length - kept);
    events.splice(0, dropped);
    this.count -= dropped;
  }
}
