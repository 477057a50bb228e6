import { Faults } from '../reading/faults.ts';
import { jsonDocuments } from '../reading/json-documents.ts';
import type { Reading, ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import { type CollectedSeries, readSeries } from '../series/read-series.ts';
import type { Preset, Rule } from '../series/rule.ts';
import { ConsumptionSeries } from './consumption-series.ts';

/** Reads consumption from the service's API page by page: version 2, or version 1 with its fixed fields. */
export async function collectConsumption(
  source: ByteSource,
  settings: ReadSettings,
): Promise<CollectedSeries> {
  const faults = new Faults(settings.name, settings.strict);
  const consumption = new ConsumptionSeries(settings.name, faults, settings.project ?? null);
  for await (const { value, line } of jsonDocuments(source.pieces(), settings.name))
    consumption.add(value, line);
  return { series: consumption.series(), notes: consumption.notes(), skipped: faults.counts };
}

/** A trace has only the sizes. The other amounts that were metered come along for the bill. */
export async function readConsumption(source: ByteSource, settings: ReadSettings): Promise<Reading> {
  const collected = await collectConsumption(source, settings);
  return { ...readSeries(collected, [CONSUMPTION], settings), metered: collected.series };
}

/** Whether a text starts like such an answer. A list of projects starts like it too, and gets a problem later. */
export function isConsumption(opening: string): boolean {
  return (
    /^\s*(?:\[\s*)?\{\s*"(?:projects|branches|periods|pagination)"\s*:/.test(opening) &&
    /"(?:periods|consumption|timeframe_start)"\s*:/.test(opening)
  );
}

const size = (selector: string): Rule => ({
  quantity: 'capacityCu',
  selector,
  unit: 'cu-seconds',
  join: 'sum',
  over: [],
  statistic: 'average',
  note: 'the mean size over each step, including time asleep; it is not CPU demand',
});

export const CONSUMPTION: Preset = {
  name: 'consumption',
  what: 'consumption history of the service',
  from: 'prometheus',
  source: { document: 'public documentation', section: 'consumption metrics', date: '2026-08' },
  rules: [size('compute_unit_seconds'), size('compute_time_seconds')],
  unread: [
    { metric: 'active_time_seconds', why: 'active time without a size' },
    ...['written_data_bytes', 'synthetic_storage_size_bytes', 'data_storage_bytes_hour'].map((metric) => ({
      metric,
      why: 'storage',
    })),
    ...[
      'root_branch_bytes_month',
      'child_branch_bytes_month',
      'instant_restore_bytes_month',
      'snapshot_storage_bytes_month',
      'extra_branches_month',
      'public_network_transfer_bytes',
      'private_network_transfer_bytes',
    ].map((metric) => ({ metric, why: 'which only the bill counts' })),
  ],
  gap: null,
};
