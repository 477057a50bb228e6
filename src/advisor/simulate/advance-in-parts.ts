import { MINUTE_MS } from '../../facts/index.ts';
import type { RunTotals } from '../../simulator/index.ts';
import type { Asking } from '../asking.ts';

/** The run pauses between this many parts, or fewer if the parts would be too short to notice. */
const MOST_PARTS = 400;
const LEAST_PART_MS = MINUTE_MS;

/** Advances a run to its end, or until it is aborted. */
export async function advanceInParts(
  run: Pick<RunTotals, 'simulation' | 'advance'>,
  { signal, pause }: Pick<Asking, 'signal' | 'pause'>,
  show: (share: number) => void,
): Promise<void> {
  const { horizonMs } = run.simulation;
  const parts = Math.min(MOST_PARTS, Math.ceil(horizonMs / LEAST_PART_MS));
  for (let part = 1; part <= parts && !signal.aborted; part++) {
    run.advance(Math.floor((horizonMs * part) / parts));
    show(part / parts);
    await pause();
  }
}
