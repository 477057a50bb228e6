import {
  type Incident,
  incidentOf,
  type ProfileName,
  unknownWithin,
  type Window,
} from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { type IncidentAnswer, incidentDocument } from '../../report/index.ts';
import { parseDuration, type Scenario } from '../../scenario/index.ts';
import { nameOf } from '../input.ts';
import { Interrupted } from '../interruption.ts';
import { LimitPassed } from '../limit-passed.ts';
import { formatOf, type QuestionOptions, type ReportFlag } from '../options.ts';
import { printAnswer } from '../print-answer.ts';
import type { Terminal } from '../terminal.ts';
import { refuseMany } from './plan/one-compute.ts';
import { promisesOf } from './plan/promise-flags.ts';
import { settingChanges } from './plan/setting-flag.ts';
import { writeReport } from './report/write-report.ts';
import { loadChangeable } from './scenario-file.ts';
import { instantOf } from './trace/instant.ts';

export interface IncidentOptions extends QuestionOptions, ReportFlag {
  readonly at: string;
  readonly around: string;
  readonly current?: string;
  readonly profile: ProfileName;
  readonly promise: readonly string[];
}

export async function runIncident(file: string, options: IncidentOptions, terminal: Terminal): Promise<void> {
  const promises = promisesOf(options.profile, options.promise);
  const aroundMs = aroundOf(options.around);
  const changes = options.current === undefined ? [] : settingChanges(options.current, '--current');
  const read = await loadChangeable(file, options, terminal);
  const scenario = await read(changes);
  const { simulation } = scenario;
  refuseMany(simulation, file, 'an answer');
  const atMs = atOf(options.at, scenario, file);
  const window = {
    fromMs: Math.max(0, atMs - aroundMs),
    untilMs: Math.min(simulation.horizonMs, atMs + aroundMs),
  };
  refuseUnknown(scenario, window, file);
  const found = await looked(scenario, window, promises, terminal);
  const answer: IncidentAnswer = {
    ...found,
    why: scenario.isTrace ? null : scenario.why,
    simulation,
    settingFrom: options.current !== undefined ? 'flag' : scenario.isTrace ? 'default' : 'scenario',
    atMs,
    aroundMs,
    profile: options.profile,
    promises,
    notes: scenario.notes,
  };
  const format = formatOf(options);
  const document = incidentDocument(answer);
  await writeReport(document, options, terminal);
  printAnswer(document, format, terminal);
  if (found.troubles.length > 0 && found.best === null)
    throw new LimitPassed(['no single change prevents it']);
}

async function looked(
  { simulation }: Scenario,
  window: Window,
  promises: IncidentAnswer['promises'],
  terminal: Terminal,
): Promise<Incident> {
  const interruption = terminal.onInterrupt();
  const progress = terminal.progress('looking');
  const partMs = simulation.horizonMs / PARTS;
  try {
    return await incidentOf(
      { simulation, window, promises },
      async (run, untilMs) => {
        do {
          await interruption.look();
          if (interruption.asked) throw new Interrupted('there is no answer');
          run.advance(Math.min(untilMs, Math.floor(run.nowMs + partMs) + 1));
        } while (run.nowMs < untilMs);
      },
      (share) => progress.show(share),
    );
  } finally {
    progress.done();
    interruption.end();
  }
}

/** Parts of a run between which the world outside has its turn. */
const PARTS = 200;

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

/** In times of the run. */
function atOf(text: string, { simulation }: Scenario, file: string): number {
  const { startMs, horizonMs, zone } = simulation;
  const afterMs = parseDuration(text);
  const atMs = afterMs !== null ? Math.round(afterMs) : instantOf('--at', text, zone.name) - startMs;
  if (atMs >= 0 && atMs < horizonMs) return atMs;
  const [from, until] = [0, horizonMs].map((ms) => local(ms, simulation));
  throw problem(
    { file: nameOf(file), field: '--at' },
    `it does not cover ${text}`,
    `name a time from ${from} on and before ${until} (${zone.name})`,
  );
}

/** Where nothing was measured nothing can be told. */
function refuseUnknown({ simulation }: Scenario, window: Window, file: string): void {
  const [compute] = simulation.computes;
  const unknown = compute === undefined ? null : unknownWithin(compute, window);
  if (unknown === null) return;
  const { beforeMs, afterMs } = unknown;
  const known = [
    ...(beforeMs === null ? [] : [`before ${local(beforeMs, simulation)}`]),
    ...(afterMs === null ? [] : [`from ${local(afterMs, simulation)} on`]),
  ];
  throw problem(
    { file: nameOf(file), field: '--at, --around' },
    `nothing is known from ${local(window.fromMs, simulation)} to ${local(window.untilMs, simulation)}`,
    known.length === 0
      ? 'give a trace with samples'
      : `name a time ${known.join(', or ')} (${simulation.zone.name})`,
  );
}

function local(ms: number, { startMs, zone }: Scenario['simulation']): string {
  return new Date(zone.localMs(startMs + ms)).toISOString().slice(0, 19);
}
