import type { Activity } from '../activity/activity.ts';
import { isThreshold } from '../activity/threshold.ts';
import type { LogActivity } from './log-activity.ts';
import type { LogTime } from './log-time.ts';

/** Notes on what a log contains and lacks. */
export function logNotes(log: LogActivity, activity: Activity, time: LogTime, timezone: string): string[] {
  const { logged } = activity.seconds;
  const lacking = [
    ...(logged.queries ? [] : ['queries (log_min_duration_statement)']),
    ...(logged.connects ? [] : ['who connects (log_connections)']),
    ...(logged.disconnects ? [] : ['who leaves, and so how many are there (log_disconnections)']),
    ...(logged.temporary ? [] : ['temporary files (log_temp_files)']),
  ];
  return [
    ...(lacking.length === 0 ? [] : [`Nothing in the log tells of ${lacking.join('; of ')}.`]),
    ...(log.durations === 0 && log.plans > 0
      ? ['Queries are those that auto_explain showed: only what is slower than its threshold is seen.']
      : []),
    ...(isThreshold(log.fastestMs, log.durations)
      ? [`No query is faster than ${log.fastestMs} ms: it seems that only what is slower is logged.`]
      : []),
    ...(logged.queries && !logged.durations ? ['How long queries take is not logged.'] : []),
    ...(log.recorderEntries > 0
      ? [`Left out: ${log.recorderEntries} entries of tidemark's own recorder, which is nobody's demand.`]
      : []),
    ...(log.refused > 0 ? [`Clients that found no free connection: ${log.refused}.`] : []),
    ...(activity.moved > 0
      ? [
          `Queries that began more than 5 minutes before they were logged, or before others of a busy time: ${activity.moved}; their events are later than they began.`,
        ]
      : []),
    ...[...time.unknown].map(
      (zone) => `Times in ${zone} were read as local to ${timezone}: --timezone says where they are.`,
    ),
  ];
}
