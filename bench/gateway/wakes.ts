import type { Figure } from '../figure.ts';
import { median, quantile } from '../quantile.ts';
import { type Compute, connectMs, type Emulator, START_MS } from './emulator.ts';

const WAKES = 20;

/** The time that a client waits for a sleeping compute, beyond the start time. */
export async function wakeFigure(
  emulator: Emulator,
  compute: Compute,
  where: string,
  asked: string,
): Promise<Figure> {
  const added: number[] = [];
  const awake: number[] = [];
  await connectMs(compute.uri);
  for (let wake = 0; wake < WAKES; wake++) {
    await emulator.suspend(compute);
    added.push((await connectMs(compute.uri)) - START_MS);
    awake.push(await connectMs(compute.uri));
  }
  const shown = (values: readonly number[]) =>
    `${median(values).toFixed(1)} ms, p95 ${quantile(values, 0.95).toFixed(1)} ms`;
  return {
    name: `a wake beyond its start, ${where}`,
    ours: shown(added),
    reference: `${shown(awake)} (connect to one that is awake)`,
    ratio: median(added) / median(awake),
    asked,
  };
}
