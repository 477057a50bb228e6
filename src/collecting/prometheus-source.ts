import { liveTrace, PRESETS, rangeQuery } from '../trace/index.ts';
import { type CollectedSpan, type MetricsSource, readSettingsOf } from './metrics-source.ts';

/** Asks a Prometheus server for a path below its address, and returns the parsed answer. */
type AskPrometheus = (path: string, query: string) => Promise<unknown>;

/** Asks for the metrics that the service exports. Each series has the id of its compute in the label `endpoint_id`. */
export function prometheusSource(ask: AskPrometheus, span: CollectedSpan): MetricsSource {
  const preset = PRESETS.find(({ name }) => name === 'neon') ?? null;
  return {
    batches: (computes) => computes.map((compute) => [compute]),
    ask: async () => (compute) => {
      const where = `endpoint_id=${JSON.stringify(compute.endpointId)}`;
      return liveTrace({ preset, where, settings: readSettingsOf(compute), ...span }, ask, () => {});
    },
  };
}

/** Throws if the server does not answer queries. Otherwise each compute would be found out about alone. */
export async function checkPrometheus(ask: AskPrometheus, { toMs, stepMs }: CollectedSpan): Promise<void> {
  await ask(rangeQuery('vector(0)', { fromMs: toMs, toMs }, stepMs), 'vector(0)');
}
