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
import type { PlanJob } from './plan-job.ts';
import type { Planners } from './planners.ts';
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

interface PlanManyResult {
  readonly document: ReturnType<typeof portfolioDocument>;
  readonly answer: PortfolioAnswer;
  /** Null if nobody asked, or if it was aborted. */
  readonly applied: ReturnType<typeof appliedMany> | null;
  /** How many plans came from the store. */
  readonly known: number;
}

/** Plans many databases. Each is read when a planner has room for it. */
export async function planMany(
  databases: readonly NamedDatabase[],
  request: PlanManyRequest,
  plannersFor: (asking: Asking) => Promise<Planners>,
  asking: Asking,
): Promise<PlanManyResult> {
  const { objectives, worthwhile, growth, profile, currency, applyAs } = request;
  const bill =
    request.bill && (await heldAgainstBill(request.bill.databases, request.bill.bill, currency, asking));
  const planners = await plannersFor(asking);
  const rowOf = rowMaker();
  const found: (Planned | null)[] = [];
  const rows: Promise<void>[] = [];
  let [next, done, known] = [0, 0, 0];
  const keepRow = async (at: number, row: Promise<Planned | null>) => {
    found[at] = await row;
    if (found[at] !== null) asking.progress('planning', ++done, databases.length);
  };
  try {
    await Promise.all(
      Array.from({ length: planners.readers }, async () => {
        while (next < databases.length && !asking.signal.aborted) {
          const at = next++;
          const { isKnown, row } = await begunDatabase(
            databases[at] as NamedDatabase,
            request,
            planners,
            rowOf,
            asking,
          );
          if (isKnown) known++;
          const keeping = keepRow(at, row);
          // The wait below reports it.
          keeping.catch(() => {});
          rows.push(keeping);
        }
      }),
    );
    await Promise.all(rows);
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

/** A database whose plan has begun. */
interface Begun {
  readonly isKnown: boolean;
  /** Null if it was aborted. */
  readonly row: Promise<Planned | null>;
}

async function begunDatabase(
  database: NamedDatabase,
  request: PlanManyRequest,
  planners: Planners,
  rowOf: ReturnType<typeof rowMaker>,
  asking: Asking,
): Promise<Begun> {
  const { name, project, file, tags, member } = database;
  /** The row of a database that cannot be planned. */
  const failed = (error: unknown): Planned | null => {
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
  };
  try {
    const { job, cpuBound } = await jobOf(database, request);
    await asking.pause();
    const key = planners.keyOf(job);
    const { horizonMs, facts, plan } = job.simulation;
    const mayChangeSize = planSizes(facts, plan).changes;
    const { isKnown, planned } = await planners.begin(key, job);
    const row = planned.then(
      (found) =>
        found &&
        rowOf({ name, project, file, tags, member, key, horizonMs, mayChangeSize, cpuBound, ...found }),
    );
    return { isKnown, row: row.catch(failed) };
  } catch (error) {
    return { isKnown: false, row: Promise.resolve(failed(error)) };
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
