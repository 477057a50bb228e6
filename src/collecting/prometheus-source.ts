import { liveTrace, PRESETS, rangeQuery } from '../trace/index.ts';
import { asleepToTheEnd } from './asleep-to-the-end.ts';
import { type CollectedSpan, type MetricsSource, readSettingsOf } from './metrics-source.ts';
import type { AskPrometheus } from './ports.ts';
import { checkStep } from './scrape-interval.ts';

/**
 * Asks for the metrics that the service exports. Each series has the id of its compute in the label `endpoint_id`.
 *
 * @param nowMs when the computes were listed
 */
export function prometheusSource(ask: AskPrometheus, span: CollectedSpan, nowMs: number): MetricsSource {
  const preset = PRESETS.find(({ name }) => name === 'neon') ?? null;
  const { fromMs, stepMs } = span;
  const lastMs = fromMs + (Math.ceil((Math.min(span.toMs, nowMs) - fromMs) / stepMs) - 1) * stepMs;
  return {
    check: (computes) => checkStep(ask, computes, span),
    batches: (computes) => computes.map((compute) => [compute]),
    ask: async () => async (compute) => {
      const where = `endpoint_id=${JSON.stringify(compute.endpointId)}`;
      const settings = readSettingsOf(compute);
      const reading = await liveTrace({ preset, where, settings, ...span }, ask, () => {});
      const isAsleep = compute.asleepSinceMs !== null && compute.asleepSinceMs < lastMs;
      return isAsleep ? { ...reading, stream: asleepToTheEnd(reading.stream, lastMs) } : reading;
    },
  };
}

/** Throws if the server does not answer queries. Otherwise each compute would be found out about alone. */
export async function checkPrometheus(ask: AskPrometheus, { toMs, stepMs }: CollectedSpan): Promise<void> {
  await ask(rangeQuery('vector(0)', { fromMs: toMs, toMs }, stepMs), 'vector(0)');
}
