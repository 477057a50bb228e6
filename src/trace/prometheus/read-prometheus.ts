import { Faults } from '../csv/faults.ts';
import { jsonDocuments } from '../json-documents.ts';
import { PRESETS } from '../presets/presets.ts';
import type { Reading, ReadSettings } from '../reading.ts';
import { readSeries } from '../series/read-series.ts';
import type { Source } from '../source.ts';
import { MatrixSeries } from './matrix-series.ts';

/** What Prometheus answers to a query over a range, or several such answers one after another or in an array. */
export async function readPrometheus(source: Source, settings: ReadSettings): Promise<Reading> {
  const faults = new Faults(settings.name, settings.strict);
  const matrix = new MatrixSeries(settings.name, faults);
  for await (const { value, line } of jsonDocuments(source.pieces(), settings.name)) matrix.add(value, line);
  const { series, warnings } = matrix;
  const collected = { series: series(), notes: warnings, skipped: faults.counts };
  return readSeries(collected, PRESETS, settings);
}

/** Whether a text begins as such an answer does, in whatever order its fields are. */
export function isPrometheus(opening: string): boolean {
  return (
    /^\s*(?:\[\s*)?\{\s*"status"\s*:\s*"(?:success|error)"[^[]*"(?:resultType|error|errorType)"\s*:/.test(
      opening,
    ) || /^\s*(?:\[\s*)?\{\s*"data"\s*:\s*\{\s*"result(?:Type)?"\s*:/.test(opening)
  );
}
