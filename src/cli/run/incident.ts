import { configurationChanges, incident } from '../../advisor/index.ts';
import type { ProfileName } from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { parseDuration, type Scenario } from '../../scenario/index.ts';
import { nameOf } from '../files/input.ts';
import { instantFromFlag } from '../flags/instant.ts';
import { objectivesOf } from '../flags/objective-flags.ts';
import type { QuestionOptions, ReportFlag } from '../flags/options.ts';
import { loadChangeable } from '../intake/load.ts';
import { LimitPassed } from '../output/limit-passed.ts';
import { printAnswer } from '../output/print-answer.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { asked } from './asked.ts';
import { writeReport } from './report/write-report.ts';

export interface IncidentOptions extends QuestionOptions, ReportFlag {
  readonly at: string;
  readonly around: string;
  readonly current?: string;
  readonly profile: ProfileName;
  readonly objective: readonly string[];
}

export async function runIncident(file: string, options: IncidentOptions, terminal: Terminal): Promise<void> {
  const { profile, at, around, current } = options;
  const objectives = objectivesOf(profile, options.objective);
  const aroundMs = aroundOf(around);
  const changes = current === undefined ? [] : configurationChanges(current, '--current');
  const read = await loadChangeable(file, options, terminal);
  const scenario = await read(changes);
  const configurationFrom =
    current !== undefined
      ? ('flag' as const)
      : scenario.isTrace
        ? ('default' as const)
        : ('scenario' as const);
  const request = {
    name: nameOf(file),
    at,
    atMs: atOf(at, scenario),
    aroundMs,
    configurationFrom,
    profile,
    objectives,
  };
  const { document, answer } = await asked((asking) => incident(scenario, request, asking), terminal);
  await writeReport(document, options, terminal);
  printAnswer(document, options, terminal);
  if (answer.troubles.length > 0 && answer.best === null)
    throw new LimitPassed(['no single change prevents it']);
}

function aroundOf(text: string): number {
  const ms = parseDuration(text);
  if (ms !== null && ms >= SHORTEST_MS && ms <= LONGEST_MS) return Math.round(ms);
  throw problem(
    { field: '--around' },
    `found "${text}"`,
    'write a duration with its unit such as 30m, from 1s to 7d',
  );
}

const SHORTEST_MS = 1000;
const LONGEST_MS = 7 * 24 * 3600 * 1000;

/** The time of the incident, in milliseconds of the run. */
function atOf(text: string, { simulation }: Scenario): number {
  const { startMs, zone } = simulation;
  const afterMs = parseDuration(text);
  return afterMs !== null ? Math.round(afterMs) : instantFromFlag('--at', text, zone.name) - startMs;
}
