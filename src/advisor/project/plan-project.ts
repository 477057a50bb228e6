import {
  entryChoice,
  figureOf,
  limitsOfProject,
  type Objectives,
  type ProfileName,
  type ProjectFigures,
  summedUse,
} from '../../planner/index.ts';
import { type JudgedLimit, type ProjectAnswer, projectTotals } from '../../report/index.ts';
import type { Scenario } from '../../scenario/index.ts';
import type { Asking } from '../asking.ts';
import { refuseScheduled } from '../one-compute.ts';
import type { AlikeAnswer } from './alike-job.ts';
import { type ChosenEntry, coupled } from './coupled.ts';
import { projectDocument } from './project-document.ts';
import { type EntryRequest, type ProjectEntry, projectEntries } from './project-entry.ts';
import { alikeWorkers, runAlike } from './run-alike.ts';

interface ProjectRequest extends EntryRequest {
  readonly profile: ProfileName;
  readonly objectives: Objectives;
  /** The file that the scenario is written to. Null if it is not written. */
  readonly writtenTo: string | null;
}

export interface ProjectResult {
  readonly document: ReturnType<typeof projectDocument>;
  readonly answer: ProjectAnswer;
  readonly scenario: Scenario;
}

/**
 * Plans all computes of a project. They share limits only: apart from these, each compute behaves as if it was alone. So
 * each entry is planned alone. If the choices pass a limit together, the cheapest ones that do not are looked for.
 */
export async function planProject(
  scenario: Scenario,
  file: string,
  request: ProjectRequest,
  asking: Asking,
): Promise<ProjectResult> {
  const { simulation, why, notes } = scenario;
  const { profile, objectives, worthwhile, writtenTo } = request;
  refuseScheduled(scenario, file);
  const entries = projectEntries(scenario, file, request);
  const chosen = await chosenEntries(entries, worthwhile, asking);
  const partial = asking.signal.aborted || chosen.length < entries.length;
  const answer: ProjectAnswer = {
    partial,
    why,
    simulation,
    profile,
    objectives,
    worthwhile,
    of: entries.length,
    entries: chosen.map(({ planned }) => planned),
    limits: partial ? [] : judgedLimits(chosen, request, scenario),
    notes,
    writtenTo,
  };
  return { document: projectDocument(answer), answer, scenario };
}

/** Fewer than all entries if it was aborted. */
async function chosenEntries(
  entries: readonly ProjectEntry[],
  worthwhile: number,
  asking: Asking,
): Promise<ChosenEntry[]> {
  const tasks = entries.flatMap((entry) => entry.counts.map((count) => ({ entry, count })));
  const workers = await alikeWorkers(asking);
  try {
    const answers = await runAlike(
      tasks.map(({ entry, count }) => entry.job(count, false)),
      workers,
      asking,
      (done) => asking.progress('planning', done, tasks.length),
    );
    const chosen = entries.flatMap((entry) => {
      const own = answers.filter((_, at) => tasks[at]?.entry === entry);
      const plans = own.flatMap((one) => (one !== null && 'plan' in one ? [one] : []));
      return plans.length < own.length ? [] : [chosenAlone(entry, plans, worthwhile)];
    });
    if (asking.signal.aborted || chosen.length < entries.length) return chosen;
    return (await coupled(chosen, worthwhile, workers, asking)) ?? chosen;
  } finally {
    await workers.close();
  }
}

function chosenAlone(
  entry: ProjectEntry,
  answers: readonly Extract<AlikeAnswer, { readonly plan: unknown }>[],
  worthwhile: number,
): ChosenEntry {
  const { counts, countToday } = entry;
  const { name, computes } = entry.entry;
  const plans = answers.map(({ plan }, at) => ({ plan, count: counts[at] as number }));
  const choice = entryChoice(plans, countToday, worthwhile);
  const answerOf = (count: number) => answers[counts.indexOf(count)] as (typeof answers)[number];
  const { useToday, plan } = answerOf(countToday);
  const isKept = choice.advised === null || choice.verdict === 'keep';
  return {
    entry,
    planned: {
      ...choice,
      name,
      type: computes[0]?.type ?? 'read_write',
      branches: [...new Set(computes.map(({ branch }) => branch))],
      objectives: entry.objectives,
      plans,
      nearest: plan.nearest,
      limitedBy: [],
    },
    useToday,
    useAdvised: isKept ? useToday : answerOf(choice.advised.count).useAdvised,
  };
}

function judgedLimits(
  chosen: readonly ChosenEntry[],
  { objectives }: ProjectRequest,
  { simulation }: Scenario,
): JudgedLimit[] {
  const { costToday, costAdvised } = projectTotals({ entries: chosen.map(({ planned }) => planned) });
  // Replicas share a branch, so their number changes no number of branches.
  const branches = new Set(simulation.computes.map(({ branch }) => branch)).size;
  const countedBy = (countOf: (one: ChosenEntry) => number) =>
    chosen.reduce((sum, one) => sum + (one.entry.isCounted ? countOf(one) : 0), 0);
  const today: ProjectFigures = {
    use: summedUse(chosen.map(({ useToday }) => useToday)),
    counted: countedBy(({ planned }) => planned.today.count),
    branches,
    costPerMonth: costToday,
  };
  const advised: ProjectFigures = {
    use: summedUse(chosen.map(({ useAdvised }) => useAdvised)),
    counted: countedBy(({ planned }) => (planned.advised ?? planned.today).count),
    branches,
    costPerMonth: costAdvised,
  };
  return limitsOfProject(simulation, objectives.budget).map((limit) => ({
    ...limit,
    today: figureOf(limit, today),
    advised: figureOf(limit, advised),
  }));
}
