import { Run, type Variant } from '../../../engine/index.ts';
import type { BesideRow } from '../../../report/index.ts';
import type { Machine, WorkerPool } from '../../machine.ts';
import type { Terminal } from '../../terminal.ts';
import type { FedScenario } from '../scenario-file.ts';
import { type Asked, inParts, sideBySide } from '../simulated.ts';
import { type TransferableSimulation, transferable } from '../transfer.ts';
import { untilInterrupted } from '../until-interrupted.ts';
import { type BesideTotals, besideTotals } from './totals.ts';

export interface SimulatedBeside {
  readonly run: Run;
  /** Variants that have been run to their end. */
  readonly beside: readonly BesideRow[];
}

/** Demand is read while all of them run. */
export async function besideFed(
  asked: Asked,
  feed: NonNullable<FedScenario['feed']>,
): Promise<SimulatedBeside> {
  const { run, others } = await sideBySide(asked, feed);
  return { run, beside: others.map(({ name, run: other }) => ({ name, ...besideTotals(other) })) };
}

/**
 * Demand is all there: this thread does what is asked, and then the variants. Where that takes a while, others begin with
 * those meanwhile.
 */
export async function besideAtOnce(asked: Asked, { machine }: Terminal): Promise<SimulatedBeside> {
  const { simulation, sink, variants, interruption } = asked;
  const waiting = [...variants];
  const done = new Map<Variant, BesideTotals>();
  const helpers = helpersFor(waiting, done, machine);
  const began = machine.wallMs();
  const show = (runs: number) => {
    const share = (runs + done.size) / (variants.length + 1);
    asked.show(share);
    const tookMs = machine.wallMs() - began;
    if (tookMs > KNOWN_AFTER_MS && tookMs * (1 / share - 1) > WORTH_HELP_MS) helpers.begin();
  };
  try {
    const run = new Run(simulation, sink);
    await inParts(run, interruption, show);
    while (!interruption.asked) {
      const next = waiting.shift();
      if (next === undefined) break;
      const variant = new Run(next.simulation);
      await inParts(variant, interruption, (share) => show(1 + share));
      if (!interruption.asked) done.set(next, besideTotals(variant));
    }
    await untilInterrupted(helpers.end(), interruption, machine);
    // Beside a part of a run the whole of others would mislead.
    const told = run.nowMs === simulation.horizonMs ? variants : [];
    return {
      run,
      beside: told.flatMap((variant) => {
        const totals = done.get(variant);
        return totals === undefined ? [] : [{ name: variant.name, ...totals }];
      }),
    };
  } finally {
    await helpers.close();
  }
}

/** After so long it is known about how long the rest will take, and for how much of it threads are worth their beginning. */
const KNOWN_AFTER_MS = 300;
const WORTH_HELP_MS = 2000;

/** A worker pool that takes variants off the list, once it is wanted. */
function helpersFor(waiting: Variant[], done: Map<Variant, BesideTotals>, machine: Machine) {
  let pool: ReturnType<typeof poolOf> | null = null;
  let all: Promise<unknown> = Promise.resolve();
  const poolOf = (workers: number) =>
    machine.workerPool<TransferableSimulation, BesideTotals>(
      new URL('./worker.js', import.meta.url),
      workers,
    );
  const help = async ({ run }: WorkerPool<TransferableSimulation, BesideTotals>) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      done.set(next, await run(transferable(next.simulation)));
  };
  return {
    begin() {
      const workers = Math.min(machine.processors - 1, waiting.length);
      if (pool !== null || workers === 0) return;
      pool = poolOf(workers);
      all = pool.then((opened) => Promise.all(Array.from({ length: workers }, () => help(opened))));
      // Whoever waits for them is told of one that fails.
      all.catch(() => {});
    },
    end: () => all,
    close: async () => (await pool)?.close(),
  };
}
