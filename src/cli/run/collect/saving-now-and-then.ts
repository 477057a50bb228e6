import { SECOND_MS } from '../../../facts/index.ts';
import type { HostMachine } from '../../terminal/machine.ts';

const EVERY_MS = 30 * SECOND_MS;

/** Saving a hundred thousand databases takes seconds, in which nothing is collected. */
const REST_PER_SAVE = 20;

/** Saves each half minute, or less often if a save takes long, so that a killed process loses little. */
export function savingNowAndThen(
  save: () => Promise<void>,
  { wallMs }: Pick<HostMachine, 'wallMs'>,
): () => Promise<void> {
  let nextMs = wallMs() + EVERY_MS;
  return async () => {
    const startMs = wallMs();
    if (startMs < nextMs) return;
    // No other worker may save meanwhile.
    nextMs = Number.POSITIVE_INFINITY;
    await save();
    nextMs = wallMs() + Math.max(EVERY_MS, REST_PER_SAVE * (wallMs() - startMs));
  };
}
