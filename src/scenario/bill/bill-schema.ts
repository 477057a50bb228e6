import { z } from 'zod';
import { billedBytes, count, group, text, wholeDuration } from '../notation/notation.ts';

const BRANCHES_WORDS = 'a list of child branches such as [{ count: 12, changes: 200MB }]';
const TRANSFER_WORDS = 'an amount such as 300GB, or amounts by the name of the demand';

/** The use of a project in a month beside compute. */
export const billSchema = group(
  'what the project uses in a month, such as { storage: 20GB, transfer: 300GB }',
  {
    storage: billedBytes.optional(),
    growth: billedBytes.optional(),
    branches: z
      .array(
        group('child branches that are alike: count, changes, size, lasts', {
          count: count('a number of branches from 1 to 5000', 1, 5000).default(1),
          changes: billedBytes,
          size: billedBytes.optional(),
          lasts: wholeDuration.optional(),
        }),
        { error: BRANCHES_WORDS },
      )
      .max(100, { error: '100 kinds of branches at most' })
      .default([]),
    restoreHistory: billedBytes.optional(),
    written: billedBytes.optional(),
    restoreWindow: wholeDuration.optional(),
    snapshots: billedBytes.optional(),
    transfer: z
      .union([billedBytes, z.record(text('the name of a demand'), billedBytes, { error: TRANSFER_WORDS })], {
        error: TRANSFER_WORDS,
      })
      .optional(),
    privateTransfer: billedBytes.optional(),
  },
);

export type WrittenBill = z.output<typeof billSchema>;
