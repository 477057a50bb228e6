import type { AskingWorld } from '../asking/world.ts';
import { disk } from './disk.ts';
import { keyOf } from './plan-key.ts';
import { threadsOf } from './threads.ts';

/** Node has files and threads. */
export const world: AskingWorld = {
  disk,
  threads: threadsOf,
  keyOf,
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};
