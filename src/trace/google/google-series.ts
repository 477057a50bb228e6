import { z } from 'zod';
import { problem } from '../../problem/index.ts';
import { NEGATIVE, UNREADABLE } from '../csv/values/number.ts';
import { Faults } from '../reading/faults.ts';
import { jsonDocuments } from '../reading/json-documents.ts';
import type { ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import type { CollectedSeries } from '../series/read-series.ts';
import type { MetricSeries } from '../series/series.ts';
import { SeriesSamples } from '../series/series-samples.ts';

const labels = z.record(z.string(), z.string()).default({});
const pageSchema = z.looseObject({
  timeSeries: z.array(
    z.looseObject({
      metric: z.looseObject({ type: z.string(), labels }),
      resource: z.looseObject({ labels }).default({ labels: {} }),
      metricKind: z.string().default('GAUGE'),
      points: z.array(
        z.looseObject({
          interval: z.looseObject({ startTime: z.string().optional(), endTime: z.string() }),
          value: z.looseObject({}),
        }),
      ),
    }),
  ),
});

/** Reads answers of `projects.timeSeries.list` of Google Cloud Monitoring, one page after another. */
export async function collectGoogle(source: ByteSource, settings: ReadSettings): Promise<CollectedSeries> {
  const file = settings.name;
  const faults = new Faults(file, settings.strict);
  const samples = new SeriesSamples(faults);
  for await (const { value, line } of jsonDocuments(source.pieces(), file)) {
    const checked = pageSchema.safeParse(value);
    if (!checked.success)
      throw problem(
        { file, line, field: checked.error.issues[0]?.path.join('.') ?? '' },
        'this is no answer of timeSeries.list',
        'export what GET https://monitoring.googleapis.com/v3/projects/PROJECT/timeSeries answers',
      );
    for (const { metric, resource, metricKind, points } of checked.data.timeSeries) {
      const target = samples.of({
        name: metric.type,
        labels: { ...resource.labels, ...metric.labels },
        statistic: null,
      });
      for (const { interval, value } of points) {
        // A count over an interval belongs to the start of the interval.
        const time = metricKind === 'DELTA' ? (interval.startTime ?? interval.endTime) : interval.endTime;
        const ms = Date.parse(time);
        if (Number.isNaN(ms)) faults.count('values without a time that can be read', () => line, metric.type);
        else samples.add(target, ms, numberOf(value), () => line);
      }
    }
  }
  const series = samples.series();
  const vcpus = reservedIn(series);
  const notes = vcpus === null ? [] : [`vCPU from cpu/reserved_cores: ${vcpus}`];
  return { series, notes, skipped: faults.counts, vcpus };
}

/** The number of cores. Null if it is unknown or changed during the time. */
function reservedIn(series: readonly MetricSeries[]): number | null {
  const cores = series.filter(({ name }) => name.endsWith('/cpu/reserved_cores'));
  const counts = new Set(cores.flatMap(({ values }) => [...values]));
  const [count] = counts;
  return counts.size === 1 && count !== undefined && count > 0 ? count : null;
}

export function isGoogle(opening: string): boolean {
  return (
    /^\s*(?:\[\s*)?\{/.test(opening) &&
    /"timeSeries"\s*:\s*\[/.test(opening) &&
    !/"beginTimeSeconds"/.test(opening)
  );
}

/** JSON has no 64-bit integers, so they come as strings. */
function numberOf({ doubleValue, int64Value }: Readonly<Record<string, unknown>>): number {
  const value = Number(doubleValue ?? int64Value ?? Number.NaN);
  if (Number.isNaN(value)) return UNREADABLE;
  return value < 0 ? NEGATIVE : value;
}
