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
    ...(logged.disconnects ? [] : ['who disconnects, and so how many are connected (log_disconnections)']),
    ...(logged.temporary ? [] : ['temporary files (log_temp_files)']),
  ];
  return [
    ...(lacking.length === 0 ? [] : [`Not logged: ${lacking.join('; ')}.`]),
    ...(log.durations === 0 && log.plans > 0
      ? ['Queries come from auto_explain, which logs only those slower than its threshold.']
      : []),
    ...(isThreshold(log.fastestMs, log.durations)
      ? [`No query is faster than ${log.fastestMs} ms: probably only slower ones are logged.`]
      : []),
    ...(logged.queries && !logged.durations ? ['The durations of queries are not logged.'] : []),
    ...(log.recorderEntries > 0
      ? [`Left out: ${log.recorderEntries} entries of tidemark's own recorder, which are no demand.`]
      : []),
    ...(log.refused > 0 ? [`Clients refused for lack of connections: ${log.refused}.`] : []),
    ...(activity.moved > 0
      ? [
          `Queries that started more than 5 minutes before they were logged, or too early in a busy time: ${activity.moved}; their events have a later time than their start.`,
        ]
      : []),
    ...[...time.unknown].map(
      (zone) => `Times in ${zone} were read as local to ${timezone}; set their zone with ‹timezone›.`,
    ),
  ];
}
