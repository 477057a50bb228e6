import type { TraceChunk } from '../trace.ts';
import type { TraceEvent } from '../trace-event.ts';

/** Builds a chunk from rows and from the events between them. */
export class Rows {
  private readonly capacity: number;
  private readonly times: Float64Array;
  private readonly values: readonly Float64Array[];
  private count = 0;
  private events: TraceEvent[] = [];

  constructor(columns: number, capacity: number) {
    this.capacity = capacity;
    this.times = new Float64Array(capacity);
    this.values = Array.from({ length: columns }, () => new Float64Array(capacity));
  }

  get isFull(): boolean {
    return this.count === this.capacity || this.events.length >= this.capacity;
  }

  /** Starts a row and returns its index, for `put`. */
  add(time: number): number {
    this.times[this.count] = time;
    return this.count++;
  }

  /** Starts a row whose values are all unknown. */
  addUnknown(time: number): number {
    const row = this.add(time);
    for (const column of this.values) column[row] = Number.NaN;
    return row;
  }

  put(column: number, row: number, value: number): void {
    (this.values[column] as Float64Array)[row] = value;
  }

  addEvents(events: readonly TraceEvent[]): void {
    for (const event of events) this.events.push(event);
  }

  /** Returns all rows so far and the events before an instant. Later events have to wait for the rows between. */
  *chunk(beforeMs: number): Generator<TraceChunk> {
    const { count, events } = this;
    let early = 0;
    while (early < events.length && (events[early] as TraceEvent).atMs < beforeMs) early++;
    if (count === 0 && early === 0) return;
    const made = {
      times: this.times.slice(0, count),
      values: this.values.map((column) => column.slice(0, count)),
      events: events.slice(0, early),
    };
    this.events = events.slice(early);
    this.count = 0;
    yield made;
  }
}
