import { type Actual, type Check, type CheckQuestion, checkOf } from '../../../check/index.ts';
import type { Simulation } from '../../../engine/index.ts';
import { UPLIFTS } from '../../../planner/index.ts';
import type { Scenario } from '../../../scenario/index.ts';
import { nameOf } from '../../input.ts';
import { Interrupted } from '../../interruption.ts';
import type { Terminal } from '../../terminal.ts';
import { refuseMany } from '../plan/one-compute.ts';
import type { ReadAssuming } from '../scenario-file.ts';
import type { Told } from './actual-file.ts';
import { actualIn } from './common-time.ts';
import { type InForce, type InForceOptions, replayed, settingsInForce } from './in-force.ts';

/** A replay of what was in force, and what it is held against. */
export interface Held {
  readonly scenario: Scenario;
  readonly simulation: Simulation;
  readonly settings: readonly InForce[];
  /** What happened in the time that both know. */
  readonly actual: Actual;
  readonly uplifted: CheckQuestion['uplifted'];
  readonly billed: CheckQuestion['billed'];
}

/** A file under what was in force, beside what happened: all that may be wrong with either is found here. */
export async function heldAgainst(
  read: ReadAssuming,
  file: string,
  told: Told,
  options: InForceOptions,
  terminal: Terminal,
): Promise<Held> {
  const asItIs = await read({});
  refuseMany(asItIs.simulation, file, 'a check');
  const settings = settingsInForce(asItIs, nameOf(file), options, terminal);
  const inForce = settings.map(({ fromMs, setting }, i) => ({
    fromMs: i === 0 ? Number.NEGATIVE_INFINITY : fromMs,
    cu: setting.size.maxCu,
    minCu: setting.size.minCu,
  }));
  const scenario = await read({ inForce });
  const simulation = replayed(scenario.simulation, settings);
  const actual = actualIn(simulation, told);
  const { censored } = scenario;
  const isOpen = censored !== null && censored.samples > 0 && censored.rebuiltFrom === null;
  const uplifted = [];
  for (const by of isOpen ? UPLIFTS : []) {
    const higher = await read({ inForce, uplift: by });
    uplifted.push({ by, simulation: replayed(higher.simulation, settings) });
  }
  return { scenario, simulation, settings, actual, uplifted, billed: told.bill?.months ?? null };
}

/** About as many runs as there are, for the progress to show. */
const USUAL_RUNS = 30;

/** How far both are apart, and why. */
export async function checkWith(held: Held, terminal: Terminal): Promise<Check> {
  const interruption = terminal.onInterrupt();
  const progress = terminal.progress('checking');
  try {
    const check = await checkOf(held, async (done) => {
      progress.show(Math.min(1, done / USUAL_RUNS));
      await interruption.look();
      return interruption.asked;
    });
    if (check === null) throw new Interrupted('there is no answer');
    return check;
  } finally {
    progress.done();
    interruption.end();
  }
}
