import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../facts/index.ts';
import type { Configuration, WeeklySchedule } from '../../planner/index.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { hoursWords } from '../words/format.ts';
import { type ApplyFields, applyFields, applyLines } from './apply-request.ts';

/** The forms of a schedule: `cron` is lines of a crontab. */
export const SCHEDULE_FORMS = ['curl', 'terraform', 'cli', 'cron'] as const;
export type ScheduleForm = (typeof SCHEDULE_FORMS)[number];

/** A call of the API at a time of the week. */
interface ScheduledCall {
  /** The days and the local time, as cron has them: `0 9 * * 1-5`. */
  readonly cron: string;
  readonly configuration: Configuration;
  readonly fields: ApplyFields;
}

/** The two calls of each scheduled day, with only the fields that differ, because a change of size restarts. */
export function scheduledCalls({
  hours,
  inside,
  outside,
}: WeeklySchedule): [begin: ScheduledCall, end: ScheduledCall] {
  const changes = {
    size: inside.size.minCu !== outside.size.minCu || inside.size.maxCu !== outside.size.maxCu,
    timeout: inside.suspendAfterMs !== outside.suspendAfterMs,
    route: false,
  };
  const call = (configuration: Configuration, timeMs: number): ScheduledCall => ({
    cron: cronText(hours.days, timeMs),
    configuration,
    fields: applyFields(configuration, changes) ?? {},
  });
  return [call(inside, hours.fromMs), call(outside, hours.toMs)];
}

/** The lines that set the configuration of all other hours, which is needed once. */
export function firstLines(form: ScheduleForm, { outside }: WeeklySchedule): string[] {
  return applyLines(form === 'cron' ? 'curl' : form, applyFields(outside, EVERYTHING) ?? {});
}

const EVERYTHING = { size: true, timeout: true, route: false };

/** The lines to paste, with the time of each call. */
export function scheduleLines(form: ScheduleForm, schedule: WeeklySchedule, timezone: string): string[] {
  if (form === 'terraform') return terraformLines(schedule, timezone);
  const calls = scheduledCalls(schedule);
  if (form === 'cron')
    return [
      `CRON_TZ=${timezone}`,
      ...calls.flatMap(({ cron, configuration, fields }) => [
        `# ${configurationWords(configuration)}`,
        `${cron} ${cronCommand(fields)}`,
      ]),
    ];
  return calls.flatMap(({ cron, configuration, fields }) => [
    `# ${cron} (${timezone}): ${configurationWords(configuration)}`,
    ...applyLines(form, fields),
  ]);
}

/** A crontab has no continued lines, and reads a percent sign as the end of a line. */
function cronCommand(fields: ApplyFields): string {
  return (
    'curl --fail --silent --show-error -X PATCH "$API_URL/projects/$PROJECT_ID/endpoints/$ENDPOINT_ID" ' +
    '-H "Authorization: Bearer $API_KEY" -H "Content-Type: application/json" ' +
    `-d '${JSON.stringify({ endpoint: fields })}'`
  );
}

/** Terraform knows no time of the day, so that a variable says which configuration is due. */
function terraformLines(schedule: WeeklySchedule, timezone: string): string[] {
  const [begin, end] = scheduledCalls(schedule);
  const entries = [
    ['project_id', 'var.project_id'],
    ['branch_id', 'var.branch_id'],
    ['type', '"read_write"'],
    ...Object.entries(begin.fields).map(([name, value]) => [
      name,
      `var.in_hours ? ${value} : ${end.fields[name as keyof ApplyFields]}`,
    ]),
  ];
  const width = Math.max(...entries.map(([name = '']) => name.length));
  return [
    'variable "in_hours" {',
    `  description = "Whether it is ${hoursWords(schedule.hours)} (${timezone})"`,
    '  type        = bool',
    '}',
    'resource "neon_endpoint" "main" {',
    ...entries.map(([name = '', value]) => `  ${name.padEnd(width)} = ${value}`),
    '}',
    `# ${begin.cron} (${timezone}): terraform apply -var in_hours=true`,
    `# ${end.cron} (${timezone}): terraform apply -var in_hours=false`,
  ];
}

/** Hours that end at midnight end at the beginning of the next day. */
function cronText(days: readonly number[], timeMs: number): string {
  const isNextDay = timeMs === DAY_MS;
  const shifted = days.map((day) => (isNextDay ? (day + 1) % 7 : day));
  const [first = 0, last = first] = [shifted[0], shifted.at(-1)];
  const of =
    shifted.length === 7 ? '*' : first <= last ? rangeText(first, last) : [...shifted].sort().join(',');
  const minutes = isNextDay ? 0 : timeMs / MINUTE_MS;
  return `${minutes % 60} ${Math.floor((minutes * MINUTE_MS) / HOUR_MS)} * * ${of}`;
}

function rangeText(first: number, last: number): string {
  return first === last ? String(first) : `${first}-${last}`;
}

/** The words that go before the lines of a form. */
export const SCHEDULE_NEEDS: Readonly<Record<ScheduleForm, string>> = {
  curl: 'run each call at its time, given as cron has it.',
  cli: 'run each call at its time, given as cron has it.',
  terraform: 'apply with the variable at each time, given as cron has it.',
  cron: 'set API_URL, API_KEY, PROJECT_ID and ENDPOINT_ID at the top of the crontab. A cron without CRON_TZ uses the time zone of its machine.',
};
