import type { TraceChunk } from '../trace.ts';
import type { TraceEvent } from '../trace-event.ts';

/** Rows of a chunk that is being made, and the events that belong between them. */
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

  /** Begins a row: its values are then put to the place that this gives. */
  add(time: number): number {
    this.times[this.count] = time;
    return this.count++;
  }

  /** The same, of which no value is known so far. */
  addUnknown(time: number): number {
    const row = this.add(time);
    for (const column of this.values) column[row] = Number.NaN;
    return row;
  }

  put(column: number, row: number, value: number): void {
    (this.values[column] as Float64Array)[row] = value;
  }

  note(events: readonly TraceEvent[]): void {
    for (const event of events) this.events.push(event);
  }

  /** All rows so far, and the events of before an instant: later ones come after rows that are still to come. */
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
