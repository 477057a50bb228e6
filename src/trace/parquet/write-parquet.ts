import { eventLine } from '../json-lines/json-lines-event.ts';
import { headLine } from '../json-lines/json-lines-head.ts';
import type { TraceChunk, TraceStream } from '../trace.ts';
import type { TraceEvent } from '../trace-event.ts';
import { columnNames, EVENT_COLUMN, HEAD_KEY, TIME } from './own-columns.ts';
import { ParquetPieces } from './parquet-pieces.ts';

/** How many rows are in memory at a time, for writers and readers. */
const GROUP_ROWS = 1 << 17;

/** Writes a trace as Parquet: the head as metadata, and a row for each sample and event in the order of time. */
export async function* parquet(
  { head, chunks }: TraceStream,
  groupRows = GROUP_ROWS,
): AsyncGenerator<Uint8Array> {
  const names = columnNames(head);
  const pieces = new ParquetPieces(
    [
      TIME,
      ...names.map((name) => ({ name, type: 'DOUBLE' as const, repetition_type: 'OPTIONAL' as const })),
      EVENT_COLUMN,
    ],
    [{ key: HEAD_KEY, value: headLine(head) }],
  );
  let group = new Group(names);
  for await (const chunk of chunks) {
    group.add(chunk);
    if (group.size < groupRows) continue;
    yield pieces.group(group.columnData(), group.size);
    group = new Group(names);
  }
  if (group.size > 0) yield pieces.group(group.columnData(), group.size);
  yield pieces.end();
}

/** The rows of one row group: samples and events in the order of time. */
class Group {
  readonly #names: readonly string[];
  readonly #times: bigint[] = [];
  readonly #values: (number | null)[][];
  readonly #events: (string | null)[] = [];

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#values = names.map(() => []);
  }

  get size(): number {
    return this.#times.length;
  }

  add({ times, values, events }: TraceChunk): void {
    let next = 0;
    for (let row = 0; row < times.length; row++) {
      const time = times[row] as number;
      for (let event = events[next]; event !== undefined && event.atMs < time; event = events[++next])
        this.#addEvent(event);
      this.#times.push(BigInt(time));
      for (const [at, column] of values.entries()) {
        const value = column[row] as number;
        this.#values[at]?.push(Number.isFinite(value) ? value : null);
      }
      this.#events.push(null);
    }
    for (const event of events.slice(next)) this.#addEvent(event);
  }

  #addEvent(event: TraceEvent): void {
    this.#times.push(BigInt(event.atMs));
    for (const column of this.#values) column.push(null);
    this.#events.push(eventLine(event).trimEnd());
  }

  columnData() {
    return [
      { name: TIME.name, data: this.#times },
      // A dictionary would merge 0 and -0.
      ...this.#names.map((name, at) => ({ name, data: this.#values[at] ?? [], encoding: 'PLAIN' as const })),
      { name: EVENT_COLUMN.name, data: this.#events },
    ];
  }
}
