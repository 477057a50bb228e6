import { parseAssumptions } from '../../scenario/index.ts';
import { type QuestionOptions, type TraceOptions, writtenValues } from './options.ts';

/**
 * Turns the settings for reading a trace into the fields of a demand of kind `trace`.
 *
 * @param zone the time zone of the scenario
 */
export function traceFields(
  file: string,
  options: TraceOptions & Pick<QuestionOptions, 'assume'>,
  zone: string,
): Record<string, unknown> {
  const { map, vcpus, timezone = 'UTC', gap, preset, logPrefix } = options;
  const { strict, capacity, cpuPerQuery, instance, where, idleBelow } = options;
  const columns = writtenValues(map);
  const { concurrency, connections, memory } = parseAssumptions(writtenValues(options.assume), '‹assume›');
  const fields = {
    file,
    map: columns.length === 0 ? undefined : columns,
    vcpus,
    timezone: timezone === zone ? undefined : timezone,
    gap,
    preset,
    logPrefix,
    strict: strict || undefined,
    capacity,
    idleBelow,
    cpuPerQuery,
    instance,
    where,
    concurrency,
    connections,
    memory,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
