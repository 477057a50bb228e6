import { problem } from '../../problem/index.ts';
import type { TraceOptions } from './options.ts';
import { TRACE_SETTINGS } from './setting-names.ts';

export type TraceSettingName = (typeof TRACE_SETTINGS)[number];

export function isTraceSetting(name: string): name is TraceSettingName {
  return (TRACE_SETTINGS as readonly string[]).includes(name);
}

/** Refuses these settings for a scenario, which has fields of its own for how to read a trace. */
export function refuseTraceSettings(options: TraceOptions): void {
  for (const name of TRACE_SETTINGS) {
    const value = options[name];
    if (value === undefined || value === false || isEmpty(value)) continue;
    throw problem(
      { field: `‹${name}›` },
      'it is for a trace, and the file is a scenario',
      'leave it out; a demand of kind trace has a field for it',
    );
  }
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}
