import { z } from 'zod';
import { type Place, problem } from '../../problem/index.ts';
import { isZone } from '../../workload/index.ts';
import { QUANTITY_NAMES } from '../quantity.ts';
import type { ReadSettings } from '../reading/reading.ts';
import type { TraceHead } from '../trace.ts';

const SCHEMA = 'tidemark/trace';
const VERSION = 1;

const headSchema = z.strictObject({
  schema: z.literal(SCHEMA),
  version: z.literal(VERSION),
  name: z.string(),
  timezone: z.string().refine(isZone, 'no time zone'),
  stepMs: z.int().positive().nullable(),
  columns: z.array(
    z.strictObject({
      quantity: z.enum(QUANTITY_NAMES),
      statistic: z.enum(['average', 'maximum', 'point']),
      gap: z.enum(['unknown', 'zero', 'suspended']),
      source: z.string(),
    }),
  ),
});

/** The first line of a trace in tidemark's format. */
export function headLine({ name, timezone, stepMs, columns }: TraceHead): string {
  return JSON.stringify({ schema: SCHEMA, version: VERSION, name, timezone, stepMs, columns });
}

/** Reads the head of a trace in tidemark's format. `gap` of the settings replaces that of all columns. */
export function readHead(line: string, place: Place, { map, gap }: ReadSettings): TraceHead {
  const head = writtenHead(line, place);
  if (map.length > 0) throw problem(place, 'a trace of tidemark names its columns itself', 'leave ‹map› out');
  return gap === null ? head : { ...head, columns: head.columns.map((column) => ({ ...column, gap })) };
}

function writtenHead(line: string, place: Place): TraceHead {
  const value = plainData(line);
  if (typeof value !== 'object' || value === null || !('schema' in value) || value.schema !== SCHEMA)
    throw problem(
      place,
      'this is JSON, but no trace of tidemark',
      `the first line of one has "schema":"${SCHEMA}"; for anything else give CSV`,
    );
  const checked = headSchema.safeParse(value);
  if (checked.success) {
    const { name, timezone, stepMs, columns } = checked.data;
    return { name, timezone, stepMs, columns };
  }
  const fault = checked.error.issues[0];
  throw problem(
    { ...place, ...(fault === undefined ? {} : { field: fault.path.join('.') }) },
    `the head of the trace does not fit version ${VERSION}: ${fault?.message ?? ''}`,
    'see docs/traces.md for what it holds',
  );
}

function plainData(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
