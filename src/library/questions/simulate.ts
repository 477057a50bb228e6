import { simulate } from '../../advisor/index.ts';
import type { RunEvent } from '../../simulator/index.ts';
import { loadForRun } from '../intake/load.ts';
import { fieldChangesOf } from '../settings/changes.ts';
import type { ByOptions, ChangedFields, SimulationOptions, TraceOptions } from '../settings/options.ts';
import { askedUse, type UseOptions } from './asked-use.ts';
import type { Host } from './host.ts';

/**
 * The options of `simulate`.
 *
 * @example
 * ```ts
 * import { type SimulateOptions, simulate } from 'tidemark';
 *
 * // Runs the scenario with another size, and with all clients through the pooler.
 * const options: SimulateOptions = { size: 2, pooler: true, seed: 7, compare: false };
 * const { totals } = await simulate('scenarios/connection-storm.yaml', options);
 * console.log(totals.refused); // 0
 * ```
 */
export interface SimulateOptions
  extends SimulationOptions,
    TraceOptions,
    ByOptions,
    ChangedFields,
    UseOptions {
  /** Whether to run the same demand always on and at fixed sizes too; true if nothing is said. */
  readonly compare?: boolean;
}

/**
 * Receives each event of a run, with the time at which it happened.
 *
 * @example
 * ```ts
 * import { type OnEvent, simulate } from 'tidemark';
 *
 * const sleeps: string[] = [];
 * const onEvent: OnEvent = ({ at, kind }) => {
 *   if (kind === 'suspend') sleeps.push(at.toISOString().slice(11, 16));
 * };
 * const job = { kind: 'cron', at: '30 * * * *', query: { cpu: '1m' } };
 * const fields = { horizon: '1h', compute: { size: 0.25, suspendAfter: '5m' }, demand: [job] };
 * await simulate(fields, { compare: false }, { onEvent });
 * console.log(sleeps); // [ '00:05', '00:36' ]
 * ```
 */
export type OnEvent = (event: {
  readonly at: Date;
  readonly compute: string;
  readonly kind: RunEvent['kind'];
  readonly [detail: string]: unknown;
}) => void;

/** @param onEvent null to discard events */
export async function simulateFile(
  file: string,
  options: SimulateOptions,
  onEvent: OnEvent | null,
  host: Host,
) {
  const asked = askedUse(options);
  const fed = await loadForRun(file, options, host.reader, fieldChangesOf(options.set));
  const { startMs } = fed.scenario.simulation;
  const sink =
    onEvent && (({ atMs, ...event }: RunEvent) => onEvent({ at: new Date(startMs + atMs), ...event }));
  return host.asked((asking) => simulate(fed, { sink, isCompared: options.compare ?? true, asked }, asking));
}
