import { z } from 'zod';
import { MOST_CONNECTIONS } from '../../workload/index.ts';
import { count, number } from './notation.ts';

/** Fields that a load and a trace share. */
export const loadFields = {
  concurrency: z
    .union([number('a number from 0.1 to 100000', 0.1, 100_000), z.null()], {
      error: 'a number of active queries, or null',
    })
    .optional(),
  connections: count('a number of connections from 0 to 100000', 0, MOST_CONNECTIONS).optional(),
};
