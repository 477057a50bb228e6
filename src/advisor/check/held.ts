import { type Actual, type Check, type CheckQuestion, checkOf, type OtherDemand } from '../../check/index.ts';
import { UPLIFTS } from '../../planner/index.ts';
import type { Scenario } from '../../scenario/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { type Asking, isAborted } from '../asking.ts';
import { refuseMany } from '../one-compute.ts';
import { withoutBackground } from '../plan/without.ts';
import { isOpen, type Subject } from '../subject.ts';
import type { Actuals } from './actuals.ts';
import { actualIn } from './common-time.ts';
import { configurationsInForce, type InForce, replayed, type StatedConfigurations } from './in-force.ts';

/** A replay of the configurations in force, and the records to compare it with. */
interface Held {
  readonly scenario: Scenario;
  readonly simulation: Simulation;
  readonly configurations: readonly [InForce, ...InForce[]];
  /** The records within the time that both cover. */
  readonly actual: Actual;
  readonly otherDemands: CheckQuestion['otherDemands'];
  readonly use: CheckQuestion['use'];
  readonly billed: CheckQuestion['billed'];
}

/** Prepares a check. Throws all problems that the subject or the records have, before the first run. */
export async function heldAgainst(
  subject: Subject,
  actuals: Actuals,
  stated: StatedConfigurations,
): Promise<Held> {
  const asItIs = subject.read({});
  refuseMany(asItIs.simulation, subject.name, 'a check');
  const configurations = configurationsInForce(asItIs, subject.name, stated);
  const inForce = configurations.map(({ fromMs, configuration }, i) => ({
    fromMs: i === 0 ? Number.NEGATIVE_INFINITY : fromMs,
    cu: configuration.size.maxCu,
    minCu: configuration.size.minCu,
  }));
  const scenario = subject.read({ inForce });
  const simulation = replayed(scenario.simulation, configurations);
  const actual = actualIn(simulation, actuals);
  const otherDemands: OtherDemand[] = (isOpen(scenario) ? UPLIFTS : []).map((by) => ({
    hypothesis: { kind: 'hidden demand', by },
    simulation: replayed(subject.read({ inForce, uplift: by }).simulation, configurations),
  }));
  const quiet = await withoutBackground(subject, { inForce });
  if (quiet !== null)
    otherDemands.push({
      hypothesis: { kind: 'background', was: 'absent', background: quiet.background },
      simulation: replayed(quiet.simulation, configurations),
    });
  if (subject.withIdle !== null) {
    const { belowVcpu, load } = subject.withIdle;
    otherDemands.push({
      hypothesis: { kind: 'background', was: 'work', idleBelow: belowVcpu },
      simulation: replayed((await load()).read({ inForce }).simulation, configurations),
    });
  }
  return {
    scenario,
    simulation,
    configurations,
    actual,
    otherDemands,
    use: { stated: scenario.use, metered: actuals.consumption },
    billed: actuals.bill?.months ?? null,
  };
}

/** A typical number of runs, for the progress bar. */
const USUAL_RUNS = 30;

/** Runs a prepared check. */
export async function checkHeld(held: Held, asking: Asking): Promise<Check> {
  const { signal, progress } = asking;
  const check = await checkOf(held, (done) => {
    progress('checking', Math.min(USUAL_RUNS, done), USUAL_RUNS);
    return isAborted(asking);
  });
  signal.throwIfAborted();
  return check as Check;
}
