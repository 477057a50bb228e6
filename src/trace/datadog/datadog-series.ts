import { z } from 'zod';
import { problem } from '../../problem/index.ts';
import { NEGATIVE, UNREADABLE } from '../csv/values/number.ts';
import { Faults } from '../reading/faults.ts';
import { jsonDocuments } from '../reading/json-documents.ts';
import type { ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import type { CollectedSeries } from '../series/read-series.ts';
import { labelsOfTags } from '../series/series-name.ts';
import { SeriesSamples } from '../series/series-samples.ts';
import { statisticOf } from './statistic.ts';

const answerSchema = z.looseObject({
  series: z.array(
    z.looseObject({
      metric: z.string(),
      aggr: z.string().nullish(),
      scope: z.string().nullish(),
      tag_set: z.array(z.string()).nullish(),
      pointlist: z.array(z.tuple([z.number(), z.number().nullable()])),
    }),
  ),
});

/** Reads answers of Datadog's API to queries of points (`GET /api/v1/query`). */
export async function collectDatadog(source: ByteSource, settings: ReadSettings): Promise<CollectedSeries> {
  const file = settings.name;
  const faults = new Faults(file, settings.strict);
  const samples = new SeriesSamples(faults);
  for await (const { value, line } of jsonDocuments(source.pieces(), file)) {
    const checked = answerSchema.safeParse(value);
    if (!checked.success)
      throw problem(
        { file, line, field: checked.error.issues[0]?.path.join('.') ?? '' },
        "this is no answer of Datadog's /api/v1/query",
        'export its answer, and do not edit it by hand',
      );
    for (const { metric, aggr, scope, tag_set, pointlist } of checked.data.series) {
      const labels = labelsOfTags([...(scope ?? '').split(','), ...(tag_set ?? [])]);
      const target = samples.of({ name: metric, labels, statistic: statisticOf(aggr ?? '') });
      for (const [ms, number] of pointlist) samples.add(target, ms, numberOf(number), () => line);
    }
  }
  return { series: samples.series(), notes: [], skipped: faults.counts };
}

export function isDatadog(opening: string): boolean {
  return /^\s*\{/.test(opening) && /"series"\s*:\s*\[/.test(opening) && /"pointlist"\s*:\s*\[/.test(opening);
}

function numberOf(value: number | null): number {
  if (value === null) return Number.NaN;
  return Number.isFinite(value) ? (value < 0 ? NEGATIVE : value) : UNREADABLE;
}
