import { z } from 'zod';
import { MICROS, type PriceList } from '../../facts/index.ts';
import { type Place, problem } from '../../problem/index.ts';
import { checkDocument } from '../text/check.ts';
import type { Document } from '../text/document.ts';

export const price = z
  .number({ error: 'a price from 0 to 1000000 with at most six decimals' })
  .min(0)
  .max(1e6)
  .refine(hasSixDecimals, { error: 'a price from 0 to 1000000 with at most six decimals' });

/** A price list in a file of its own or in a scenario. */
export const priceList = z.strictObject(
  {
    date: z
      .string({ error: 'the date of the price list, for example "2026-08"' })
      .regex(/^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/, {
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

type WrittenPrices = z.output<typeof priceList>;

/** Reads a price list from a file. Prices that the file leaves out come from the list that it replaces. */
export function readPrices(document: Document, replaced: PriceList): PriceList {
  const file = checkDocument(document, priceList);
  return withPrices(file, replaced, document.file, document.place(['currency']));
}

/** @param currencyAt The place of the currency, for problems with it. */
export function withPrices(
  file: WrittenPrices,
  replaced: PriceList,
  name: string,
  currencyAt: Place,
): PriceList {
  if (file.currency !== replaced.currency) requireEvery(file, replaced.currency, currencyAt);
  const micros = (given: number | undefined, otherwise: number) =>
    given === undefined ? otherwise : Math.round(given * MICROS);
  const compute = replaced.computeMicrosPerCuHour;
  return {
    date: file.date,
    source: file.source ?? name,
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

/** Throws if a list in another currency leaves out a price. The replaced price would be in the wrong currency. */
function requireEvery(file: WrittenPrices, currency: string, currencyAt: Place): void {
  const needed = { ...file.computePerCuHour, free: 0, ...file };
  const missing = [
    'launch',
    'scale',
    'storagePerGbMonth',
    'restoreHistoryPerGbMonth',
    'transferPerGb',
    'branchPerMonth',
  ].filter((name) => needed[name as keyof typeof needed] === undefined);
  if (missing.length === 0) return;
  throw problem(
    currencyAt,
    `the list is in ${file.currency} and leaves out ${missing.join(', ')}, known in ${currency} only`,
    `add the missing prices, or use ${currency}`,
  );
}

/** Returns a complete price list in the form of a scenario. */
export function pricesText(prices: PriceList): z.input<typeof priceList> {
  const { free, launch, scale } = prices.computeMicrosPerCuHour;
  return {
    date: prices.date,
    source: prices.source,
    currency: prices.currency,
    computePerCuHour: { free: free / MICROS, launch: launch / MICROS, scale: scale / MICROS },
    storagePerGbMonth: prices.storageMicrosPerGbMonth / MICROS,
    restoreHistoryPerGbMonth: prices.restoreHistoryMicrosPerGbMonth / MICROS,
    transferPerGb: prices.transferMicrosPerGb / MICROS,
    transferIncludedGb: prices.transferIncludedGb,
    branchPerMonth: prices.branchMicrosPerMonth / MICROS,
  };
}

function hasSixDecimals(value: number): boolean {
  return Number(value.toFixed(6)) === value;
}

function groupError(expected: string) {
  return {
    error: (issue: { readonly code: string | undefined }) =>
      issue.code === 'unrecognized_keys' ? undefined : expected,
  };
}
