import { type ByOptions, type TraceOptions, writtenValues } from '../../../library/index.ts';
import { quoted, type TraceSummary } from '../../../trace/index.ts';
import type { MemberOption } from '../../flags/options.ts';

/**
 * The next command for a trace, with the same flags. Null if too little is known, or if the file cannot be named again.
 */
export function nextCommand(
  file: string,
  options: TraceOptions & ByOptions & MemberOption,
  { columns, events }: Pick<TraceSummary, 'columns' | 'events'>,
): string | null {
  if (file === '-') return null;
  const has = (quantity: string) => columns.some((one) => one.quantity === quantity && one.mean !== null);
  const { member } = options;
  const read = member === undefined ? [file, ...nextCommandFlags(options)] : [member];
  const words = (...command: readonly string[]) => ['tidemark', ...command, ...read].map(quoted).join(' ');
  if (has('cpu') || has('load') || (has('capacityCu') && !has('queries'))) return words('plan');
  // Only the CPU of a query is not measured, so the command suggests a usual value.
  if (has('queries')) return `${words('plan')} --cpu-per-query 5ms`;
  return options.by === undefined && events.connect + events.query > 0 ? words('trace', 'awake') : null;
}

/** The flags that read the trace in the same way. */
export function nextCommandFlags(options: TraceOptions & ByOptions): string[] {
  const { map, vcpus, instance, timezone, gap, preset, strict, logPrefix, capacity, where, by } = options;
  const { idleBelow, cpuPerQuery } = options;
  const valueFlags: Readonly<Record<string, string | undefined>> = {
    vcpus: vcpus?.toString(),
    instance,
    timezone,
    gap,
    preset,
    'log-prefix': logPrefix,
    capacity,
    where,
    by,
    'idle-below': idleBelow?.toString(),
    'cpu-per-query': cpuPerQuery,
  };
  return [
    ...writtenValues(map).flatMap((entry) => ['--map', entry]),
    ...Object.entries(valueFlags).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, value],
    ),
    ...(strict === true ? ['--strict'] : []),
  ];
}
