import type { Simulation } from '../../engine/index.ts';
import type { Group } from '../settings/candidates.ts';
import { type Conditions, keyOfConditions, underConditions, type WorkUnder } from './conditions.ts';
import { type Evaluated, groupRuns, inOneGo, type KnownRun, type Within } from './evaluate.ts';

/** A group of settings to be run, as plain data that a thread can be sent. */
export interface Trial {
  readonly group: Group;
  readonly conditions: Conditions;
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
  const under = (conditions: Conditions) => {
    if (conditions.length === 0) return simulation;
    const key = keyOfConditions(conditions);
    const one = known.get(key) ?? underConditions(simulation, conditions);
    // The one that was asked for last stays longest: a demand that has grown is as large as the first.
    known.delete(key);
    known.set(key, one);
    if (known.size > KEPT) known.delete(known.keys().next().value as string);
    return one;
  };
  const runs = new Map<string, KnownRun[]>();
  // Groups as asked are all that there is of their kind, and how many runs they take is told: the same on any machine.
  const knownUnder = (conditions: Conditions): KnownRun[] => {
    const key = keyOfConditions(conditions);
    const found = conditions.length === 0 ? [] : (runs.get(key) ?? []);
    runs.set(key, found);
    return found;
  };
  return ({ group, conditions, within }) =>
    groupRuns(under(conditions), group, within, knownUnder(conditions));
}

const KEPT = 24;

/** Whoever evaluates the groups of a question under conditions in this thread; `isStopped` is asked before each. */
export function workHere(
  simulation: Simulation,
  isStopped: () => Promise<boolean> = async () => false,
): WorkUnder {
  const evaluated = trialsOf(simulation);
  return (conditions) => async (groups, within) => {
    const results = [];
    for (const group of groups)
      results.push((await isStopped()) ? null : evaluated({ group, conditions, within: within ?? null }));
    return results;
  };
}
