import type { BesideRow } from '../../report/index.ts';
import { type EventSink, Run, type Simulation, totalsOnlyRun, type Variant } from '../../simulator/index.ts';
import type { Asking } from '../asking.ts';
import type { Threads } from '../threads/threads.ts';
import { transferable } from '../threads/transfer.ts';
import { untilAborted } from '../threads/until-aborted.ts';
import { advanceInParts } from './advance-in-parts.ts';
import { type VariantTotals, variantTotals } from './variant-totals.ts';

/** A simulation, and variants of it: the same demand under other configurations. */
interface WithVariants {
  readonly simulation: Simulation;
  readonly sink: EventSink | null;
  readonly variants: readonly Variant[];
}

interface SimulatedWithVariants {
  readonly run: Run;
  /** Only variants that ran to their end. */
  readonly beside: readonly BesideRow[];
}

/** Reads demand part by part. After each part it calls `advance` with the time up to which demand is known. */
export type Feed = (
  asking: Pick<Asking, 'signal' | 'pause'>,
  advance: (knownUntilMs: number) => void,
) => Promise<void>;

/** Runs all variants in step while demand is read: each run advances as far as demand is known. */
export async function simulateFed(
  { simulation, sink, variants }: WithVariants,
  feed: Feed,
  asking: Asking,
): Promise<SimulatedWithVariants> {
  const { horizonMs } = simulation;
  const run = new Run(simulation, sink);
  const others = variants.map((variant) => ({ name: variant.name, run: new Run(variant.simulation) }));
  const advance = (untilMs: number) => {
    for (const one of [run, ...others.map((other) => other.run)]) one.advance(untilMs);
  };
  await feed(asking, (knownUntilMs) => {
    advance(Math.min(horizonMs, knownUntilMs));
    asking.progress('simulating', run.nowMs, horizonMs);
  });
  if (asking.signal.aborted) return { run, beside: [] };
  advance(horizonMs);
  return { run, beside: others.map(({ name, run: other }) => ({ name, ...variantTotals(other) })) };
}

/**
 * Runs the simulation and then its variants in this thread. If that takes long, worker threads take variants meanwhile.
 */
export async function simulateAtOnce(
  { simulation, sink, variants }: WithVariants,
  asking: Asking,
): Promise<SimulatedWithVariants> {
  const { signal, threads, progress } = asking;
  const waiting = [...variants];
  const done = new Map<Variant, VariantTotals>();
  const helpers = helpersFor(waiting, done, threads);
  const began = threads.wallMs();
  const show = (runs: number) => {
    const share = (runs + done.size) / (variants.length + 1);
    progress('simulating', share, 1);
    const tookMs = threads.wallMs() - began;
    if (tookMs > KNOWN_AFTER_MS && tookMs * (1 / share - 1) > WORTH_HELP_MS) helpers.begin();
  };
  try {
    const run = new Run(simulation, sink);
    await advanceInParts(run, asking, show);
    while (!signal.aborted) {
      const next = waiting.shift();
      if (next === undefined) break;
      const variant = totalsOnlyRun(next.simulation);
      await advanceInParts(variant, asking, (share) => show(1 + share));
      if (!signal.aborted) done.set(next, variantTotals(variant));
    }
    await untilAborted(helpers.end(), signal);
    // Totals of whole runs beside those of a partial run would mislead.
    const complete = run.nowMs === simulation.horizonMs ? variants : [];
    return {
      run,
      beside: complete.flatMap((variant) => {
        const totals = done.get(variant);
        return totals === undefined ? [] : [{ name: variant.name, ...totals }];
      }),
    };
  } finally {
    await helpers.close();
  }
}

/** From this time on, the remaining time can be estimated. Starting threads pays off above the second value. */
const KNOWN_AFTER_MS = 300;
const WORTH_HELP_MS = 2000;

/** A worker pool that takes variants off the list. It starts only on demand. */
function helpersFor(waiting: Variant[], done: Map<Variant, VariantTotals>, threads: Threads) {
  let pool: ReturnType<typeof poolOf> | null = null;
  let all: Promise<unknown> = Promise.resolve();
  const poolOf = (workers: number) => threads.pool('variant', workers);
  const help = async ({ run }: Awaited<ReturnType<typeof poolOf>>) => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      done.set(next, await run(transferable(next.simulation)));
  };
  return {
    begin() {
      const workers = Math.min(threads.processors - 1, waiting.length);
      if (pool !== null || workers === 0) return;
      pool = poolOf(workers);
      all = pool.then((opened) => Promise.all(Array.from({ length: workers }, () => help(opened))));
      // The caller that awaits `end` gets the error.
      all.catch(() => {});
    },
    end: () => all,
    close: async () => (await pool)?.close(),
  };
}
