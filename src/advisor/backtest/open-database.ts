import {
  type Choices,
  type Configuration,
  candidateGroups,
  isMeasured,
  knownChoices,
  type PastWindow,
  type TriedWindow,
  type WindowDays,
  windowsOf,
} from '../../planner/index.ts';
import { InvariantError, type Problem, ProblemError, problem } from '../../problem/index.ts';
import { measuredSimulation } from '../../scenario/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { underCurrent, withCurrent } from '../current.ts';
import type { NamedDatabase } from '../database.ts';
import { refuseNone } from '../plan/prepared.ts';

interface Named {
  readonly name: string;
  readonly project: string | null;
  readonly file: string;
}

/** A database whose windows are still being tried. */
export interface OpenDatabase extends Named {
  readonly simulation: Simulation;
  readonly choices: Choices;
  readonly notes: readonly string[];
  readonly current: Configuration | null;
  readonly windows: readonly PastWindow[];
  /** Results by the index of their window. Null if a window was stopped before its end. */
  readonly tried: (TriedWindow | null)[];
}

interface UnreadDatabase extends Named {
  readonly problems: readonly Problem[];
}

/** Returns null if it was aborted. */
export async function openDatabase(
  { name, project, file, current: written, load }: NamedDatabase,
  choices: Choices,
  days: WindowDays,
  signal: AbortSignal,
): Promise<OpenDatabase | UnreadDatabase | null> {
  try {
    const subject = await load();
    const { current: ownConfiguration, scenario } = underCurrent(subject, written, 'a backtest');
    // The configuration of a scenario was not in force in the past.
    const current = written === null ? null : ownConfiguration;
    const { notes } = scenario;
    const simulation = await withMeasuredDemand(scenario.simulation);
    const windows = windowsIn(simulation, days, subject.name);
    const own = knownChoices(withCurrent(choices, current), simulation, scenario, current);
    refuseNone(candidateGroups(simulation, own).length);
    return { name, project, file, simulation, choices: own, notes, current, windows, tried: [] };
  } catch (error) {
    if (error instanceof ProblemError) return { name, project, file, problems: error.problems };
    // An abort may surface first as an error of reading the file.
    if (signal.aborted && !(error instanceof InvariantError)) return null;
    throw error;
  }
}

/** Returns the windows of one database. If the trace is too short, the problem says which lengths would fit. */
function windowsIn(simulation: Simulation, days: WindowDays, name: string): PastWindow[] {
  const windows = windowsOf(simulation, days);
  if (windows.length > 0) return windows;
  const { planned, judged } = days;
  const whole = windowsOf(simulation, { planned: 0, judged: 1, step: 1 }).length;
  const shorter = Math.max(1, Math.floor(whole / 3));
  throw problem(
    { file: name, options: ['window', 'judge'] },
    `it has ${daysWords(whole)} from midnight to midnight (${simulation.zone.name}), and ${planned} to plan on with ${judged} to judge on take ${planned + judged}`,
    whole < 2
      ? `give ${planned + judged} days or more`
      : `give ${planned + judged} days or more, or plan on ${whole - shorter} and judge on ${shorter}`,
    whole < 2
      ? []
      : [
          {
            options: [
              ['window', `${whole - shorter}d`],
              ['judge', `${shorter}d`],
            ],
            when: null,
          },
        ],
  );
}

function daysWords(count: number): string {
  return count === 1 ? '1 whole day' : `${count} whole days`;
}

/** Turns demand of shapes and jobs into samples, because a past consists of measurements. */
async function withMeasuredDemand(simulation: Simulation): Promise<Simulation> {
  const isAll = simulation.computes.every(({ demand }) => demand.every(isMeasured));
  return isAll ? simulation : measuredSimulation(simulation);
}
