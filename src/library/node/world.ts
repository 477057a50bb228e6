import type { World } from '../asking/world.ts';
import { disk } from './disk.ts';
import { threadsOf } from './threads.ts';

/** Node has files and threads. */
export const world: World = {
  disk,
  threads: threadsOf,
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};
