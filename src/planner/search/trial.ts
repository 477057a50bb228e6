import type { Simulation } from '../../simulator/index.ts';
import type { Group } from '../configurations/candidates.ts';
import { type Conditions, keyOfConditions, underConditions, type WorkUnder } from './conditions.ts';
import { type Evaluated, groupRuns, inOneGo, type KnownRun, type Within } from './evaluate.ts';

/** A group of configurations to be run, as plain data that a thread can be sent. */
export interface Trial {
  readonly group: Group;
  readonly conditions: Conditions;
  /** null: all is asked for. */
  readonly within: Within | null;
}

/** Somebody who does trials of one simulation, one after another. */
export function trialsOf(simulation: Simulation): (trial: Trial) => Evaluated[] {
  const runsOf = trialRunsOf(simulation);
  const known = new KnownRuns();
  return (trial) => inOneGo(runsOf(trial, known.under(trial)));
}

/** The same, a run at a time. Runs that are known tell of others, and those of the trial are added to them. */
export function trialRunsOf(
  simulation: Simulation,
): (trial: Trial, known: KnownRun[]) => Generator<undefined, Evaluated[]> {
  const simulations = new Map<string, Simulation>();
  const under = (conditions: Conditions) => {
    if (conditions.length === 0) return simulation;
    const key = keyOfConditions(conditions);
    const one = simulations.get(key) ?? underConditions(simulation, conditions);
    // The one that was asked for last stays longest: a demand that has grown is as large as the first.
    simulations.delete(key);
    simulations.set(key, one);
    if (simulations.size > KEPT) simulations.delete(simulations.keys().next().value as string);
    return one;
  };
  return ({ group, conditions, within }, known) => groupRuns(under(conditions), group, within, known);
}

/** The runs of one simulation that trials have made, by their conditions. */
export class KnownRuns {
  private readonly runs = new Map<string, KnownRun[]>();
  private readonly searched: KnownRun[][] = [];

  /**
   * The runs that may tell of a trial, to which its own are added. An answer says how many runs it takes as asked,
   * which must be the same on any machine: each such group has a list of its own. It tells of later trials that have
   * objectives to keep.
   */
  under({ conditions, within }: Trial): KnownRun[] {
    if (conditions.length === 0 && (within?.objectives ?? null) === null) {
      const own: KnownRun[] = [];
      this.searched.push(own);
      return own;
    }
    const key = keyOfConditions(conditions);
    const found = this.runs.get(key) ?? [];
    this.runs.set(key, found);
    if (conditions.length === 0) found.push(...this.searched.splice(0).flat());
    return found;
  }
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
