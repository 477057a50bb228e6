import { simulate } from '../../advisor/index.ts';
import type { RunEvent } from '../../simulator/index.ts';
import { loadForRun } from '../intake/load.ts';
import { changesOf } from '../settings/changes.ts';
import type { ByOptions, ChangedFields, SimulationOptions, TraceOptions } from '../settings/options.ts';
import type { Host } from './host.ts';

/** The options of `simulate`. */
export interface SimulateOptions extends SimulationOptions, TraceOptions, ByOptions, ChangedFields {
  /** Whether to run the same demand always on and at fixed sizes too; true if nothing is said. */
  readonly compare?: boolean;
}

/** Receives each event of a run, with the time at which it happened. */
export type OnEvent = (event: { readonly at: Date } & Omit<RunEvent, 'atMs'>) => void;

/** @param onEvent null to discard events */
export async function simulateFile(
  file: string,
  options: SimulateOptions,
  onEvent: OnEvent | null,
  host: Host,
) {
  const fed = await loadForRun(file, options, host.reader, changesOf(options.set));
  const { startMs } = fed.scenario.simulation;
  const sink =
    onEvent && (({ atMs, ...event }: RunEvent) => onEvent({ at: new Date(startMs + atMs), ...event }));
  return host.asked((asking) => simulate(fed, { sink, isCompared: options.compare ?? true }, asking));
}
