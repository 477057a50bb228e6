import type { Simulation } from '../../../engine/index.ts';
import {
  ALL_CHOICES,
  type Choices,
  type Evaluated,
  groupsOf,
  heldOut,
  heldOutFromMs,
  type Plan,
  type ProfileName,
  plan,
  type Setting,
  settingOf,
  stabilityOf,
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
  readonly holdout?: string;
  readonly stability?: boolean;
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
  const holdout = holdoutOf(options.holdout);
  const { pooler: _, ...simulationOptions } = options;
  const scenario = await loadScenario(file, simulationOptions, terminal);
  refuseMany(scenario.simulation, file, 'a plan');
  const simulation = seenPart(scenario.simulation, holdout);
  const choices = choicesOf(options);
  refuseNone(groupsOf(simulation, choices).length);
  const present = presentOf(scenario, options);
  const interruption = terminal.onInterrupt();
  const progress = terminal.progress('planning');
  const crew = await crewFor(simulation, interruption, terminal);
  try {
    const question = { simulation, promises, choices, present, worthwhile };
    const evaluated: Evaluated[] = [];
    const found = await plan(
      question,
      async (groups) => {
        const results = await crew.work(groups);
        evaluated.push(...results.flatMap((result) => result ?? []));
        return results;
      },
      ({ done, of }) => progress.show(done / of),
    );
    const stability =
      options.stability === true && found.isWhole
        ? await stabilityOf(question, found, evaluated, async () => {
            await interruption.look();
            return interruption.asked;
          })
        : null;
    progress.done();
    const answer: PlanAnswer = {
      ...found,
      why: scenario.isTrace ? null : scenario.why,
      simulation,
      profile: options.profile,
      promises,
      worthwhile,
      heldOut:
        holdout === null || found.choice === null || !found.isWhole
          ? null
          : heldOut(scenario.simulation, simulation.horizonMs, found.choice.setting, promises),
      stability,
      notes: scenario.notes,
    };
    const format = formatOf(options);
    terminal.out(
      format === 'json'
        ? `${jsonDocument(documentOf(answer))}\n`
        : `${renderPage(planPage(answer), format)}\n`,
    );
    if (!found.isWhole || stability?.isWhole === false) throw new Interrupted();
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

/** The share that the plan is not to see; null: it sees all. */
function holdoutOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const found = share(text);
  if (found !== null && found > 0 && found < 1) return found;
  throw problem({ field: '--holdout' }, `found "${text}"`, 'write a share between 0 and 100%, such as 30%');
}

function seenPart(simulation: Simulation, holdout: number | null): Simulation {
  return holdout === null ? simulation : { ...simulation, horizonMs: heldOutFromMs(simulation, holdout) };
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
