import type { Simulation } from '../../../engine/index.ts';
import {
  areMany,
  type Choices,
  groupsOf,
  growthPlan,
  Held,
  heldOut,
  heldOutFromMs,
  knownChoices,
  type Plan,
  type PlanKnown,
  type PlanQuestion,
  plan,
  type Sensitivity,
  type Setting,
  sensitivityOf,
  stabilityOf,
  UPLIFTS,
  type UpliftedChoice,
  upliftedChoice,
  withoutMemoryBounds,
} from '../../../planner/index.ts';
import type { PlanAnswer } from '../../../report/index.ts';
import type { Scenario } from '../../../scenario/index.ts';
import { type Bound, type CensoredDemand, withoutSpans } from '../../../trace/index.ts';
import { Interrupted } from '../../interruption.ts';
import { LimitPassed } from '../../limit-passed.ts';
import { formatOf } from '../../options.ts';
import { printAnswer } from '../../print-answer.ts';
import type { Terminal } from '../../terminal.ts';
import { checkedAgainst } from '../check/checked-against.ts';
import { writeReport } from '../report/write-report.ts';
import { loadAssuming } from '../scenario-file.ts';
import { applied, planDocument } from './applied.ts';
import { backgroundPlan } from './background.ts';
import { growthOf } from './growth-flags.ts';
import { type Limit, limitsOf, limitsPassed } from './limits.ts';
import { memoryPlan } from './memory.ts';
import { refuseMany, refuseUnmeasured } from './one-compute.ts';
import {
  choicesOf,
  holdoutOf,
  inForceNow,
  type PlanOptions,
  presentOf,
  refuseNone,
  withPresent,
  worthwhileOf,
} from './plan-options.ts';
import { priceOf } from './price.ts';
import { promisesOf } from './promise-flags.ts';
import { scenarioOutput, scenarioText } from './scenario-output.ts';
import { openTrialPool, type TrialPool, type TrialRunner, trialRunner } from './work.ts';

export async function runPlan(file: string, options: PlanOptions, terminal: Terminal): Promise<void> {
  // The workers get ready while the file is read.
  const pool = await openTrialPool(terminal);
  try {
    await planWith(pool, file, options, terminal);
  } finally {
    await pool.close();
  }
}

async function planWith(
  pool: TrialPool,
  file: string,
  options: PlanOptions,
  terminal: Terminal,
): Promise<void> {
  const promises = promisesOf(options.profile, options.promise);
  const worthwhile = worthwhileOf(options);
  const limits = limitsOf(options.failAbove, { ofDifference: false });
  const holdout = holdoutOf(options.holdout);
  const growth = growthOf(options.growth, options.horizon);
  const { pooler: _, ...simulationOptions } = options;
  const { read, text, background } = await loadAssuming(file, simulationOptions, terminal);
  const asItIs = await read({});
  refuseMany(asItIs.simulation, file, 'a plan');
  refuseUnmeasured(asItIs.simulation, file);
  const present = presentOf(asItIs, options);
  const assumed = inForceNow(present);
  const scenario = await read(assumed);
  const written = { scenario, text };
  const simulation = seenPart(scenario.simulation, holdout);
  const choices = knownChoices(withPresent(choicesOf(options), present), simulation, scenario, present);
  refuseNone(groupsOf(simulation, choices).length);
  const output = scenarioOutput(file, options, written, terminal);
  const checked = await checkedAgainst({ read, background }, file, options, terminal);
  const interruption = terminal.onInterrupt();
  const progress = terminal.progress('planning');
  const runner = trialRunner(simulation, interruption, terminal, pool);
  try {
    const question = {
      simulation,
      promises,
      choices,
      present,
      worthwhile,
      isForStability: options.stability === true,
    };
    const held = new Held();
    const found = await plan(question, runner.workUnder, ({ done, of }) => progress.show(done / of), held);
    const price = await priceOf(question, found, held, runner, interruption);
    const stability =
      options.stability === true && found.isWhole
        ? await stabilityOf(question, found, held.evaluated, async () => {
            await interruption.look();
            return interruption.asked;
          })
        : null;
    const uplifted = async (by: number) => {
      const higher = seenPart((await read({ ...assumed, uplift: by })).simulation, holdout);
      const { workUnder } = trialRunner(higher, interruption, terminal, pool);
      const asked = { ...question, simulation: higher };
      return upliftedChoice(asked, by, found.choice?.setting ?? null, workUnder);
    };
    const uplifts: UpliftedChoice[] = [];
    let areUpliftsCut = false;
    if (found.isWhole && isOpen(scenario.censored))
      for (const by of UPLIFTS) {
        const one = await uplifted(by);
        if (one !== null) uplifts.push(one);
        else areUpliftsCut = true;
      }
    const backgroundPlanned = await backgroundPlan(
      await background(),
      found,
      question,
      async ({ without }) => seenPart((await read({ ...assumed, without })).simulation, holdout),
      (other) => trialRunner(other, interruption, terminal, pool).workUnder,
    );
    const memoryPlanned = await memoryPlan(
      found,
      question,
      knownChoices(
        withPresent(choicesOf(options), present),
        simulation,
        withoutMemoryBounds(scenario),
        present,
      ),
      (other) => trialRunner(other, interruption, terminal, pool).workUnder,
    );
    progress.done();
    const growthPlanned =
      growth !== null && found.choice !== null && found.isWhole
        ? await growthPlan(question, found.choice, growth, runner.workUnder, (done) => progress.show(done))
        : null;
    progress.done();
    const sensitivity =
      stability?.isWhole === false || growthPlanned?.isWhole === false
        ? null
        : await triedOut(question, found, { evaluated: held.evaluated, held }, runner, terminal);
    const partial =
      areUpliftsCut ||
      [found, price, stability, backgroundPlanned, memoryPlanned, growthPlanned, sensitivity].some(
        (part) => part?.isWhole === false,
      );
    const answer: PlanAnswer = {
      ...found,
      partial,
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
      checked,
      censored:
        scenario.censored === null
          ? null
          : {
              ...counted(scenario.censored),
              leastMaximumCu: leastMaximum(scenario.censored, choices),
              uplifts,
            },
      bounds: scenario.bounds.map((bound) => ({ ...withoutSpans(bound), least: leastOf(bound, choices) })),
      background: backgroundPlanned.background,
      withoutMemory: memoryPlanned.withoutMemory,
      cpuBound: scenario.cpuBound,
      sensitivity,
      ruledOut: price.ruledOut,
      knee: price.knee,
      apply: applied(found, { simulation, present, promises }, options),
      growthPlan: growthPlanned,
      notes: scenario.notes,
      writtenTo: options.writeScenario ?? null,
    };
    const document = planDocument(answer);
    const asRead = { ...options, ...capacityOfPresent(asItIs, scenario, present) };
    if (!partial) {
      await writeReport(document, options, terminal);
      output?.(scenarioText(file, asRead, written, simulation.horizonMs, found));
    }
    const format = formatOf(options);
    printAnswer(
      document,
      format,
      options.writeScenario === '-'
        ? { out: terminal.err, hasColours: false, columns: terminal.columns }
        : terminal,
    );
    if (partial) throw new Interrupted();
    refusePassed(found, limits, simulation.prices.currency);
  } finally {
    progress.done();
    interruption.end();
  }
}

/** In a scenario the present setting is another, so what there was to work with has to be said by itself. */
function capacityOfPresent(
  asItIs: Scenario,
  { censored }: Scenario,
  present: Setting | null,
): Pick<PlanOptions, 'capacity'> {
  const isToldByPresent = present !== null && asItIs.censored === null && censored !== null;
  return isToldByPresent ? { capacity: String(present.size.maxCu) } : {};
}

/** How many there were, without when. */
function counted({ spans: _, ...censored }: CensoredDemand): Omit<CensoredDemand, 'spans'> {
  return censored;
}

/** null: too few samples are lower bounds for that. */
function leastMaximum({ samples, busy: of }: CensoredDemand, { leastMaximumCu }: Choices): number | null {
  return areMany({ samples, of }) ? (leastMaximumCu ?? null) : null;
}

/** Of connections how many must be allowed, of all else the least maximum in CU. */
function leastOf(bound: Bound, { leastMaximumCu, leastConnections }: Choices): number | null {
  if (!areMany(bound)) return null;
  return (bound.quantity === 'connections' ? leastConnections : leastMaximumCu) ?? null;
}

/** Samples that are lower bounds, of which nothing says how much was wanted. */
function isOpen(censored: Scenario['censored']): boolean {
  return censored !== null && censored.samples > 0 && censored.rebuiltFrom === null;
}

/** What the plan hangs on; null where it has no choice that would be known to be one. */
async function triedOut(
  question: PlanQuestion,
  { choice, isWhole }: Plan,
  known: Omit<PlanKnown, 'choice'>,
  { tryOut }: TrialRunner,
  terminal: Terminal,
): Promise<Sensitivity | null> {
  if (choice === null || !isWhole) return null;
  const progress = terminal.progress('trying other assumptions');
  try {
    return await sensitivityOf(question, { choice, ...known }, tryOut, progress.show);
  } finally {
    progress.done();
  }
}

function seenPart(simulation: Simulation, holdout: number | null): Simulation {
  return holdout === null ? simulation : { ...simulation, horizonMs: heldOutFromMs(simulation, holdout) };
}

function refusePassed(found: Plan, limits: readonly Limit[], currency: string): void {
  if (found.choice === null) throw new LimitPassed(['no setting keeps all promises']);
  const passed = passedBy(found, limits, currency);
  if (passed.length > 0) throw new LimitPassed(passed);
}

/** What is set today is what a limit is for; where nothing is, what is recommended. */
export function passedBy({ present, choice }: Plan, limits: readonly Limit[], currency: string): string[] {
  const judged = present ?? choice;
  return judged === null ? [] : limitsPassed(judged.outcome, limits, null, currency);
}
