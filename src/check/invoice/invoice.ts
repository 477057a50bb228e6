import { computeCostMicros, HOUR_MS, MICROS, QUARTER_CU_MS_PER_CU_HOUR } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { Actual } from '../actual.ts';
import { predictedIn } from '../fit.ts';
import type { UsageCurve } from '../usage-curve.ts';
import type { BilledLine } from './billed-line.ts';
import { type ExplainedLine, explainedLines } from './explained-lines.ts';
import type { UseOfMonth } from './line-amount.ts';

/** A month of a bill: as it was billed, and with the compute cost of the replay in its place. */
interface InvoiceMonth {
  readonly fromMs: number;
  /** The share of the month that was replayed. The rest is assumed to be like it. */
  readonly known: number;
  readonly predictedCompute: number;
  readonly billedCompute: number;
  /** Other items of the bill, which no configuration of a compute changes. */
  readonly items: readonly { readonly name: string; readonly amount: number }[];
  /** Each line, compute first. */
  readonly lines: readonly ExplainedLine[];
  readonly predictedTotal: number;
  readonly billedTotal: number;
}

export interface Invoice {
  readonly currency: string;
  readonly months: readonly InvoiceMonth[];
  /** The share of compute in the bill. Null if the bill is 0. */
  readonly computeShare: number | null;
}

/** A month of a bill, in millionths. */
export interface Billed {
  readonly fromMs: number;
  readonly untilMs: number;
  readonly computeMicros: number;
  /** The quantity and the price of compute, if the bill has them. */
  readonly compute?: Pick<BilledLine, 'quantity' | 'priceMicros'>;
  readonly items: readonly BilledLine[];
  readonly totalMicros: number;
}

/** Has the months that overlap a compared span. */
export function invoiceOf(
  { prices, plan, facts }: Simulation,
  curve: UsageCurve,
  actual: Actual,
  billed: readonly Billed[],
  known: Pick<UseOfMonth, 'stated' | 'metered'>,
): Invoice {
  const price = prices.computeMicrosPerCuHour[plan];
  const months = billed.flatMap(
    ({ fromMs, untilMs, computeMicros, compute, items, totalMicros }): InvoiceMonth[] => {
      const spans = actual.spans.filter((span) => span.fromMs >= fromMs && span.untilMs <= untilMs);
      const knownMs = spans.reduce((sum, span) => sum + span.untilMs - span.fromMs, 0);
      if (knownMs === 0) return [];
      const replayed = knownMs / (untilMs - fromMs);
      const cuMs =
        spans.reduce((sum, span) => sum + predictedIn(curve, CU, span.fromMs, span.untilMs), 0) / replayed;
      const predictedMicros = computeCostMicros(
        Math.round((cuMs / HOUR_MS) * QUARTER_CU_MS_PER_CU_HOUR),
        price,
      );
      return [
        {
          fromMs,
          known: replayed,
          predictedCompute: predictedMicros / MICROS,
          billedCompute: computeMicros / MICROS,
          items: items.map(({ name, micros }) => ({ name, amount: micros / MICROS })),
          lines: explainedLines(
            [{ name: 'compute', micros: computeMicros, ...compute }, ...items],
            { fromMs, untilMs, ...known },
            { facts, plan, prices },
          ),
          predictedTotal: (predictedMicros + totalMicros - computeMicros) / MICROS,
          billedTotal: totalMicros / MICROS,
        },
      ];
    },
  );
  const sum = (of: (month: InvoiceMonth) => number) => months.reduce((total, month) => total + of(month), 0);
  const total = sum(({ billedTotal }) => billedTotal);
  return {
    currency: prices.currency,
    months,
    computeShare: total === 0 ? null : sum(({ billedCompute }) => billedCompute) / total,
  };
}

const CU = { of: 'cu' } as const;
