import type { Simulation } from '../../simulator/index.ts';
import type { CandidateGroup } from '../configurations/candidates.ts';
import { type Conditions, keyOfConditions, simulationsUnder, type WorkUnder } from './conditions.ts';
import {
  type Evaluated,
  groupRuns,
  inOneGo,
  type KnownRun,
  type RunsOfTrial,
  type Within,
} from './evaluate.ts';

/** A group of configurations to run, as plain data that can be sent to a thread. */
export interface ConfigurationTrial {
  readonly group: CandidateGroup;
  readonly conditions: Conditions;
  /** Null if there are no limits. */
  readonly within: Within | null;
}

/** Returns a function that evaluates trials of one simulation, one after another. */
export function trialsOf(simulation: Simulation): (trial: ConfigurationTrial) => Evaluated[] {
  const runsOf = trialRunsOf(simulation);
  const known = new KnownRuns();
  return (trial) => inOneGo(runsOf(trial, known.under(trial)));
}

/** The same, but yields after each run. */
export function trialRunsOf(
  simulation: Simulation,
): (trial: ConfigurationTrial, runs: RunsOfTrial) => Generator<undefined, Evaluated[]> {
  const under = simulationsUnder(simulation);
  return ({ group, conditions, within }, runs) => groupRuns(under(conditions), group, within, runs);
}

/** The runs of one simulation that trials have made, by their conditions. */
export class KnownRuns {
  private readonly runs = new Map<string, KnownRun[]>();
  /** The runs of each group of a search, in the order in which the groups were asked for. */
  private readonly searched: KnownRun[][] = [];
  /** The runs of single configurations without conditions, beside a search. */
  private readonly single: KnownRun[][] = [];

  /**
   * The runs that a trial adds to, and those from which it may derive outcomes. Call this once for each
   * trial, in the order in which they are asked for.
   *
   * An answer says which configurations were run without conditions, and must say the same on every machine.
   * So a group of a search derives outcomes only from groups whose results the search knew when it asked. A
   * single configuration derives its outcome only from searches. Trials with objectives or conditions use all
   * runs.
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

/** Evaluates groups in this thread, under any conditions; `isStopped` is asked before each group. */
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
