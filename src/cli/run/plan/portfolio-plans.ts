import type { Simulation } from '../../../engine/index.ts';
import { planSizes } from '../../../facts/index.ts';
import { groupsOf, knownChoices, withoutMemoryBounds } from '../../../planner/index.ts';
import { NoDataError, ProblemError } from '../../../problem/index.ts';
import type { PortfolioAnswer } from '../../../report/index.ts';
import type { CpuBound, FoundBackground } from '../../../trace/index.ts';
import { Interrupted, type Interruption } from '../../interruption.ts';
import type { Terminal } from '../../terminal.ts';
import { toldAt } from '../told-at.ts';
import { transferable } from '../transfer.ts';
import { readable } from './background.ts';
import { refuseMany, refuseUnmeasured } from './one-compute.ts';
import { inForceNow, presentOf, refuseNone, withPresent } from './plan-options.ts';
import type { PortfolioItem } from './portfolio-items.ts';
import type { PlanJob, PlannedJob } from './portfolio-job.ts';
import { keyOf } from './portfolio-key.ts';
import { plannersFor } from './portfolio-planners.ts';
import type { Results } from './portfolio-results.ts';

/** What is asked of each database alike. */
export type PortfolioQuestion = Pick<PlanJob, 'promises' | 'choices' | 'worthwhile' | 'growth'>;

export type Database = PortfolioAnswer['databases'][number];

export interface PortfolioPlans {
  /** In the order of the items; those that nobody wanted to wait for are left out. */
  readonly databases: readonly Database[];
  /** How many plans had been kept. */
  readonly known: number;
}

/** As many databases at once as there are processors, each read when its turn comes. */
export async function plansOf(
  items: readonly PortfolioItem[],
  question: PortfolioQuestion,
  results: Results,
  terminal: Terminal,
): Promise<PortfolioPlans> {
  const interruption = terminal.onInterrupt();
  const status = terminal.status();
  const planners = await plannersFor(interruption, terminal);
  const found: (Database | null)[] = [];
  let [next, done, known] = [0, 0, 0];
  try {
    await Promise.all(
      planners.each.map(async (planner) => {
        const planOf = async (key: string, job: PlanJob) => {
          const kept = results.known(key);
          if (kept !== null) known++;
          const planned = kept ?? (await planner(job));
          if (kept === null && planned !== null) results.keep(key, planned);
          return planned;
        };
        while (next < items.length && !interruption.asked) {
          const at = next++;
          found[at] = await databaseOf(items[at] as PortfolioItem, question, planOf, interruption);
          if (found[at] !== null) status.show(`planned ${++done} of ${items.length}`);
        }
      }),
    );
  } finally {
    status.done();
    interruption.end();
    await planners.close();
  }
  return { databases: items.flatMap((_, at) => found[at] ?? []), known };
}

async function databaseOf(
  item: PortfolioItem,
  question: PortfolioQuestion,
  planOf: (key: string, job: PlanJob) => Promise<PlannedJob | null>,
  interruption: Interruption,
): Promise<Database | null> {
  const { name, project, file } = item;
  try {
    const { job, cpuBound } = await jobOf(item, question);
    await interruption.look();
    const key = keyOf(job);
    const planned = await planOf(key, job);
    if (planned === null) return null;
    const { horizonMs, facts, plan } = job.simulation;
    const mayChangeSize = planSizes(facts, plan).changes;
    return { name, project, file, key, horizonMs, mayChangeSize, cpuBound, ...planned };
  } catch (error) {
    if (error instanceof Interrupted) return null;
    if (error instanceof ProblemError)
      return { name, project, file, problems: error.problems, isWithoutData: error instanceof NoDataError };
    throw error;
  }
}

async function jobOf(
  { file, options, currentAt, load }: PortfolioItem,
  question: PortfolioQuestion,
): Promise<{ readonly job: PlanJob; readonly cpuBound: CpuBound | null }> {
  const { read, background } = await load();
  const asItIs = await read({});
  refuseMany(asItIs.simulation, file, 'a plan');
  refuseUnmeasured(asItIs.simulation, file);
  const present = toldAt(currentAt, () => presentOf(asItIs, options));
  const assumed = inForceNow(present);
  const { simulation, censored, bounds, cpuBound } = await read(assumed);
  const choices = knownChoices(
    withPresent(question.choices, present),
    simulation,
    { censored, bounds },
    present,
  );
  refuseNone(groupsOf(simulation, choices).length);
  const lightChoices = knownChoices(
    withPresent(question.choices, present),
    simulation,
    withoutMemoryBounds({ censored, bounds }),
    present,
  );
  const without = await demandWithout(await background(), async ({ without: remove }) => {
    const scenario = await read({ ...assumed, without: remove });
    return scenario.simulation;
  });
  return {
    job: {
      ...question,
      choices,
      lightChoices,
      present,
      isBrief: true,
      simulation: transferable(simulation),
      without,
    },
    cpuBound,
  };
}

async function demandWithout(
  found: FoundBackground | null,
  simulationWithout: (found: FoundBackground) => Promise<Simulation>,
): Promise<PlanJob['without']> {
  if (found === null) return null;
  const simulation = await readable(simulationWithout(found));
  return simulation && { background: found.background, simulation: transferable(simulation) };
}
