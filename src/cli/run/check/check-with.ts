import {
  type Actual,
  type Check,
  type CheckQuestion,
  checkOf,
  type OtherDemand,
} from '../../../check/index.ts';
import type { Simulation } from '../../../engine/index.ts';
import { UPLIFTS } from '../../../planner/index.ts';
import type { Scenario } from '../../../scenario/index.ts';
import type { FoundBackground } from '../../../trace/index.ts';
import { nameOf, openSource } from '../../input.ts';
import { Interrupted } from '../../interruption.ts';
import type { SimulationOptions, TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { readable } from '../plan/background.ts';
import { refuseMany } from '../plan/one-compute.ts';
import { type AssumingFile, loadAssuming, type ReadAssuming } from '../scenario-file.ts';
import type { Told } from './actual-file.ts';
import { actualIn } from './common-time.ts';
import { type InForce, type InForceOptions, replayed, settingsInForce } from './in-force.ts';

/** A replay of what was in force, and what it is held against. */
export interface Held {
  readonly scenario: Scenario;
  readonly simulation: Simulation;
  readonly settings: readonly [InForce, ...InForce[]];
  /** What happened in the time that both know. */
  readonly actual: Actual;
  readonly otherDemands: CheckQuestion['otherDemands'];
  readonly billed: CheckQuestion['billed'];
}

/** A file under what was in force, beside what happened: all that may be wrong with either is found here. */
export async function heldAgainst(
  { read, background }: Pick<AssumingFile, 'read' | 'background'>,
  file: string,
  told: Told,
  options: InForceOptions & SimulationOptions & TraceOptions,
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
  const otherDemands: OtherDemand[] = [];
  for (const by of isOpen ? UPLIFTS : []) {
    const higher = await read({ inForce, uplift: by });
    otherDemands.push({
      supposition: { kind: 'censored', by },
      simulation: replayed(higher.simulation, settings),
    });
  }
  otherDemands.push(
    ...(await withoutBackground(read, await background(), inForce, settings)),
    ...(await withWhatIsLeftOut(file, options, inForce, settings, terminal)),
  );
  return { scenario, simulation, settings, actual, otherDemands, billed: told.bill?.months ?? null };
}

type InForceNow = NonNullable<Parameters<ReadAssuming>[0]['inForce']>;

async function withoutBackground(
  read: ReadAssuming,
  found: FoundBackground | null,
  inForce: InForceNow,
  settings: Held['settings'],
): Promise<OtherDemand[]> {
  if (found === null) return [];
  const scenario = await readable(read({ inForce, without: found.without }));
  if (scenario === null) return [];
  const { background } = found;
  return [
    {
      supposition: { kind: 'background', was: 'absent', background },
      simulation: replayed(scenario.simulation, settings),
    },
  ];
}

/** The trace without `--idle-below`. A pipe cannot be read a second time. */
async function withWhatIsLeftOut(
  file: string,
  { idleBelow, pooler: _, ...options }: SimulationOptions & TraceOptions,
  inForce: InForceNow,
  settings: Held['settings'],
  terminal: Terminal,
): Promise<OtherDemand[]> {
  if (idleBelow === undefined || openSource(file, terminal).bytes === null) return [];
  const { read } = await loadAssuming(file, options, terminal);
  const { simulation } = await read({ inForce });
  return [
    {
      supposition: { kind: 'background', was: 'work', idleBelow },
      simulation: replayed(simulation, settings),
    },
  ];
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
