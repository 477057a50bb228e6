import { type Actual, actualWithin, extentOf } from '../../check/index.ts';
import { DAY_MS, HOUR_MS } from '../../facts/index.ts';
import { type Place, problem } from '../../problem/index.ts';
import type { Bill } from '../../scenario/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import type { Actuals } from './actuals.ts';

/** Returns what happened during the trace. Throws a problem if the two have no time in common. */
export function actualIn(simulation: Simulation, { place, metered, bill }: Actuals): Actual {
  const { startMs, horizonMs } = simulation;
  const untilMs = startMs + horizonMs;
  if (bill !== null) refuseCurrency(simulation, bill, place);
  const all = metered ?? ofBill(simulation, bill as Bill, place);
  const actual = actualWithin(all, startMs, untilMs);
  if (actual.spans.length > 0) return actual;
  const reach = extentOf(all);
  const where =
    reach === null ? 'it covers no time' : `it covers ${iso(reach.fromMs)} to ${iso(reach.untilMs)}`;
  throw problem(
    place,
    `${where}, and the trace covers ${iso(startMs)} to ${iso(untilMs)}`,
    `give records of ${iso(startMs)} to ${iso(untilMs)}`,
  );
}

function refuseCurrency({ prices }: Simulation, { currency }: Bill, place: Place): void {
  if (currency === null || currency === prices.currency) return;
  throw problem(
    place,
    `the bill is in ${currency}, and prices are in ${prices.currency}`,
    `give prices in ${currency}, or the bill in ${prices.currency}`,
  );
}

/** A month has to be covered for at least this long to count. */
const LEAST_MS = DAY_MS;

/** Spreads each month's compute cost evenly, and takes the part of the month that the trace covers. */
function ofBill({ startMs, horizonMs, prices, plan }: Simulation, { months }: Bill, place: Place): Actual {
  const price = prices.computeMicrosPerCuHour[plan];
  if (price === 0)
    throw problem(place, `compute costs nothing on the plan ${plan}`, 'name the plan that was billed');
  const spans = months.flatMap(({ fromMs, untilMs, computeMicros }) => {
    const [first, last] = [Math.max(startMs, fromMs), Math.min(startMs + horizonMs, untilMs)];
    // Months outside the trace are kept, so that the problem can say which months the bill has.
    const isIn = last - first >= LEAST_MS;
    const share = isIn ? (last - first) / (untilMs - fromMs) : 1;
    const value = (computeMicros / price) * HOUR_MS * share;
    return [isIn ? { fromMs: first, untilMs: last, value } : { fromMs, untilMs, value }];
  });
  return { of: 'cu', spans, wakes: null, suspends: null, hasSizes: false };
}

const iso = (ms: number) => `${new Date(Math.floor(ms / 60_000) * 60_000).toISOString().slice(0, 16)}Z`;
