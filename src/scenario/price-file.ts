import { z } from 'zod';
import { MICROS, type PriceList } from '../facts/index.ts';
import { check } from './check.ts';
import type { Document } from './document.ts';

const price = z
  .number({ error: 'a price from 0 to 1000000 with at most six decimals' })
  .min(0)
  .max(1e6)
  .refine(hasSixDecimals, { error: 'a price from 0 to 1000000 with at most six decimals' });

const priceFileSchema = z.strictObject(
  {
    date: z
      .string({ error: 'the date of the price list, for example "2026-08"' })
      .regex(/^\d{4}-\d{2}(-\d{2})?$/, {
        error: 'the date of the price list, for example "2026-08"',
      }),
    source: z.string({ error: 'where the prices come from, as text' }).optional(),
    currency: z
      .string({ error: 'a currency of three capital letters, for example USD' })
      .regex(/^[A-Z]{3}$/, { error: 'a currency of three capital letters, for example USD' })
      .default('USD'),
    computePerCuHour: z.strictObject(
      { free: price.optional(), launch: price.optional(), scale: price.optional() },
      groupError('prices by plan: free, launch, scale'),
    ),
    storagePerGbMonth: price.optional(),
    restoreHistoryPerGbMonth: price.optional(),
    transferPerGb: price.optional(),
    transferIncludedGb: z.number({ error: 'a number of GB, 0 or more' }).min(0).optional(),
    branchPerMonth: price.optional(),
  },
  groupError('a price list: date, computePerCuHour and more'),
);

/** A price list from a file; what the file leaves out stays as in the list that it replaces. */
export function readPrices(document: Document, replaced: PriceList): PriceList {
  const file = check(document, priceFileSchema);
  const micros = (given: number | undefined, otherwise: number) =>
    given === undefined ? otherwise : Math.round(given * MICROS);
  const compute = replaced.computeMicrosPerCuHour;
  return {
    date: file.date,
    source: file.source ?? document.file,
    currency: file.currency,
    computeMicrosPerCuHour: {
      free: micros(file.computePerCuHour.free, compute.free),
      launch: micros(file.computePerCuHour.launch, compute.launch),
      scale: micros(file.computePerCuHour.scale, compute.scale),
    },
    storageMicrosPerGbMonth: micros(file.storagePerGbMonth, replaced.storageMicrosPerGbMonth),
    restoreHistoryMicrosPerGbMonth: micros(
      file.restoreHistoryPerGbMonth,
      replaced.restoreHistoryMicrosPerGbMonth,
    ),
    transferMicrosPerGb: micros(file.transferPerGb, replaced.transferMicrosPerGb),
    transferIncludedGb: file.transferIncludedGb ?? replaced.transferIncludedGb,
    branchMicrosPerMonth: micros(file.branchPerMonth, replaced.branchMicrosPerMonth),
  };
}

function hasSixDecimals(value: number): boolean {
  const micros = value * MICROS;
  return Math.abs(micros - Math.round(micros)) < 1e-6 * Math.max(1, micros);
}

function groupError(expected: string) {
  return {
    error: (issue: { readonly code: string | undefined }) =>
      issue.code === 'unrecognized_keys' ? undefined : expected,
  };
}
