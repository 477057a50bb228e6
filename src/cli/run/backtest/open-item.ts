import type { Simulation } from '../../../engine/index.ts';
import {
  type Choices,
  groupsOf,
  isMeasured,
  knownChoices,
  type PastWindow,
  type Setting,
  type TriedWindow,
  type WindowDays,
} from '../../../planner/index.ts';
import { type Problem, ProblemError } from '../../../problem/index.ts';
import { measuredSimulation } from '../../../scenario/index.ts';
import { Interrupted } from '../../interruption.ts';
import { refuseMany } from '../plan/one-compute.ts';
import { inForceNow, presentOf, refuseNone, withPresent } from '../plan/plan-options.ts';
import type { PortfolioItem } from '../plan/portfolio-items.ts';
import { toldAt } from '../told-at.ts';
import { windowsIn } from './window-flags.ts';

interface Named {
  readonly name: string;
  readonly project: string | null;
  readonly file: string;
}

/** A database whose windows are waited for. */
export interface OpenItem extends Named {
  readonly simulation: Simulation;
  readonly choices: Choices;
  readonly notes: readonly string[];
  readonly present: Setting | null;
  readonly windows: readonly PastWindow[];
  /** At the places of their windows; null: stopped. */
  readonly tried: (TriedWindow | null)[];
}

export interface UnreadItem extends Named {
  readonly problems: readonly Problem[];
}

/** null: somebody did not want to wait. */
export async function openItem(
  { name, project, file, options, currentAt, load }: PortfolioItem,
  choices: Choices,
  days: WindowDays,
): Promise<OpenItem | UnreadItem | null> {
  try {
    const { read } = await load();
    const asItIs = await read({});
    refuseMany(asItIs.simulation, file, 'a backtest');
    // What is set is part of no past, whoever says it.
    const present = toldAt(currentAt, () => presentOf({ ...asItIs, isTrace: true }, options));
    const { simulation: written, censored, bounds, notes } = await read(inForceNow(present));
    const simulation = await measured(written);
    const windows = windowsIn(simulation, days, file);
    const own = knownChoices(withPresent(choices, present), simulation, { censored, bounds }, present);
    refuseNone(groupsOf(simulation, own).length);
    return { name, project, file, simulation, choices: own, notes, present, windows, tried: [] };
  } catch (error) {
    if (error instanceof Interrupted) return null;
    if (error instanceof ProblemError) return { name, project, file, problems: error.problems };
    throw error;
  }
}

/** A past is what was measured: the demand of shapes and jobs is measured first. */
async function measured(simulation: Simulation): Promise<Simulation> {
  const isAll = simulation.computes.every(({ demand }) => demand.every(isMeasured));
  return isAll ? simulation : measuredSimulation(simulation);
}
