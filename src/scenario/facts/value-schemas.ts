import { z } from 'zod';
import type { FactValues } from '../../facts/index.ts';
import { priceList } from '../files/price-file.ts';
import { count, flag, group, number } from '../notation/notation.ts';

/** The kernel of the simulator has room for 512 sizes of a quarter CU. */
const MOST_CU = 127;
const CU_WORDS = `a size in CU: a multiple of 0.25 up to ${MOST_CU}`;
const cu = number(CU_WORDS, 0.25, MOST_CU).multipleOf(0.25, { error: CU_WORDS });
const cuOrZero = number(`0, or ${CU_WORDS}`, 0, MOST_CU).multipleOf(0.25, { error: `0, or ${CU_WORDS}` });
const ms = count('a number of milliseconds, a year at most', 1, 31_536_000_000);
const share = number('a share above 0 and up to 1', 0.001, 1);
const positive = (words: string) => number(words, 0.001, 1e6);
const gib = positive('a number of GiB');
const mib = number('a number of MiB', 0, 1e6);
const connections = count('a number of connections', 1, 1e6);

const SIZES_WORDS = `a list of sizes in CU, the smallest first: multiples of 0.25 up to ${MOST_CU}`;
const sizes = z
  .array(cu, { error: SIZES_WORDS })
  .max(1000, { error: SIZES_WORDS })
  .refine((list) => isRising(list), { error: SIZES_WORDS });

const localFileCache = z.discriminatedUnion(
  'kind',
  [
    group('{ kind: share of RAM, share: 0.75 }', { kind: z.literal('share of RAM'), share }),
    group('{ kind: after overheads, systemMib, postgresMib, divisor, share }', {
      kind: z.literal('after overheads'),
      systemMib: mib,
      postgresMib: mib,
      divisor: number('a divisor from 1 to 100', 1, 100),
      share,
    }),
  ],
  { error: 'a rule of the kind "share of RAM" or "after overheads"' },
);

const ROWS_WORDS = 'rows such as [0.25, 112], the smallest size first';
const maxConnections = z.discriminatedUnion(
  'kind',
  [
    group('{ kind: table, rows: [[0.25, 112], …] }', {
      kind: z.literal('table'),
      rows: z
        .array(z.tuple([cu, connections], { error: 'a row such as [0.25, 112]' }), { error: ROWS_WORDS })
        .min(1, { error: ROWS_WORDS })
        .max(1000, { error: ROWS_WORDS })
        .refine((rows) => isRising(rows.map(([rowCu]) => rowCu)), { error: ROWS_WORDS }),
    }),
    group('{ kind: formula, perCu: 419.66, lowest: 100, highest: 4000 }', {
      kind: z.literal('formula'),
      perCu: positive('a number of connections for a CU'),
      lowest: connections,
      highest: connections,
    }).refine(({ lowest, highest }) => lowest <= highest, {
      error: 'a lowest that is not above the highest',
    }),
  ],
  { error: 'a rule of the kind table or formula' },
);

const planSizes = group('autoscalingHighestCu (0 without autoscaling), fixedHighestCu and changes', {
  autoscalingHighestCu: cuOrZero,
  fixedHighestCu: cu,
  changes: flag(),
});

const suspendChoice = z.discriminatedUnion(
  'kind',
  [
    group('{ kind: "default only" }', { kind: z.literal('default only') }),
    group('{ kind: "default or off" }', { kind: z.literal('default or off') }),
    group('{ kind: "any or off", lowestMs: 60000 }', { kind: z.literal('any or off'), lowestMs: ms }),
  ],
  { error: 'a choice of the kind "default only", "default or off" or "any or off"' },
);

const quota = number('a number of CU-hours, or null', 0, 1e9).nullable();

/** The prices of a fact set. A price that it leaves out is that of the base. */
const prices = priceList.extend({ computePerCuHour: priceList.shape.computePerCuHour.prefault({}) });

/** The schema of the value of each fact. */
export const VALUE_SCHEMAS = {
  listedSizesCu: sizes.min(1, { error: SIZES_WORDS }),
  ramGibPerCu: gib,
  sharedSizesCu: sizes,
  sharedBurstFactor: number('a factor from 1 to 64', 1, 64),
  localFileCache,
  maxConnections,
  connectionsMinimumFactor: number('a factor from 1 to 1024', 1, MOST_CU),
  reservedConnections: count('a number of connections', 0, 1e6),
  pooledClients: connections,
  poolShare: share,
  queryWaitTimeoutMs: ms,
  temporaryDisk: group('floorGib and gibPerMaximumCu', { floorGib: gib, gibPerMaximumCu: gib }),
  autoscaling: group('lowestCu, highestCu and widestSpreadCu (null without a limit)', {
    lowestCu: cu,
    highestCu: cu,
    widestSpreadCu: cu.nullable(),
  }).refine(({ lowestCu, highestCu }) => lowestCu <= highestCu, {
    error: 'a lowestCu that is not above highestCu',
  }),
  sizesAboveAutoscalingSleep: z
    .boolean({ error: 'true, false, or null if the document does not say' })
    .nullable(),
  suspendDefaultMs: ms,
  suspendBounds: group('lowestMs and highestMs', { lowestMs: ms, highestMs: ms }).refine(
    ({ lowestMs, highestMs }) => lowestMs <= highestMs,
    { error: 'a lowestMs that is not above highestMs' },
  ),
  wakeMs: ms,
  freePlanSizes: planSizes,
  launchPlanSizes: planSizes,
  scalePlanSizes: planSizes,
  suspendChoices: group('a choice for each plan: free, launch, scale', {
    free: suspendChoice,
    launch: suspendChoice,
    scale: suspendChoice,
  }),
  quotaCuHours: group('a quota for each plan, or null: free, launch, scale', {
    free: quota,
    launch: quota,
    scale: quota,
  }),
  prices,
} satisfies Record<keyof FactValues, z.ZodType>;

function isRising(numbers: readonly number[]): boolean {
  return numbers.every((one, i) => i === 0 || one > (numbers[i - 1] as number));
}
