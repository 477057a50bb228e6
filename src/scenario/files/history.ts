import { z } from 'zod';
import { type Place, type Problem, ProblemError } from '../../problem/index.ts';
import type { Zone } from '../../workload/index.ts';
import { localTime } from '../notation/local-time.ts';
import { group, text } from '../notation/notation.ts';
import { checkDocument } from '../text/check.ts';
import type { Document } from '../text/document.ts';

/** A configuration that was in force from a time on, in its written form such as `0.25-2, 5m`. */
export interface PastConfiguration {
  readonly fromMs: number;
  readonly configuration: string;
  readonly place: Place;
}

const CONFIGURATION_WORDS = 'a configuration such as "0.25-2, 5m" or "1, off"';
const HISTORY_WORDS = 'a list of configurations, each with its from and its configuration';

const historySchema = group('a history: configurations', {
  configurations: z
    .array(
      group('a configuration that was in force: from, configuration, until', {
        from: localTime,
        until: localTime.optional(),
        configuration: text(CONFIGURATION_WORDS),
      }),
      { error: HISTORY_WORDS },
    )
    .min(1, { error: HISTORY_WORDS })
    .max(1000, { error: '1000 configurations at most' }),
});

/**
 * Reads configurations and sorts them by time. Throws if two of them overlap, or if there is a time without one.
 * @param fromMs The start of the time that the configurations have to cover.
 */
export function readHistory(
  document: Document,
  zone: Zone,
  fromMs: number,
  untilMs: number,
): PastConfiguration[] {
  const { configurations } = checkDocument(document, historySchema);
  const entries = configurations
    .map(({ from, until, configuration }, i) => ({
      fromMs: zone.utcMs(from),
      untilMs: until === undefined ? null : zone.utcMs(until),
      configuration,
      at: i,
      place: document.place(['configurations', i, 'configuration']),
    }))
    .sort((one, other) => one.fromMs - other.fromMs);
  const words = (ms: number) => new Date(zone.localMs(ms)).toISOString().slice(0, 16);
  const problems: Problem[] = [];
  const refuse = (at: number, field: string, found: string, remedy: string) =>
    problems.push({ place: document.place(['configurations', at, field]), found, remedy });
  entries.forEach((one, i) => {
    const next = entries[i + 1];
    if (one.untilMs !== null && one.untilMs <= one.fromMs)
      refuse(one.at, 'until', 'it ends before it begins', `write a time after ${words(one.fromMs)}`);
    else if (next !== undefined && next.fromMs === one.fromMs)
      refuse(next.at, 'from', `two configurations begin at ${words(one.fromMs)}`, 'leave one of them out');
    else if (next !== undefined && one.untilMs !== null && one.untilMs > next.fromMs)
      refuse(
        one.at,
        'until',
        `two configurations overlap from ${words(next.fromMs)} to ${words(one.untilMs)}`,
        `write until: ${words(next.fromMs)}, or leave it out: a configuration is in force until the next one`,
      );
    else if (one.untilMs !== null && one.untilMs < Math.min(untilMs, next?.fromMs ?? untilMs))
      refuse(
        one.at,
        'until',
        `no configuration is stated from ${words(one.untilMs)} on`,
        `add a configuration from: ${words(one.untilMs)}, or leave until out`,
      );
  });
  const [first] = entries;
  if (first !== undefined && first.fromMs > fromMs)
    refuse(
      first.at,
      'from',
      `the trace begins at ${words(fromMs)}, before the first configuration`,
      `write from: ${words(fromMs)} or earlier, or add the configuration before`,
    );
  if (problems.length > 0) throw new ProblemError(problems);
  return entries.map(({ fromMs: at, configuration, place }) => ({ fromMs: at, configuration, place }));
}
