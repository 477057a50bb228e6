import { GIB, MIB } from '../../facts/index.ts';
import type { FittedLoad } from '../../trace/index.ts';
import { FITTED_SHARES, KNOWN_FIELDS, type KnownField } from '../../workload/index.ts';
import { DAY_NAMES } from '../notation/notation.ts';
import { durationText } from '../notation/notation-text.ts';

/** Writes a scenario with demand like that of a trace. It contains only the numbers of the fit, no samples. */
export function fittedScenario({ timezone, load, workingSetBytes, isWeekly }: FittedLoad): string {
  const { vcpu, memoryBytes, known = {} } = load;
  // Fields that the trace does not show are left out, because a written field counts as known.
  const fields: Readonly<Record<KnownField, string>> = {
    concurrency: `concurrency: ${load.concurrency ?? 'null'}`,
    cpuMsPerQuery: `cpuPerQuery: ${short(load.cpuMsPerQuery)}ms`,
    connections: `connections: ${load.connections}`,
  };
  const week = (hours: readonly number[]) => weekLines(hours, isWeekly);
  return `why: What does demand like that of the measured trace need, and what does it cost?

# Any month will do. The fit has no dates of the trace.
start: 2026-03-02
timezone: ${timezone}
horizon: 28d
# Another seed gives another month of the same kind.
seed: 1

compute:
  min: 0.25
  max: 2
  suspendAfter: 5m
${workingSetBytes === null ? '' : `  workingSet: ${amount(workingSetBytes)}\n`}
demand:
  - name: fitted
    kind: load
${KNOWN_FIELDS.filter((field) => known[field] !== undefined)
  .map((field) => `    ${fields[field]}\n`)
  .join('')}${memoryBytes > 0 ? `    memory: ${amount(memoryBytes)}\n` : ''}    vcpu:
      # Work and pauses alternate. ${isWeekly ? 'Each line of 24 is a weekday by its local hours.' : 'Each list of 24 is a day by its local hours; the weekly pattern is unknown.'}
      fitted:
        step: ${durationText(vcpu.stepMs)}
        # The mean vCPU that is wanted during work.
        busy:
${week(vcpu.busy)}
        # How often work stops, per hour of work.
        pauses:
${week(vcpu.pauses)}
        # How often work begins, per hour of pause.
        resumes:
${week(vcpu.resumes)}
        # How long each lasts, relative to the rates above, and how much a step wants, relative to the mean:
        # at ${FITTED_SHARES.map((share) => `${share * 100}%`).join(', ')}.
        workLengths: ${list(vcpu.workLengths)}
        pauseLengths: ${list(vcpu.pauseLengths)}
        levels: ${list(vcpu.levels)}
        # Between the level of one step and that of the next.
        correlation: ${short(vcpu.correlation)}
`;
}

/** Writes the days of a week, Monday first, or a single day if there is no weekly pattern. */
function weekLines(hours: readonly number[], isWeekly: boolean): string {
  if (!isWeekly) return dayLines('daily', hours.slice(0, 24));
  return [1, 2, 3, 4, 5, 6, 0]
    .map((day) => dayLines(DAY_NAMES[day] as string, hours.slice(day * 24, (day + 1) * 24)))
    .join('\n');
}

/** Writes a day on two lines of twelve hours. */
function dayLines(name: string, hours: readonly number[]): string {
  const half = (from: number) =>
    hours
      .slice(from, from + 12)
      .map(short)
      .join(', ');
  return `          ${name}: [${half(0)},\n            ${half(12)}]`;
}

function list(values: readonly number[]): string {
  return `[${values.map(short).join(', ')}]`;
}

/** Rounds to four digits, which is more than the precision of a month of data. */
function short(value: number): string {
  return String(Number(value.toPrecision(4)));
}

function amount(bytes: number): string {
  return bytes >= GIB ? `${short(bytes / GIB)}GB` : `${short(bytes / MIB)}MB`;
}
