import { Faults } from '../reading/faults.ts';
import { jsonDocuments } from '../reading/json-documents.ts';
import type { ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import type { CollectedSeries } from '../series/read-series.ts';
import { MatrixSeries } from './matrix-series.ts';

/** Reads answers of Prometheus to range queries, one after another or in an array. */
export async function collectPrometheus(
  source: ByteSource,
  settings: ReadSettings,
): Promise<CollectedSeries> {
  const faults = new Faults(settings.name, settings.strict);
  const matrix = new MatrixSeries(settings.name, faults);
  const documents = jsonDocuments(source.pieces(), settings.name, SERIES_AT);
  for await (const { value, line, isPart, isContinued } of documents) {
    if (isPart) matrix.addSeries(value, line, isContinued);
    else matrix.add(value, line);
  }
  const { series, warnings } = matrix;
  return { series: series(), notes: warnings, skipped: faults.counts };
}

/** Series are objects in the list `result` within `data`, three levels deep. */
const SERIES_AT = 3;

/** Whether a text starts like such an answer, with its fields in any order. */
export function isPrometheus(opening: string): boolean {
  return (
    /^\s*(?:\[\s*)?\{/.test(opening) &&
    (/"resultType"\s*:\s*"/.test(opening) ||
      /"status"\s*:\s*"error"\s*,\s*"error(?:Type)?"\s*:/.test(opening) ||
      // With sorted fields, the type of the result comes after the result.
      /"data"\s*:\s*\{\s*"result"\s*:\s*\[\s*\{\s*"metric"\s*:/.test(opening))
  );
}
