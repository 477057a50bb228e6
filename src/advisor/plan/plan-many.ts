import { planSizes } from '../../facts/index.ts';
import type { ProfileName } from '../../planner/index.ts';
import { InvariantError, NoDataError, ProblemError } from '../../problem/index.ts';
import {
  type ApplyForm,
  appliedMany,
  type EarlierPlan,
  type PortfolioAnswer,
  portfolioDocument,
  type RollUpBy,
  rowMaker,
} from '../../report/index.ts';
import type { CpuBound } from '../../trace/index.ts';
import type { Asking } from '../asking.ts';
import { heldAgainstBill, type NamedBill } from '../check/bill-of-many.ts';
import type { NamedDatabase } from '../database.ts';
import { transferable } from '../threads/transfer.ts';
import { workersFor } from '../threads/workers.ts';
import { type PlanJob, type PlannedJob, planJob } from './plan-job.ts';
import { prepared } from './prepared.ts';

/** The request, which is the same for each database. */
interface PlanManyRequest extends Pick<PlanJob, 'objectives' | 'choices' | 'worthwhile' | 'growth'> {
  readonly profile: ProfileName;
  readonly currency: string;
  /** The bill and the databases that it covers. Null if no bill was given. */
  readonly bill: { readonly databases: readonly NamedDatabase[]; readonly bill: NamedBill } | null;
  /** Null if nobody asked how to apply the plans. */
  readonly applyAs: ApplyForm | null;
  /** Whether the changes are part of the answer rather than of a file. */
  readonly isApplyShown: boolean;
  readonly rollUps: readonly RollUpBy[];
  /** The plan to compare with. Null if nobody asked. */
  readonly since: EarlierPlan | null;
}

/** A store of finished plans, so that no plan is made twice. */
export interface KeptPlans {
  /** Equal jobs have equal keys, and different jobs have different ones. */
  keyOf(job: PlanJob): string;
  /** Null if the store has no such plan. */
  known(key: string): PlannedJob | null;
  keep(key: string, planned: PlannedJob): void;
}

interface PlanManyResult {
  readonly document: ReturnType<typeof portfolioDocument>;
  readonly answer: PortfolioAnswer;
  /** Null if nobody asked, or if it was aborted. */
  readonly applied: ReturnType<typeof appliedMany> | null;
  /** How many plans came from the store. */
  readonly known: number;
}

/** Plans many databases, as many at once as there are processors. Each is read when its turn comes. */
export async function planMany(
  databases: readonly NamedDatabase[],
  request: PlanManyRequest,
  kept: KeptPlans,
  asking: Asking,
): Promise<PlanManyResult> {
  const { objectives, worthwhile, growth, profile, currency, applyAs } = request;
  const bill =
    request.bill && (await heldAgainstBill(request.bill.databases, request.bill.bill, currency, asking));
  const planners = await workersFor('plan', planJob, asking);
  const rowOf = rowMaker();
  const found: (Planned | null)[] = [];
  let [next, done, known] = [0, 0, 0];
  try {
    await Promise.all(
      planners.each.map(async (planner) => {
        const planOf = async (key: string, job: PlanJob) => {
          const before = kept.known(key);
          if (before !== null) known++;
          const planned = before ?? (await planner(job));
          if (before === null && planned !== null) kept.keep(key, planned);
          return planned;
        };
        while (next < databases.length && !asking.signal.aborted) {
          const at = next++;
          found[at] = await plannedDatabase(
            databases[at] as NamedDatabase,
            request,
            kept,
            planOf,
            rowOf,
            asking,
          );
          if (found[at] !== null) asking.progress('planning', ++done, databases.length);
        }
      }),
    );
  } finally {
    await planners.close();
  }
  const answer: PortfolioAnswer = {
    of: databases.length,
    databases: databases.flatMap((_, at) => found[at] ?? []),
    currency,
    profile,
    objectives,
    worthwhile,
    growth,
    bill,
    rollUps: request.rollUps,
    since: request.since,
  };
  const isWhole = answer.databases.length === answer.of;
  const applied = applyAs === null || !isWhole ? null : appliedMany(answer, applyAs);
  return { document: portfolioDocument(answer, applied, request.isApplyShown), answer, applied, known };
}

type Planned = PortfolioAnswer['databases'][number];

/** Returns null if it was aborted. */
async function plannedDatabase(
  database: NamedDatabase,
  request: PlanManyRequest,
  kept: KeptPlans,
  planOf: (key: string, job: PlanJob) => Promise<PlannedJob | null>,
  rowOf: ReturnType<typeof rowMaker>,
  asking: Asking,
): Promise<Planned | null> {
  const { name, project, file, tags, member } = database;
  try {
    const { job, cpuBound } = await jobOf(database, request);
    await asking.pause();
    const key = kept.keyOf(job);
    const planned = await planOf(key, job);
    if (planned === null) return null;
    const { horizonMs, facts, plan } = job.simulation;
    const mayChangeSize = planSizes(facts, plan).changes;
    return rowOf({ name, project, file, tags, member, key, horizonMs, mayChangeSize, cpuBound, ...planned });
  } catch (error) {
    if (error instanceof ProblemError)
      return {
        name,
        project,
        file,
        tags,
        member,
        problems: error.problems,
        isWithoutData: error instanceof NoDataError,
      };
    // An abort may surface first as an error of reading the file.
    if (asking.signal.aborted && !(error instanceof InvariantError)) return null;
    throw error;
  }
}

async function jobOf(
  database: NamedDatabase,
  { objectives, choices: asked, worthwhile, growth }: PlanManyRequest,
): Promise<{ readonly job: PlanJob; readonly cpuBound: CpuBound | null }> {
  const { scenario, simulation, current, choices, lightChoices, quiet } = await prepared(
    await database.load(),
    database.current,
    asked,
  );
  return {
    job: {
      objectives,
      choices,
      worthwhile,
      growth,
      lightChoices,
      current: current,
      isBrief: true,
      simulation: transferable(simulation),
      without: quiet && { ...quiet, simulation: transferable(quiet.simulation) },
    },
    cpuBound: scenario.cpuBound,
  };
}
