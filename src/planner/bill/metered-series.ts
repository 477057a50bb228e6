import type { MetricSeries } from '../../trace/index.ts';
import type { MeteredSeries, MeteredSpan } from './metered-use.ts';

/** The metrics of consumption history version 2, which are those of an invoice. */
const METRICS: Readonly<Record<string, MeteredSeries['line']>> = {
  compute_unit_seconds: 'compute',
  root_branch_bytes_month: 'storage',
  child_branch_bytes_month: 'branchStorage',
  instant_restore_bytes_month: 'restoreHistory',
  snapshot_storage_bytes_month: 'snapshots',
  extra_branches_month: 'branches',
  public_network_transfer_bytes: 'transfer',
  private_network_transfer_bytes: 'privateTransfer',
};

/** Sorts the metrics of a consumption history by line and project. Branches of a project are added up. */
export function meteredSeries(metrics: readonly MetricSeries[]): MeteredSeries[] {
  const found = new Map<string, { readonly of: MeteredSeries; readonly spans: Map<string, MeteredSpan> }>();
  for (const { name, labels, times, values, stepsMs } of metrics) {
    const line = Object.hasOwn(METRICS, name) ? METRICS[name] : undefined;
    if (line === undefined || stepsMs === null) continue;
    const project = labels.project_id ?? '';
    const key = `${line} ${project}`;
    const own = found.get(key) ?? { of: { line, project, spans: [] }, spans: new Map() };
    found.set(key, own);
    times.forEach((fromMs, i) => {
      const value = values[i] as number;
      if (Number.isNaN(value)) return;
      const untilMs = fromMs + (stepsMs[i] as number);
      const at = `${fromMs} ${untilMs}`;
      own.spans.set(at, { fromMs, untilMs, value: value + (own.spans.get(at)?.value ?? 0) });
    });
  }
  return [...found.values()].map(({ of, spans }) => ({
    ...of,
    spans: [...spans.values()].sort((one, other) => one.fromMs - other.fromMs),
  }));
}
