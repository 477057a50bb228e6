import { SECOND_MS } from '../../facts/index.ts';
import { problem } from '../../problem/index.ts';
import { NEGATIVE, UNREADABLE } from '../csv/values/number.ts';
import { Faults } from '../reading/faults.ts';
import { jsonDocuments } from '../reading/json-documents.ts';
import type { ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import type { CollectedSeries } from '../series/read-series.ts';
import { plainName } from '../series/series-name.ts';
import { SeriesSamples } from '../series/series-samples.ts';

type Row = Readonly<Record<string, unknown>>;

/** Reads the rows of a NRQL query with TIMESERIES, as NerdGraph answers or as `newrelic nrql query` prints them. */
export async function collectNewRelic(source: ByteSource, settings: ReadSettings): Promise<CollectedSeries> {
  const file = settings.name;
  const faults = new Faults(file, settings.strict);
  const samples = new SeriesSamples(faults);
  for await (const { value, line } of jsonDocuments(source.pieces(), file)) {
    const rows = rowsIn(value);
    if (rows.length === 0)
      throw problem({ file, line }, 'there is no row with beginTimeSeconds', 'add TIMESERIES to the query');
    for (const row of rows) takeRow(row, samples, () => line);
  }
  return { series: samples.series(), notes: [], skipped: faults.counts };
}

export function isNewRelic(opening: string): boolean {
  return /^\s*(?:\[\s*)?\{/.test(opening) && /"beginTimeSeconds"\s*:/.test(opening);
}

function takeRow(row: Row, samples: SeriesSamples, line: () => number): void {
  const { beginTimeSeconds, endTimeSeconds: _, facet, ...fields } = row;
  if (typeof beginTimeSeconds !== 'number') return;
  const labels = facet === undefined || facet === null ? {} : { facet: [facet].flat().join(', ') };
  for (const [field, value] of Object.entries(fields)) {
    if (typeof value !== 'number' && value !== null) continue;
    const target = samples.of({ ...plainName(field), labels });
    samples.add(target, beginTimeSeconds * SECOND_MS, numberOf(value), line);
  }
}

function numberOf(value: number | null): number {
  if (value === null) return Number.NaN;
  return Number.isFinite(value) ? (value < 0 ? NEGATIVE : value) : UNREADABLE;
}

/** Answers of NerdGraph nest the rows of each query several objects deep. */
function rowsIn(value: unknown): Row[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('beginTimeSeconds' in value) return [value as Row];
  return Object.values(value).flatMap(rowsIn);
}
