import { z } from 'zod';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../facts/index.ts';
import { problem } from '../problem/index.ts';
import { durationText } from '../scenario/index.ts';
import { rangeQuery } from '../trace/index.ts';
import type { FoundCompute } from './found-compute.ts';
import type { CollectedSpan } from './metrics-source.ts';
import type { AskPrometheus } from './ports.ts';

/** So many computes are enough to find one that is awake, and few enough for an address. */
const COMPUTES_ASKED = 100;

/**
 * Throws a problem if the samples of the server are further apart than the steps to collect. A counter would then stand
 * still for some steps and grow at once in the next, as if all work came in bursts.
 */
export async function checkStep(
  ask: AskPrometheus,
  computes: readonly FoundCompute[],
  { fromMs, toMs, stepMs }: CollectedSpan,
): Promise<void> {
  const every = Math.ceil(computes.length / COMPUTES_ASKED);
  const ids = computes
    .filter((_, at) => at % every === 0)
    .map(({ endpointId }) => endpointId.replaceAll(/[^\w-]/g, '.'));
  const query = `max(count_over_time(host_cpu_seconds_total{endpoint_id=~"${ids.join('|')}"}[1h]))`;
  const counts = countsSchema.safeParse(await ask(rangeQuery(query, { fromMs, toMs }, HOUR_MS), query));
  const most = Math.max(
    0,
    ...(counts.data?.data.result ?? []).flatMap(({ values }) => values.map(([, count]) => Number(count))),
  );
  const intervalMs = HOUR_MS / most;
  if (most === 0 || intervalMs <= 1.5 * stepMs) return;
  const interval = durationText(usualStep(intervalMs));
  throw problem(
    { field: '--step' },
    `the server has a sample each ${interval}, so steps of ${durationText(stepMs)} would make bursts of CPU`,
    `use --step ${interval}`,
  );
}

const countsSchema = z.looseObject({
  data: z.looseObject({
    result: z.array(z.looseObject({ values: z.array(z.tuple([z.number(), z.string()])) })),
  }),
});

/** The steps that people use. An hour often has one sample more than its intervals. */
function usualStep(intervalMs: number): number {
  const steps = [SECOND_MS, MINUTE_MS].flatMap((unit) =>
    [1, 2, 5, 10, 15, 20, 30].map((count) => count * unit),
  );
  return steps.find((stepMs) => stepMs >= intervalMs) ?? HOUR_MS;
}
