import { Faults } from '../csv/faults.ts';
import { jsonDocuments } from '../json-documents.ts';
import { AURORA, RDS } from '../presets/aws.ts';
import type { Reading, ReadSettings } from '../reading.ts';
import { readSeries } from '../series/read-series.ts';
import type { Source } from '../source.ts';
import { MetricSeries } from './metric-series.ts';

/** What `aws cloudwatch get-metric-data` or `get-metric-statistics` answers, page after page. */
export async function readCloudWatch(source: Source, settings: ReadSettings): Promise<Reading> {
  const faults = new Faults(settings.name, settings.strict);
  const metrics = new MetricSeries(settings.name, faults);
  for await (const { value, line } of jsonDocuments(source.pieces(), settings.name)) metrics.add(value, line);
  const collected = { series: metrics.series(), notes: metrics.notes(), skipped: faults.counts };
  return readSeries(collected, [RDS, AURORA], settings);
}

/** Whether a text begins as such an answer does, in whatever order its fields are. */
export function isCloudWatch(opening: string): boolean {
  return (
    /^\s*(?:\[\s*)?\{/.test(opening) &&
    (/"MetricDataResults"\s*:\s*\[/.test(opening) || /"Datapoints"\s*:\s*\[/.test(opening))
  );
}
