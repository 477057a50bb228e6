import type { Simulation } from '../../simulator/index.ts';
import type { CandidateGroup } from '../configurations/candidates.ts';
import { type Conditions, keyOfConditions, underConditions, type WorkUnder } from './conditions.ts';
import {
  type Evaluated,
  groupRuns,
  inOneGo,
  type KnownRun,
  type RunsOfTrial,
  type Within,
} from './evaluate.ts';

/** A group of configurations to be run, as plain data that a thread can be sent. */
export interface ConfigurationTrial {
  readonly group: CandidateGroup;
  readonly conditions: Conditions;
  /** null: all is asked for. */
  readonly within: Within | null;
}

/** Returns a function that evaluates trials of one simulation, one after another. */
export function trialsOf(simulation: Simulation): (trial: ConfigurationTrial) => Evaluated[] {
  const runsOf = trialRunsOf(simulation);
  const known = new KnownRuns();
  return (trial) => inOneGo(runsOf(trial, known.under(trial)));
}

/** The same, a run at a time. */
export function trialRunsOf(
  simulation: Simulation,
): (trial: ConfigurationTrial, runs: RunsOfTrial) => Generator<undefined, Evaluated[]> {
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
  return ({ group, conditions, within }, runs) => groupRuns(under(conditions), group, within, runs);
}

/** The runs of one simulation that trials have made, by their conditions. */
export class KnownRuns {
  private readonly runs = new Map<string, KnownRun[]>();
  /** The runs of each group of a search, in the order in which the groups were asked for. */
  private readonly searched: KnownRun[][] = [];
  /** The runs of single configurations as asked, beside a search. */
  private readonly single: KnownRun[][] = [];

  /**
   * The runs that a trial adds to and learns from. It is called once for each trial, in the order in which they are asked
   * for.
   *
   * An answer tells which configurations were run as asked, and that must be the same on any machine. So a group of a
   * search learns only from those before it whose results the search knew when it asked, and a single configuration only
   * from searches. Trials with objectives or conditions learn from all runs.
   */
  under({ conditions, within }: ConfigurationTrial): RunsOfTrial {
    const isAsAsked = conditions.length === 0;
    if (isAsAsked && within === null) return { own: added(this.single), others: this.searched };
    if (isAsAsked && within !== null && isOfSearch(within)) {
      const others = this.searched.slice(0, within.groupsKnown ?? 0);
      return { own: added(this.searched), others };
    }
    const key = keyOfConditions(conditions);
    const own = this.runs.get(key) ?? [];
    this.runs.set(key, own);
    return { own, others: isAsAsked ? [...this.searched, ...this.single] : [] };
  }
}

function added(lists: KnownRun[][]): KnownRun[] {
  const list: KnownRun[] = [];
  lists.push(list);
  return list;
}

function isOfSearch({ objectives, groupsKnown }: Within): boolean {
  return objectives === null || groupsKnown !== undefined;
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
