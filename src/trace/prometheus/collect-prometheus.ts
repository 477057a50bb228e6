import { Faults } from '../reading/faults.ts';
import { jsonDocuments } from '../reading/json-documents.ts';
import type { ReadSettings } from '../reading/reading.ts';
import type { Source } from '../reading/source.ts';
import type { Collected } from '../series/read-series.ts';
import { MatrixSeries } from './matrix-series.ts';

/** What Prometheus answers to a query over a range, or several such answers one after another or in an array. */
export async function collectPrometheus(source: Source, settings: ReadSettings): Promise<Collected> {
  const faults = new Faults(settings.name, settings.strict);
  const matrix = new MatrixSeries(settings.name, faults);
  const documents = jsonDocuments(source.pieces(), settings.name, SERIES_AT);
  for await (const { value, line, isPart, goesOn } of documents) {
    if (isPart) matrix.addSeries(value, line, goesOn);
    else matrix.add(value, line);
  }
  const { series, warnings } = matrix;
  return { series: series(), notes: warnings, skipped: faults.counts };
}

/** Series are objects of the list `result` of the object `data` of an answer. */
const SERIES_AT = 3;

/** Whether a text begins as such an answer does, in whatever order its fields are. */
export function isPrometheus(opening: string): boolean {
  return (
    /^\s*(?:\[\s*)?\{/.test(opening) &&
    (/"resultType"\s*:\s*"/.test(opening) ||
      /"status"\s*:\s*"error"\s*,\s*"error(?:Type)?"\s*:/.test(opening) ||
      // Where fields are sorted, what kind of result it is stands behind it.
      /"data"\s*:\s*\{\s*"result"\s*:\s*\[\s*\{\s*"metric"\s*:/.test(opening))
  );
}
