import { z } from 'zod';
import { MICROS } from '../../facts/index.ts';
import { type Problem, ProblemError, problem } from '../../problem/index.ts';
import { group, number, text } from '../notation/notation.ts';
import { checkDocument } from '../text/check.ts';
import type { Document } from '../text/document.ts';
import { price } from './price-file.ts';

/** The bill of one calendar month in UTC, in millionths of its currency. */
export interface BilledMonth {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly computeMicros: number;
  /** The quantity and the price of compute, if the bill has them. */
  readonly compute?: BilledQuantity;
  /** Items that no configuration of a compute changes, such as storage. */
  readonly items: readonly ({ readonly name: string; readonly micros: number } & Partial<BilledQuantity>)[];
  readonly totalMicros: number;
}

/** The factors of a line of a bill: CU-hours, GB-months, branch-months or GB, and the price of one. */
export interface BilledQuantity {
  readonly quantity: number;
  /** Null if the bill has no price. */
  readonly priceMicros: number | null;
}

export interface Bill {
  readonly currency: string | null;
  readonly project: string | null;
  readonly months: readonly BilledMonth[];
}

const MONTH = /^(20\d{2})-(0[1-9]|1[0-2])$/;
const MONTH_WORDS = 'a month such as 2026-03';
const amount = number('an amount from 0 on, such as 41.20', 0, 1e9);
const line = z.union(
  [
    amount,
    group('a line: amount, quantity, price', {
      amount,
      quantity: number('a quantity from 0 on, such as 175', 0, 1e12),
      price: price.optional(),
    }),
  ],
  { error: 'an amount such as 12.40, or { amount: 12.40, quantity: 35.43, price: 0.35 }' },
);
const MONTHS_WORDS = 'a list of months, each with its total or its compute';

const billSchema = group('a bill: months, currency, project', {
  currency: z
    .string({ error: 'a currency of three capital letters, for example USD' })
    .regex(/^[A-Z]{3}$/, { error: 'a currency of three capital letters, for example USD' })
    .nullable()
    .default(null),
  project: text('the name of a project').nullable().default(null),
  months: z
    .array(
      group('a month: month, total or compute, items', {
        month: z.string({ error: MONTH_WORDS }).regex(MONTH, { error: MONTH_WORDS }),
        total: amount.optional(),
        compute: line.optional(),
        items: z
          .record(z.string(), line, { error: 'items with their amounts, such as { storage: 12.40 }' })
          .refine((items) => Object.keys(items).length <= 1000, { error: '1000 items at most' })
          .default({}),
      }),
      { error: MONTHS_WORDS },
    )
    .min(1, { error: MONTHS_WORDS })
    .max(1000, { error: '1000 months at most' }),
});

/** Recognises a bill by its one required field. */
export function isBill({ value }: Document): boolean {
  return typeof value === 'object' && value !== null && 'months' in value;
}

export function readBill(document: Document): Bill {
  const { currency, project, months } = checkDocument(document, billSchema);
  const problems: Problem[] = [];
  const read = months.map(({ month, total, compute, items }, i): BilledMonth => {
    const own = Object.entries(items).map(([name, value]) => ({
      name,
      micros: microsOf(amountOf(value)),
      ...quantityOf(value),
    }));
    const itemMicros = own.reduce((sum, { micros }) => sum + micros, 0);
    const computeMicros =
      compute === undefined ? microsOf(total ?? 0) - itemMicros : microsOf(amountOf(compute));
    const totalMicros = total === undefined ? computeMicros + itemMicros : microsOf(total);
    const refuse = (field: string, found: string, remedy: string) =>
      problems.push({ place: document.place(['months', i, field]), found, remedy });
    const left = (totalMicros - itemMicros - computeMicros) / MICROS;
    if (total === undefined && compute === undefined)
      refuse('month', 'it has neither a total nor the cost of compute', 'write one of them, or both');
    else if (computeMicros < 0) refuse('items', 'the items are more than the total', 'correct one of them');
    else if (Math.abs(left) >= 0.005)
      refuse(
        'total',
        `compute and items add up to ${amountWords(computeMicros + itemMicros)}, and the total is ${amountWords(totalMicros)}`,
        left > 0 ? `add the ${left.toFixed(2)} that are missing as an item` : 'correct one of them',
      );
    if (months.findIndex((one) => one.month === month) !== i)
      refuse('month', `${month} is already in the bill`, 'write each month once');
    const quantity = compute === undefined ? undefined : quantityOf(compute);
    return {
      ...monthOf(month),
      computeMicros,
      ...(quantity === undefined ? {} : { compute: quantity }),
      items: own,
      totalMicros,
    };
  });
  if (problems.length > 0) throw new ProblemError(problems);
  return { currency, project, months: read.sort((one, other) => one.fromMs - other.fromMs) };
}

const FLAG = /^(20\d{2}-(?:0[1-9]|1[0-2]))=(\d+(?:\.\d{1,6})?)\s*([A-Z]{3})?$/;

/** Reads `2026-03=41.20` or `2026-03=38.50EUR`, one text for each month. */
export function billOfFlags(texts: readonly string[], field: string): Bill {
  const months = texts.map((written) => {
    const [, month, value, currency] = FLAG.exec(written.trim()) ?? [];
    if (month === undefined)
      throw problem(
        { field },
        `found "${written}"`,
        'write a month and what was billed, such as 2026-03=41.20, or name a file with a bill',
      );
    return { month, value: Number(value), currency: currency ?? null };
  });
  const twice = months.find(({ month }, i) => months.findIndex((one) => one.month === month) !== i);
  if (twice !== undefined) throw problem({ field }, `${twice.month} is given twice`, 'give each month once');
  const currencies = new Set(months.map(({ currency }) => currency));
  if (currencies.size > 1)
    throw problem({ field }, 'its months are in different currencies', 'give all in one');
  return {
    currency: months[0]?.currency ?? null,
    project: null,
    months: months
      .map(({ month, value }) => {
        const micros = microsOf(value);
        return { ...monthOf(month), computeMicros: micros, items: [], totalMicros: micros };
      })
      .sort((one, other) => one.fromMs - other.fromMs),
  };
}

type WrittenLine = z.output<typeof line>;

function amountOf(written: WrittenLine): number {
  return typeof written === 'number' ? written : written.amount;
}

function quantityOf(written: WrittenLine): BilledQuantity | undefined {
  if (typeof written === 'number') return undefined;
  const { quantity, price: own } = written;
  return { quantity, priceMicros: own === undefined ? null : microsOf(own) };
}

function monthOf(text: string) {
  const [, year, month] = MONTH.exec(text) as RegExpExecArray;
  return {
    fromMs: Date.UTC(Number(year), Number(month) - 1),
    untilMs: Date.UTC(Number(year), Number(month)),
  };
}

const microsOf = (value: number) => Math.round(value * MICROS);
const amountWords = (micros: number) => (micros / MICROS).toFixed(2);
