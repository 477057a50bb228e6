import { Faults } from '../reading/faults.ts';
import { jsonDocuments } from '../reading/json-documents.ts';
import type { ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import type { CollectedSeries } from '../series/read-series.ts';
import { MetricCollector } from './metric-series.ts';

/** Reads the answers of `aws cloudwatch get-metric-data` or `get-metric-statistics`, one page after another. */
export async function collectCloudWatch(
  source: ByteSource,
  settings: ReadSettings,
): Promise<CollectedSeries> {
  const faults = new Faults(settings.name, settings.strict);
  const metrics = new MetricCollector(settings.name, faults);
  for await (const { value, line } of jsonDocuments(source.pieces(), settings.name)) metrics.add(value, line);
  return { series: metrics.series(), notes: metrics.notes(), skipped: faults.counts };
}

/** Whether a text starts like such an answer, with its fields in any order. */
export function isCloudWatch(opening: string): boolean {
  return (
    /^\s*(?:\[\s*)?\{/.test(opening) &&
    (/"MetricDataResults"\s*:\s*\[/.test(opening) || /"Datapoints"\s*:\s*\[/.test(opening))
  );
}
