import { problem } from '../../problem/index.ts';
import type { TraceOptions } from './options.ts';

const TRACE_FLAGS = {
  map: '--map',
  vcpus: '--vcpus',
  timezone: '--timezone',
  gap: '--gap',
  preset: '--preset',
  strict: '--strict',
  cpuPerQuery: '--cpu-per-query',
  logPrefix: '--log-prefix',
  capacity: '--capacity',
  instance: '--instance',
  where: '--where',
  idleBelow: '--idle-below',
} as const;

export type TraceFlagName = keyof typeof TRACE_FLAGS;

export function isTraceFlag(name: string): name is TraceFlagName {
  return name in TRACE_FLAGS;
}

/** Refuses these flags for a scenario, which has fields of its own for how to read a trace. */
export function refuseTraceFlags(options: TraceOptions): void {
  for (const [name, flag] of Object.entries(TRACE_FLAGS)) {
    const value = options[name as keyof typeof TRACE_FLAGS];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    throw problem(
      { field: flag },
      'this flag is for a trace, and the file is a scenario',
      'leave it out; a demand of kind trace has a field for it',
    );
  }
}
