import type { Run } from '../../simulator/index.ts';
import type { Asking } from '../asking.ts';

/** The run pauses between this many parts. */
const PARTS = 400;

/** Advances a run to its end, or until it is aborted. */
export async function advanceInParts(
  run: Run,
  { signal, pause }: Pick<Asking, 'signal' | 'pause'>,
  show: (share: number) => void,
): Promise<void> {
  const { horizonMs } = run.simulation;
  for (let part = 1; part <= PARTS && !signal.aborted; part++) {
    run.advance(Math.floor((horizonMs * part) / PARTS));
    show(part / PARTS);
    await pause();
  }
}
