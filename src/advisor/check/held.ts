import { type Actual, type Check, type CheckQuestion, checkOf, type OtherDemand } from '../../check/index.ts';
import type { Simulation } from '../../engine/index.ts';
import { UPLIFTS } from '../../planner/index.ts';
import type { Scenario } from '../../scenario/index.ts';
import { type Asking, isAborted } from '../asking.ts';
import { refuseMany } from '../one-compute.ts';
import { withoutBackground } from '../plan/without.ts';
import { isOpen, type Subject } from '../subject.ts';
import type { Actuals } from './actuals.ts';
import { actualIn } from './common-time.ts';
import { type InForce, replayed, settingsInForce, type ToldInForce } from './in-force.ts';

/** A replay of what was in force, and what it is held against. */
interface Held {
  readonly scenario: Scenario;
  readonly simulation: Simulation;
  readonly settings: readonly [InForce, ...InForce[]];
  /** The records of the time that both cover. */
  readonly actual: Actual;
  readonly otherDemands: CheckQuestion['otherDemands'];
  readonly billed: CheckQuestion['billed'];
}

/** A subject under what was in force, beside what happened: all that may be wrong with either is found here. */
export async function heldAgainst(subject: Subject, actuals: Actuals, told: ToldInForce): Promise<Held> {
  const asItIs = subject.read({});
  refuseMany(asItIs.simulation, subject.name, 'a check');
  const settings = settingsInForce(asItIs, subject.name, told);
  const inForce = settings.map(({ fromMs, setting }, i) => ({
    fromMs: i === 0 ? Number.NEGATIVE_INFINITY : fromMs,
    cu: setting.size.maxCu,
    minCu: setting.size.minCu,
  }));
  const scenario = subject.read({ inForce });
  const simulation = replayed(scenario.simulation, settings);
  const actual = actualIn(simulation, actuals);
  const otherDemands: OtherDemand[] = (isOpen(scenario) ? UPLIFTS : []).map((by) => ({
    supposition: { kind: 'censored', by },
    simulation: replayed(subject.read({ inForce, uplift: by }).simulation, settings),
  }));
  const quiet = await withoutBackground(subject, { inForce });
  if (quiet !== null)
    otherDemands.push({
      supposition: { kind: 'background', was: 'absent', background: quiet.background },
      simulation: replayed(quiet.simulation, settings),
    });
  if (subject.withIdle !== null) {
    const { belowVcpu, load } = subject.withIdle;
    otherDemands.push({
      supposition: { kind: 'background', was: 'work', idleBelow: belowVcpu },
      simulation: replayed((await load()).read({ inForce }).simulation, settings),
    });
  }
  return { scenario, simulation, settings, actual, otherDemands, billed: actuals.bill?.months ?? null };
}

/** About as many runs as there are, for the progress to show. */
const USUAL_RUNS = 30;

/** How far both are apart, and why. */
export async function checked(held: Held, asking: Asking): Promise<Check> {
  const { signal, progress } = asking;
  const check = await checkOf(held, (done) => {
    progress('checking', Math.min(USUAL_RUNS, done), USUAL_RUNS);
    return isAborted(asking);
  });
  signal.throwIfAborted();
  return check as Check;
}
