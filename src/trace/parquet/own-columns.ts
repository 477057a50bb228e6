import type { SchemaElement } from 'hyparquet';
import type { TraceHead } from '../trace.ts';

/** The key of the metadata that has the head of a trace: the same text as the first line in JSON lines. */
export const HEAD_KEY = 'tidemark/trace';

export const TIME: SchemaElement = {
  name: 'time',
  type: 'INT64',
  repetition_type: 'REQUIRED',
  converted_type: 'TIMESTAMP_MILLIS',
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
};

/** Holds an event, as a line of JSON lines. A row in which it is null is a sample. */
export const EVENT_COLUMN: SchemaElement = {
  name: 'event',
  type: 'BYTE_ARRAY',
  repetition_type: 'OPTIONAL',
  converted_type: 'UTF8',
};

/** The names of the columns of a trace: the quantity, with a number if it repeats. */
export function columnNames({ columns }: TraceHead): string[] {
  return columns.map(({ quantity }, at) => {
    const before = columns.slice(0, at).filter((other) => other.quantity === quantity).length;
    return before === 0 ? quantity : `${quantity}_${before + 1}`;
  });
}
