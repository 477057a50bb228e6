import { DAY_MS } from '../../facts/index.ts';
import { type BillLine, billLines } from './bill.ts';
import { type MeteredSeries, meteredMonth, meteredWithin } from './metered-use.ts';
import { type ActivityOverTime, type MonthQuota, monthQuotas } from './quotas.ts';
import { NOTHING_STATED, type StatedUse, statedMonth } from './stated-use.ts';
import { billedMonthMs, type Terms } from './terms.ts';
import type { MonthUse } from './used-amount.ts';

/** The known use of a project beside compute. */
export interface KnownUse {
  /** Stated by a scenario. Null if it states nothing. */
  readonly stated: StatedUse | null;
  /** Metered by the service. Metered use goes before stated use. */
  readonly metered: readonly MeteredSeries[];
  /** The use that the question states. It goes before everything else. */
  readonly asked: Partial<StatedUse>;
}

/** The bill of a month of a project, without its compute. */
export interface ProjectBill {
  readonly lines: readonly BillLine[];
  readonly quotas: readonly MonthQuota[];
  /** The demand that transfers most, with its share. Null if nobody says what each demand transfers. */
  readonly mostTransfer: { readonly demand: string; readonly share: number } | null;
}

/** @param activity when the project transfers; null if it transfers evenly */
export function projectBill(
  known: KnownUse,
  terms: Terms,
  startMs: number,
  activity: ActivityOverTime | null,
): ProjectBill | null {
  const stated = allStated(known);
  const use = monthUse(known, stated, terms);
  const lines = billLines(use, terms);
  if (lines.length === 0) return null;
  return {
    lines,
    quotas: monthQuotas(stated, use, terms, startMs, activity),
    mostTransfer: use.transfer?.source === 'stated' ? mostTransfer(stated) : null,
  };
}

/** Merges the statements of the scenario and of the question. */
export function allStated({ stated, asked }: KnownUse): StatedUse {
  const own = stated ?? NOTHING_STATED;
  return {
    ...own,
    ...(asked.transferBytes === undefined ? {} : { transferBy: [] }),
    ...(asked.historyBytes === undefined ? {} : { writtenBytesPerDay: null }),
    ...asked,
  };
}

function monthUse({ metered, asked }: KnownUse, stated: StatedUse, terms: Terms): MonthUse {
  const ofStated = statedMonth(stated, terms);
  const all = meteredWithin(metered, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  const ofAsked = Object.keys(statedMonth({ ...NOTHING_STATED, ...asked }, terms)) as (keyof MonthUse)[];
  return {
    ...ofStated,
    ...meteredMonth(all, terms, billedMonthMs(terms)),
    ...Object.fromEntries(ofAsked.map((line) => [line, ofStated[line]])),
  };
}

function mostTransfer({ transferBy, transferBytes }: StatedUse): ProjectBill['mostTransfer'] {
  const [most] = [...transferBy].sort((one, other) => other.bytes - one.bytes);
  if (most === undefined || transferBytes === null || transferBytes === 0) return null;
  return { demand: most.demand, share: most.bytes / transferBytes };
}

/** When the records say that the project transferred. Null if their steps differ in length. */
export function meteredActivity(metered: readonly MeteredSeries[]): ActivityOverTime | null {
  const own = metered.filter(({ line }) => line === 'transfer');
  const [series] = own;
  const [first, ...others] = series?.spans ?? [];
  if (own.length !== 1 || first === undefined || others.length === 0) return null;
  const stepMs = first.untilMs - first.fromMs;
  const spans = [first, ...others];
  const isEven = spans.every(
    ({ fromMs, untilMs }, i) => fromMs === first.fromMs + i * stepMs && untilMs === fromMs + stepMs,
  );
  return isEven
    ? repeatable({ startMs: first.fromMs, stepMs, weights: spans.map(({ value }) => value) })
    : null;
}

/** Keeps whole weeks or else whole days, so that the hours of a day stay where they are when it is repeated. */
export function repeatable({ startMs, stepMs, weights }: ActivityOverTime): ActivityOverTime {
  const lengthMs = stepMs * weights.length;
  const cycleMs = [7 * DAY_MS, DAY_MS].find((ms) => lengthMs >= ms) ?? lengthMs;
  const kept = Math.floor((Math.floor(lengthMs / cycleMs) * cycleMs) / stepMs);
  return { startMs, stepMs, weights: weights.slice(0, kept) };
}
