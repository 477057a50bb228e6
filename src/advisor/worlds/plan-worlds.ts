import {
  type Choices,
  candidateGroups,
  type Objectives,
  type ProfileName,
  worldsPlan,
} from '../../planner/index.ts';
import { problem } from '../../problem/index.ts';
import { type WorldsAnswer, worldsPage, worldsSummary } from '../../report/index.ts';
import { drawnValues, type Scenario } from '../../scenario/index.ts';
import { answerDocument } from '../answer-document.ts';
import type { Asking } from '../asking.ts';
import { refuseMany, refuseScheduled, refuseUnmeasured } from '../one-compute.ts';
import { refuseNone } from '../plan/prepared.ts';
import { transferable } from '../threads/transfer.ts';
import { workersFor } from '../threads/workers.ts';
import { worldJob } from './world-job.ts';

interface WorldsRequest {
  readonly profile: ProfileName;
  /** The objectives of the profile, with bounds that the user set. */
  readonly objectives: Objectives;
  readonly choices: Choices;
  /** How many worlds to draw. */
  readonly worlds: number;
  /** The share of worlds in which the recommendation has to meet its objectives. */
  readonly keeps: number;
}

export interface WorldsResult {
  readonly document: ReturnType<typeof documentOf>;
  readonly answer: WorldsAnswer;
}

/**
 * Draws worlds from the intervals of a scenario, and finds the configuration that meets its objectives in enough of
 * them at the least expected cost.
 */
export async function planWorlds(
  scenario: Scenario,
  file: string,
  { profile, objectives, choices, worlds: count, keeps }: WorldsRequest,
  asking: Asking,
): Promise<WorldsResult> {
  const { simulation, uncertain, why } = scenario;
  if (uncertain === null)
    throw problem(
      { file },
      'the scenario has no interval',
      'write { low, likely, high } in place of a quantity that you do not know, or ask for a plan of one world',
    );
  refuseMany(simulation, file, 'a plan');
  refuseScheduled(scenario, file);
  refuseUnmeasured(simulation, file);
  refuseNone(candidateGroups(simulation, choices).length);
  const { intervals } = uncertain;
  const drawn = drawnValues(intervals, simulation.seed, count);
  const worlds = drawn.map((values) => uncertain.world(values));
  const jobs = worlds.map((world) => ({ simulation: transferable(world), objectives, choices }));
  const workers = await workersFor('world', worldJob, asking);
  const work = inTurn(workers.each);
  try {
    const plan = await worldsPlan(
      { worlds, drawn: intervals.map((_, i) => drawn.map((values) => values[i] as number)), choices, keeps },
      (world, asked) => work({ ...(jobs[world] as (typeof jobs)[number]), ...asked }),
      (share) => asking.progress('planning', share, 1),
    );
    const answer = { why, simulation, profile, objectives, keeps, intervals, drawn, plan };
    return { document: documentOf(answer), answer };
  } finally {
    await workers.close();
  }
}

/** Gives each job to the next worker that is free. */
function inTurn<Job, Result>(
  each: readonly ((job: Job) => Promise<Result>)[],
): (job: Job) => Promise<Result> {
  const free = [...each];
  const waiting: ((worker: (typeof each)[number]) => void)[] = [];
  return async (job) => {
    const worker =
      free.pop() ?? (await new Promise<(typeof each)[number]>((resolve) => waiting.push(resolve)));
    try {
      return await worker(job);
    } finally {
      const next = waiting.shift();
      if (next === undefined) free.push(worker);
      else next(worker);
    }
  };
}

function documentOf(answer: WorldsAnswer) {
  const { plan, intervals, drawn, simulation, ...rest } = answer;
  const { information, best, ...found } = plan ?? NOTHING;
  return {
    ...answerDocument('tidemark/worlds-plan', 1, {
      simulation,
      ...rest,
      partial: plan === null,
      ...found,
      intervals: intervals.map(({ name, unit, low, likely, high }, i) => ({
        field: name,
        unit,
        low,
        likely,
        high,
        information: information[i] ?? null,
      })),
      worlds: drawn.map((values, world) => ({ values, best: best[world] ?? null })),
    }),
    summary: worldsSummary(answer),
    page: worldsPage(answer),
  };
}

const NOTHING = {
  recommendation: null,
  mostOften: null,
  written: null,
  cheaper: null,
  safer: null,
  best: [],
  information: [],
  needed: null,
  candidates: null,
};
