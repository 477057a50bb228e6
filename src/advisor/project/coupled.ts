import {
  cheapestTogether,
  type EntryOption,
  figureOf,
  limitsOfProject,
  type ProjectFigures,
  type ProjectLimit,
  type ProjectLimitName,
  sameConfiguration,
  summedUse,
  type Use,
  useOf,
} from '../../planner/index.ts';
import type { PlannedEntry } from '../../report/index.ts';
import type { Asking } from '../asking.ts';
import { eachAlone } from './alike-job.ts';
import type { ProjectEntry } from './project-entry.ts';
import { type alikeWorkers, runAlike } from './run-alike.ts';

/** An entry with its choice, and what this choice uses of the project's limits. */
export interface ChosenEntry {
  readonly entry: ProjectEntry;
  readonly planned: PlannedEntry;
  readonly useToday: Use;
  readonly useAdvised: Use;
}

/**
 * Finds the cheapest choices that are within the limits of the project together. Null if the entries' own choices are,
 * if no choices are, or if it was aborted.
 */
export async function coupled(
  chosen: readonly ChosenEntry[],
  worthwhile: number,
  workers: Awaited<ReturnType<typeof alikeWorkers>>,
  asking: Asking,
): Promise<ChosenEntry[] | null> {
  const [first] = chosen;
  if (first === undefined || chosen.some(({ planned }) => planned.advised === null)) return null;
  const limits = limitsOfProject(first.entry.whole, null).filter(({ name }) => CHOOSABLE.has(name));
  const advisedOf = ({ entry, planned, useAdvised }: ChosenEntry): Part => ({
    isCounted: entry.isCounted,
    count: (planned.advised ?? planned.today).count,
    use: useAdvised,
  });
  const passed = passedBy(chosen.map(advisedOf), limits);
  if (passed.length === 0) return null;
  const isOpen = ({ entry }: ChosenEntry) => passed.includes('quota') || entry.use.isActiveCounted;
  const open = chosen.filter(isOpen);
  const options = await optionsOf(open, workers, asking);
  if (options === null) return null;
  const others = chosen.filter((one) => !isOpen(one)).map(advisedOf);
  const uses = new Map<EntryOption, Use>();
  const useOfOption = async (option: EntryOption, { entry }: ChosenEntry): Promise<Use> => {
    const known = uses.get(option);
    if (known !== undefined) return known;
    await asking.pause();
    const use = useOf(eachAlone(entry.simulation(option.count)), option.configuration, entry.use);
    uses.set(option, use);
    return use;
  };
  const found = await cheapestTogether(options, async (some) => {
    const own: Part[] = [];
    for (const [at, option] of some.entries()) {
      if (asking.signal.aborted) return false;
      const one = open[at] as ChosenEntry;
      const use = await useOfOption(option, one);
      own.push({ isCounted: one.entry.isCounted, count: option.count, use });
    }
    return passedBy([...others, ...own], limits).length === 0;
  });
  if (found === null || asking.signal.aborted) return null;
  const advised = chosen.map((one) => {
    const option = found[open.indexOf(one)];
    return option === undefined ? one : limited(one, option, uses.get(option) as Use, passed);
  });
  return isWorthwhile(advised, worthwhile, limits) ? advised : advised.map(kept);
}

/** Limits that a choice of configurations can meet. */
const CHOOSABLE: ReadonlySet<ProjectLimitName> = new Set(['active-computes', 'quota']);

/** Some computes of a project. */
interface Part {
  readonly isCounted: boolean;
  readonly count: number;
  readonly use: Use;
}

function passedBy(parts: readonly Part[], limits: readonly ProjectLimit[]): ProjectLimitName[] {
  const figures: ProjectFigures = {
    use: summedUse(parts.map(({ use }) => use)),
    counted: parts.reduce((sum, { isCounted, count }) => sum + (isCounted ? count : 0), 0),
    // No choice changes the branches, and the budget is not choosable.
    branches: 0,
    costPerMonth: 0,
  };
  return limits.filter((limit) => figureOf(limit, figures).isBroken).map(({ name }) => name);
}

/** All that each entry can be, the cheapest first. Null if it was aborted. */
async function optionsOf(
  open: readonly ChosenEntry[],
  workers: Awaited<ReturnType<typeof alikeWorkers>>,
  asking: Asking,
): Promise<EntryOption[][] | null> {
  const tasks = open.flatMap(({ entry }) => entry.counts.map((count) => ({ entry, count })));
  const answers = await runAlike(
    tasks.map(({ entry, count }) => entry.job(count, true)),
    workers,
    asking,
    (done) => asking.progress('looking', done, tasks.length),
  );
  if (answers.includes(null)) return null;
  return open.map(({ entry }) =>
    tasks
      .flatMap(({ entry: its, count }, at) => {
        const answer = answers[at];
        if (its !== entry || answer === null || answer === undefined || !('all' in answer)) return [];
        return answer.all.map((one): EntryOption => ({ ...one, count, cost: one.outcome.costPerMonth }));
      })
      .sort((one, other) => one.cost - other.cost),
  );
}

function limited(
  one: ChosenEntry,
  { count, cost: _, ...evaluated }: EntryOption,
  useAdvised: Use,
  passed: readonly ProjectLimitName[],
): ChosenEntry {
  const { today, advised: own } = one.planned;
  const isSameAs = (other: PlannedEntry['advised']) =>
    other !== null &&
    other.count === count &&
    sameConfiguration(other.judged.configuration, evaluated.configuration);
  const advised = { count, judged: { ...evaluated, broken: [], breaking: 0 } };
  const planned: PlannedEntry = {
    ...one.planned,
    advised,
    verdict: isSameAs(today) ? 'keep' : 'change',
    limitedBy: isSameAs(own) ? [] : passed,
  };
  return { ...one, planned, useAdvised };
}

/** All computes stay as they are if they are within the limits, and the change saves no more than is worth it. */
function isWorthwhile(
  advised: readonly ChosenEntry[],
  worthwhile: number,
  limits: readonly ProjectLimit[],
): boolean {
  const isMetToday =
    advised.every(({ planned }) => planned.today.judged.broken.length === 0) &&
    passedBy(
      advised.map(({ entry, planned, useToday }) => ({
        isCounted: entry.isCounted,
        count: planned.today.count,
        use: useToday,
      })),
      limits,
    ).length === 0;
  const costOf = (which: 'today' | 'advised') =>
    advised.reduce((sum, { planned }) => sum + (planned[which]?.judged.outcome.costPerMonth ?? 0), 0);
  return !isMetToday || 1 - costOf('advised') / costOf('today') > worthwhile;
}

function kept(one: ChosenEntry): ChosenEntry {
  const { planned, useToday } = one;
  return {
    ...one,
    planned: { ...planned, advised: planned.today, verdict: 'keep', limitedBy: [] },
    useAdvised: useToday,
  };
}
