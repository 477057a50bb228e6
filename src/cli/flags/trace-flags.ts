import { problem } from '../../problem/index.ts';
import type { TraceOptions } from './options.ts';
import { flagOf, TRACE_SETTINGS } from './setting-flags.ts';

export type TraceFlagName = (typeof TRACE_SETTINGS)[number];

export function isTraceFlag(name: string): name is TraceFlagName {
  return (TRACE_SETTINGS as readonly string[]).includes(name);
}

/** Refuses these flags for a scenario, which has fields of its own for how to read a trace. */
export function refuseTraceFlags(options: TraceOptions): void {
  for (const name of TRACE_SETTINGS) {
    const value = options[name];
    if (value === undefined || (Array.isArray(value) && value.length === 0)) continue;
    throw problem(
      { field: flagOf(name) },
      'this flag is for a trace, and the file is a scenario',
      'leave it out; a demand of kind trace has a field for it',
    );
  }
}
