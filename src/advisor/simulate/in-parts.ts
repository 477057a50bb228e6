import type { Run } from '../../simulator/index.ts';
import type { Asking } from '../asking.ts';

/** Virtual time between two turns of others. */
const PARTS = 400;

/** A run to its end, or to where it is aborted. */
export async function inParts(
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
