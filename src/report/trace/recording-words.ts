import type { FactSet, PlanName } from '../../facts/index.ts';
import {
  type AwakeCost,
  asksKernel,
  costOfAlways,
  costOfDelay,
  costOfLooks,
  type Features,
  longestDelayMs,
  type RecordingTotals,
  type RecordSettings,
} from '../../recording/index.ts';
import { wrap } from '../page/wrap.ts';
import { durationWords, money, numberWords, percent, span, times } from '../words/format.ts';

export interface RecordingCosts {
  readonly facts: FactSet;
  readonly plan: PlanName;
  /** The smallest size of the compute, which it has while idle. */
  readonly minCu: number;
}

/** Says, before a recording, what it will do to the compute. */
export function recordingForeword(
  settings: RecordSettings,
  hasApi: boolean,
  { facts, plan, minCu }: RecordingCosts,
): string[] {
  const { everyMs, suspendAfterMs, latelyMs, lookAgainMs, manner } = settings;
  const at = `at ${minCu} CU on the ${plan} plan`;
  if (manner === 'always') {
    return wrapped([
      `--always: a question each ${durationWords(everyMs)} keeps the compute awake: ${words(costOfAlways(facts, plan, minCu))} a month ${at}, more at larger sizes.`,
    ]);
  }
  const delayMs = longestDelayMs(settings);
  const delay = `${span(delayMs)} later than without it, ${words(costOfDelay(facts, plan, minCu, delayMs))} ${at}`;
  const lines = [
    `Gentle: a question each ${durationWords(everyMs)} while others were active in the last ${durationWords(latelyMs)}. ${hasApi ? 'It starts once the API shows that the compute is awake' : 'The first question wakes a sleeping compute'}.`,
  ];
  if (hasApi)
    lines.push(
      `Then it looks at the API, which wakes nothing. Each time the compute sleeps at most ${delay}.`,
    );
  else if (lookAgainMs === null) lines.push(`Then it ends, and the compute sleeps at most ${delay}.`);
  else {
    const looks = costOfLooks(facts, plan, minCu, lookAgainMs, suspendAfterMs);
    lines.push(
      `Then it is quiet for ${durationWords(lookAgainMs)} and asks again, which wakes a sleeping compute: at most ${looks.wakes} wakes and ${words(looks)} a month ${at}. Each time the compute sleeps at most ${delay}.`,
    );
  }
  return wrapped(lines);
}

/** Says what the server can report, and what it cannot. */
export function serverWords(
  { version, statementsSchema, kcacheSchema, workingSetSchema }: Features,
  hidden: number,
  user: string,
): string[] {
  const hasCpu = asksKernel({ version, kcacheSchema });
  const lines = [
    statementsSchema === null
      ? 'Queries are counted as transactions, including those of the server itself, and their durations are unknown: pg_stat_statements is missing or not loaded.'
      : 'Queries and their mean time come from pg_stat_statements.',
    ...(hasCpu
      ? [
          'CPU is that of statements, from pg_stat_kcache. It counts when a statement ends, and does not include the work of the server itself.',
        ]
      : []),
    `Not measured, because SQL cannot see them: ${hasCpu ? '' : 'CPU (pg_stat_kcache would add that of statements), '}load, memory, the size in force${workingSetSchema === null ? ', the working set (no extension offers it)' : ''}.`,
  ];
  if (version < 140_000)
    lines.push(
      `PostgreSQL ${Math.floor(version / 10_000)} does not count sessions, so sessions that come and go between two questions are missing.`,
    );
  if (hidden > 0)
    lines.push(
      `"${user}" has no right to see ${hidden} of the sessions, so the number of active ones is unknown. To record it, grant pg_monitor to "${user}".`,
    );
  return wrapped(lines);
}

/** The result of a recording. */
export function recordingAfterword(totals: RecordingTotals, settings: RecordSettings): string[] {
  const lines = [
    `${counted(totals.questions, 'question')} on ${counted(totals.connects, 'connection')}; at most ${totals.highestConnections} sessions of others at once, of max_connections ${totals.maxConnections}.`,
  ];
  const reads = totals.hits + totals.reads;
  if (reads > 0)
    lines.push(`${percent(totals.hits / reads)} of ${reads} page reads were hits in shared buffers.`);
  if (totals.lost > 0)
    lines.push(
      `The connection was lost ${times(totals.lost)}: steps without an answer are gaps in the trace.`,
    );
  if (totals.resets > 0)
    lines.push(`Counters were reset ${times(totals.resets)}: their values in those steps are unknown.`);
  if (totals.endedQuiet) {
    lines.push(
      `The recording ended because nobody else was active for ${span(settings.latelyMs)}, and it must not wake the compute. To record through pauses, name the management API (--api-url), ask again at intervals (--look-again), or keep the compute awake (--always).`,
    );
  }
  return wrapped(lines);
}

function wrapped(lines: readonly string[]): string[] {
  return lines.map((line) => wrap(line, 2, 0));
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function words({ cuHours, costMicros, currency }: AwakeCost): string {
  return cuHours < 0.1
    ? `${Number(cuHours.toPrecision(2))} CU-hours`
    : `${numberWords(cuHours)} CU-hours, ${money(costMicros, currency)}`;
}
