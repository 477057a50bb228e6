import type { Simulation } from '../../engine/index.ts';
import type { Group } from '../candidates.ts';
import { type Evaluated, groupRuns, inOneGo, type Within } from '../evaluate.ts';
import { grownSimulation } from '../grown-simulation.ts';
import { type Change, changed } from './change.ts';

/** A group of settings to be run, as plain data that a thread can be sent. */
export interface Trial {
  readonly group: Group;
  /** Under the demand of today times this. */
  readonly factor: number;
  /** null: under what is assumed. */
  readonly change: Change | null;
  /** null: all is asked for. */
  readonly within: Within | null;
}

/** Somebody who does trials of one simulation, one after another. */
export function trialsOf(simulation: Simulation): (trial: Trial) => Evaluated[] {
  const runsOf = trialRunsOf(simulation);
  return (trial) => inOneGo(runsOf(trial));
}

/** The same, a run at a time. */
export function trialRunsOf(simulation: Simulation): (trial: Trial) => Generator<undefined, Evaluated[]> {
  const known = new Map<string, Simulation>();
  const under = (change: Change) => {
    const key = `${change.assumption} ${change.end}`;
    const one = known.get(key) ?? changed(simulation, change) ?? simulation;
    known.set(key, one);
    return one;
  };
  // Groups of one factor come together, so that the last demand that has grown is enough to keep.
  let last = { factor: 1, grown: simulation };
  return ({ group, factor, change, within }) => {
    if (factor !== last.factor) last = { factor, grown: grownSimulation(simulation, factor) };
    const own = change === null ? last.grown : under(change);
    return groupRuns(own, group, within);
  };
}
