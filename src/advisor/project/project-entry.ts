import {
  type Choices,
  type Configuration,
  candidateGroups,
  configurationOf,
  isActiveCounted,
  isUnmeasured,
  type Objectives,
  type UseQuestion,
} from '../../planner/index.ts';
import { noData, problem } from '../../problem/index.ts';
import { type ComputeEntry, replicasOf, type Scenario } from '../../scenario/index.ts';
import type { ComputePlan, Simulation } from '../../simulator/index.ts';
import { withCurrent } from '../current.ts';
import { refuseNone } from '../plan/prepared.ts';
import { transferable } from '../threads/transfer.ts';
import type { AlikeJob } from './alike-job.ts';

/** An entry of a project, ready to be planned. */
export interface ProjectEntry {
  readonly entry: ComputeEntry;
  /** The simulation of all computes of the project. */
  readonly whole: Simulation;
  readonly objectives: Objectives;
  readonly current: Configuration;
  /** The numbers of computes to compare. */
  readonly counts: readonly number[];
  readonly countToday: number;
  /** Whether these computes count for the limit of active computes. */
  readonly isCounted: boolean;
  /** The uses of project limits that depend on this entry. */
  readonly use: UseQuestion;
  /** The simulation of these computes alone, if there are so many. */
  simulation(count: number): Simulation;
  job(count: number, isForAll: boolean): AlikeJob;
}

/** The question about each entry of a project. */
export interface EntryRequest {
  /** The objectives of an entry. Its own go before those of the question. */
  readonly objectivesOf: (own: ComputeEntry['objectives']) => Objectives;
  readonly choices: Choices;
  readonly worthwhile: number;
}

export function projectEntries(
  { simulation: whole, entries }: Scenario,
  file: string,
  { objectivesOf, choices, worthwhile }: EntryRequest,
): ProjectEntry[] {
  const { facts, plan } = whole;
  const isCountedEntry = ({ computes }: ComputeEntry) => isActiveCounted(whole, computes[0] as ComputePlan);
  const mostCounted = entries
    .filter(isCountedEntry)
    .reduce((sum, { computes, replicas }) => sum + (replicas?.most ?? computes.length), 0);
  // Fewer computes than may be active at once need no run.
  const mayPass = mostCounted > (facts.activeComputes?.value.mostPerProject ?? Number.POSITIVE_INFINITY);
  return entries.map((entry) => {
    const { computes, replicas } = entry;
    const isCounted = isCountedEntry(entry);
    const [first] = computes as readonly [ComputePlan];
    refuseMoves(computes, file, entry.name);
    const simulation = (count: number): Simulation => ({
      ...whole,
      computes: replicas === null ? computes : replicasOf(replicas.whole, count),
    });
    const alone = { ...whole, computes: [first] };
    if (isUnmeasured(alone))
      throw noData(
        { file },
        `no sample of ${entry.name} has a value`,
        'export a time in which it was measured',
      );
    const current = configurationOf(alone);
    const own = withCurrent(choices, current);
    refuseNone(candidateGroups(alone, own).length);
    // The budget is one of the project.
    const objectives = { ...objectivesOf(entry.objectives), budget: null };
    const use = {
      isActiveCounted: mayPass && isCounted,
      hasQuota: facts.quotaCuHours.value[plan] !== null,
      headroom: objectives.headroom ?? 0,
    };
    // The numbers of replicas are compared by their cheapest configurations.
    const isForCheapest = replicas !== null && replicas.least < replicas.most;
    const question = { objectives, choices: own, current, worthwhile, use, isForCheapest };
    return {
      entry,
      whole,
      objectives,
      current,
      counts: replicas === null ? [computes.length] : countsBetween(replicas.least, replicas.most),
      countToday: computes.length,
      isCounted,
      use,
      simulation,
      job: (count, isForAll) => ({ ...question, isForAll, simulation: transferable(simulation(count)) }),
    };
  });
}

function countsBetween(least: number, most: number): number[] {
  return Array.from({ length: most - least + 1 }, (_, at) => least + at);
}

/** A move is refused while the branch has another primary, so it depends on the other computes. */
function refuseMoves(computes: readonly ComputePlan[], file: string, name: string): void {
  if (computes.some(({ type, changes }) => type === 'read_write' && changes.some(isMove)))
    throw problem(
      { file },
      `${name} moves to another branch, so its plan depends on the other computes`,
      'leave the move out, or plan this compute alone in a scenario of its own',
    );
}

function isMove({ change }: ComputePlan['changes'][number]): boolean {
  return change.kind === 'branch';
}
