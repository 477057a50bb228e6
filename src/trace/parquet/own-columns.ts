import type { SchemaElement } from 'hyparquet';
import type { TraceHead } from '../trace.ts';

/** Where a trace in Parquet has its head: the same text that is the first line of one in JSON lines. */
export const HEAD_KEY = 'tidemark/trace';

export const TIME: SchemaElement = {
  name: 'time',
  type: 'INT64',
  repetition_type: 'REQUIRED',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
};

/** A row is an event where this holds one, in JSON as a line of the other format, and a sample where it is null. */
export const EVENT: SchemaElement = {
  name: 'event',
  type: 'BYTE_ARRAY',
  repetition_type: 'OPTIONAL',
  converted_type: 'UTF8',
};

/** The names of a trace's columns: of the quantity, and those that come again with their number. */
export function columnNames({ columns }: TraceHead): string[] {
  return columns.map(({ quantity }, at) => {
    const before = columns.slice(0, at).filter((other) => other.quantity === quantity).length;
    return before === 0 ? quantity : `${quantity}_${before + 1}`;
  });
}
