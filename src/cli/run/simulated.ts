import { type EventSink, Run, type Simulation, type Variant } from '../../engine/index.ts';
import type { Interruption } from '../interruption.ts';
import type { FedScenario } from './scenario-file.ts';

/** A question, and the same under other settings. */
export interface Asked {
  readonly simulation: Simulation;
  readonly sink: EventSink | null;
  readonly variants: readonly Variant[];
  readonly interruption: Interruption;
  show(share: number): void;
}

export interface Simulated {
  readonly run: Run;
  /** Variants that have been run to their end. */
  readonly others: readonly { readonly name: string; readonly run: Run }[];
}

/** Virtual time between two looks at the world outside: an interruption, and the progress. */
const PARTS = 400;

/** Demand is all there: one after the other. */
export async function oneByOne(asked: Asked): Promise<Simulated> {
  const { simulation, sink, variants, interruption } = asked;
  const parts = variants.length + 1;
  const run = new Run(simulation, sink);
  await inParts(run, interruption, (share) => asked.show(share / parts));
  const others: { name: string; run: Run }[] = [];
  for (const [i, { name, simulation: other }] of variants.entries()) {
    if (interruption.asked) break;
    const done = new Run(other);
    await inParts(done, interruption, (share) => asked.show((i + 1 + share) / parts));
    if (!interruption.asked) others.push({ name, run: done });
  }
  return { run, others };
}

/** Demand is read while they run: all of them as far as it is known, then the next part is read. */
export async function sideBySide(
  { simulation, sink, variants, interruption, show }: Asked,
  feed: NonNullable<FedScenario['feed']>,
): Promise<Simulated> {
  const { horizonMs } = simulation;
  const run = new Run(simulation, sink);
  const others = variants.map((variant) => ({ name: variant.name, run: new Run(variant.simulation) }));
  const advance = (untilMs: number) => {
    for (const one of [run, ...others.map((other) => other.run)]) one.advance(untilMs);
  };
  await feed(interruption, (knownUntilMs) => {
    advance(Math.min(horizonMs, knownUntilMs));
    show(run.nowMs / horizonMs);
  });
  if (interruption.asked) return { run, others: [] };
  advance(horizonMs);
  return { run, others };
}

/** A run to its end, or to where somebody does not want to wait. */
export async function inParts(
  run: Run,
  interruption: Interruption,
  show: (share: number) => void,
): Promise<void> {
  const { horizonMs } = run.simulation;
  for (let part = 1; part <= PARTS && !interruption.asked; part++) {
    run.advance(Math.floor((horizonMs * part) / PARTS));
    show(part / PARTS);
    await interruption.look();
  }
}
