import {
  ALL_CHOICES,
  type Choices,
  groupsOf,
  type Plan,
  type ProfileName,
  plan,
  type Setting,
  settingOf,
} from '../../../planner/index.ts';
import { problem } from '../../../problem/index.ts';
import { jsonDocument, type PlanAnswer, planPage, renderPage } from '../../../report/index.ts';
import type { Scenario } from '../../../scenario/index.ts';
import { Interrupted } from '../../interruption.ts';
import { LimitPassed } from '../../limit-passed.ts';
import { type FormatOptions, formatOf, type SimulationOptions, type TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { loadScenario } from '../scenario-file.ts';
import { type Limit, limitsOf, limitsPassed } from './limits.ts';
import { refuseMany } from './one-compute.ts';
import { promisesOf, share } from './promise-flags.ts';
import { settingOfFlag, timeoutOf } from './setting-flag.ts';
import { crewFor } from './work.ts';

export interface PlanOptions
  extends Pick<SimulationOptions, 'plan' | 'facts' | 'prices' | 'seed' | 'exclude' | 'event'>,
    TraceOptions,
    FormatOptions {
  readonly profile: ProfileName;
  readonly promise: readonly string[];
  readonly current?: string;
  readonly worthwhile: string;
  readonly timeouts?: string;
  readonly lowest?: number;
  readonly highest?: number;
  readonly only?: 'fixed' | 'range';
  readonly pooler?: boolean;
  readonly failAbove?: string;
}

export async function runPlan(file: string, options: PlanOptions, terminal: Terminal): Promise<void> {
  const promises = promisesOf(options.profile, options.promise);
  const worthwhile = worthwhileOf(options);
  const limits = limitsOf(options.failAbove, { ofDifference: false });
  const { pooler: _, ...simulationOptions } = options;
  const scenario = await loadScenario(file, simulationOptions, terminal);
  const { simulation } = scenario;
  refuseMany(simulation, file, 'a plan');
  const choices = choicesOf(options);
  refuseNone(groupsOf(simulation, choices).length);
  const present = presentOf(scenario, options);
  const interruption = terminal.onInterrupt();
  const progress = terminal.progress('planning');
  const crew = await crewFor(simulation, interruption, terminal);
  try {
    const found = await plan(
      { simulation, promises, choices, present, worthwhile },
      crew.work,
      ({ done, of }) => progress.show(done / of),
    );
    progress.done();
    const answer: PlanAnswer = {
      ...found,
      why: scenario.isTrace ? null : scenario.why,
      simulation,
      profile: options.profile,
      promises,
      worthwhile,
      notes: scenario.notes,
    };
    const format = formatOf(options);
    terminal.out(
      format === 'json'
        ? `${jsonDocument(documentOf(answer))}\n`
        : `${renderPage(planPage(answer), format)}\n`,
    );
    if (!found.isWhole) throw new Interrupted();
    refusePassed(found, limits);
  } finally {
    progress.done();
    interruption.end();
    await crew.close();
  }
}

export function worthwhileOf({ worthwhile: text }: PlanOptions): number {
  const worthwhile = share(text);
  if (worthwhile !== null) return worthwhile;
  throw problem({ field: '--worthwhile' }, `found "${text}"`, 'write a share such as 10%');
}

export function refuseNone(groups: number): void {
  if (groups > 0) return;
  throw problem(
    { field: '--lowest, --highest, --only, --timeouts' },
    'no setting of the plan is left',
    'allow more',
  );
}

export function choicesOf({ timeouts, lowest, highest, only, pooler }: PlanOptions): Choices {
  return {
    timeoutsMs:
      timeouts === undefined ? null : timeouts.split(',').map((one) => timeoutOf(one.trim(), '--timeouts')),
    lowestCu: lowest ?? ALL_CHOICES.lowestCu,
    highestCu: highest ?? ALL_CHOICES.highestCu,
    kinds: only === undefined ? ALL_CHOICES.kinds : [only],
    route: pooler === undefined ? null : pooler ? 'pooler' : 'direct',
  };
}

/** A trace tells nothing of what is set. */
export function presentOf({ simulation, isTrace }: Scenario, { current }: PlanOptions): Setting | null {
  const own = settingOf(simulation);
  if (current !== undefined) return settingOfFlag(current, simulation.facts, simulation.plan, own);
  return isTrace ? null : own;
}

function refusePassed(found: Plan, limits: readonly Limit[]): void {
  if (found.choice === null) throw new LimitPassed(['no setting keeps all promises']);
  const passed = passedBy(found, limits);
  if (passed.length > 0) throw new LimitPassed(passed);
}

/** What is set today is what a limit is for; where nothing is, what is recommended. */
export function passedBy({ present, choice }: Plan, limits: readonly Limit[]): string[] {
  const judged = present ?? choice;
  return judged === null ? [] : limitsPassed(judged.outcome, limits, null);
}

function documentOf({ simulation, ...answer }: PlanAnswer) {
  return {
    schema: 'tidemark/plan',
    version: 1,
    from: new Date(simulation.startMs).toISOString(),
    until: new Date(simulation.startMs + simulation.horizonMs).toISOString(),
    seed: simulation.seed,
    facts: simulation.facts.name,
    plan: simulation.plan,
    currency: simulation.prices.currency,
    ...answer,
  };
}
