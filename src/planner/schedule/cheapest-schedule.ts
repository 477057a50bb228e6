import { HOUR_MS } from '../../facts/index.ts';
import type { Configuration } from '../configurations/configuration.ts';
import type { Ratio } from './ratios.ts';
import type { WeeklySchedule } from './schedule.ts';
import type { WeekRecord } from './week-record.ts';

/** The results under one condition: a record of each configuration, and the limits of the ratios. */
export interface Recorded {
  readonly records: readonly WeekRecord[];
  readonly ratios: readonly Ratio[];
  /** The most that each ratio may be, by its place. */
  readonly most: number[];
}

/** The places of the two configurations in the list. */
interface Pair {
  readonly inside: number;
  readonly outside: number;
}

export interface EstimatedSchedule extends WeeklySchedule {
  readonly pair: Pair;
  readonly quarterCuMs: number;
}

/**
 * Estimates every schedule of two configurations and some hours of some days, from the hours that each configuration
 * had by itself. Returns the one with the least CU-time that keeps all limits; null if none has less than `below`. An
 * estimate ignores what one hour leaves for the next, such as a backlog or a cold cache.
 *
 * @param recorded the first is without conditions, and gives the CU-time
 */
export function cheapestSchedule(
  configurations: readonly Configuration[],
  recorded: readonly Recorded[],
  below: number,
  isRefused: (pair: Pair) => boolean,
): EstimatedSchedule | null {
  let best: EstimatedSchedule | null = null;
  for (const days of DAY_RANGES) {
    const sums = recorded.map(({ records }) => records.map((record) => new HourSums(record, days)));
    const [plain = []] = sums;
    const limits = recorded.flatMap(({ most }, i) =>
      most.map((bound, place): Limit => ({ sums: sums[i] as HourSums[], amount: amountAt(place), bound })),
    );
    for (const [inside, ins] of plain.entries()) {
      for (const [outside, out] of plain.entries()) {
        const pair = { inside, outside };
        if (inside === outside || isRefused(pair)) continue;
        for (const { from, to } of HOUR_RANGES) {
          const quarterCuMs = out.outside(METERED, from, to) + ins.inside(METERED, from, to);
          if (quarterCuMs >= (best?.quarterCuMs ?? below)) continue;
          if (keepsAll(limits, pair, from, to))
            best = { ...scheduleOf(configurations, pair, days, from, to), pair, quarterCuMs };
        }
      }
    }
  }
  return best;
}

/** A limit of a ratio under one condition, with the sums of each configuration. */
interface Limit {
  readonly sums: readonly HourSums[];
  readonly amount: number;
  readonly bound: number;
}

/** Whether the estimate of a schedule keeps all limits. The limit that it breaks is tried first the next time. */
function keepsAll(limits: Limit[], { inside, outside }: Pair, from: number, to: number): boolean {
  for (let i = 0; i < limits.length; i++) {
    const limit = limits[i] as Limit;
    const { sums, amount, bound } = limit;
    const [ins, out] = [sums[inside] as HourSums, sums[outside] as HourSums];
    const sum = out.outside(amount, from, to) + ins.inside(amount, from, to);
    const of = out.outside(amount + 1, from, to) + ins.inside(amount + 1, from, to);
    if (sum <= bound * of) continue;
    limits[i] = limits[0] as Limit;
    limits[0] = limit;
    return false;
  }
  return true;
}

/** The estimated ratio of a schedule. */
export function estimatedRatio(
  { records }: Recorded,
  place: number,
  { pair, hours }: EstimatedSchedule,
): number {
  const [from, to] = [hours.fromMs / HOUR_MS, hours.toMs / HOUR_MS];
  const ins = new HourSums(records[pair.inside] as WeekRecord, hours.days);
  const out = new HourSums(records[pair.outside] as WeekRecord, hours.days);
  const sum = (amount: number) => out.outside(amount, from, to) + ins.inside(amount, from, to);
  return sum(amountAt(place)) / sum(amountAt(place) + 1);
}

function scheduleOf(
  configurations: readonly Configuration[],
  { inside, outside }: Pair,
  days: readonly number[],
  from: number,
  to: number,
): WeeklySchedule {
  return {
    hours: { days, fromMs: from * HOUR_MS, toMs: to * HOUR_MS },
    inside: configurations[inside] as Configuration,
    outside: configurations[outside] as Configuration,
  };
}

/** The sums of a record within hours of the day on some days of the week, and in all other hours. */
class HourSums {
  private readonly totals: readonly number[];
  /** For each amount, the sums of the hours before each hour of the day. */
  private readonly before: readonly Float64Array[];

  constructor(record: WeekRecord, days: readonly number[]) {
    this.totals = record.map((hours) => hours.reduce((sum, one) => sum + one, 0));
    this.before = record.map((hours) => {
      const sums = new Float64Array(DAY_HOURS + 1);
      for (let hour = 0; hour < DAY_HOURS; hour++) {
        let sum = sums[hour] as number;
        for (const day of days) sum += hours[day * DAY_HOURS + hour] as number;
        sums[hour + 1] = sum;
      }
      return sums;
    });
  }

  inside(amount: number, from: number, to: number): number {
    const sums = this.before[amount] as Float64Array;
    return (sums[to] as number) - (sums[from] as number);
  }

  outside(amount: number, from: number, to: number): number {
    return (this.totals[amount] as number) - this.inside(amount, from, to);
  }
}

const METERED = 0;

/** Where a record has the first amount of a ratio. The second follows it. */
function amountAt(place: number): number {
  return 1 + 2 * place;
}

const DAY_HOURS = 24;

const HOUR_RANGES = Array.from({ length: DAY_HOURS }, (_, from) =>
  Array.from({ length: DAY_HOURS - from }, (_, i) => ({ from, to: from + i + 1 })),
).flat();

/**
 * Every day, the days that work weeks and weekends have, and each single day. Other ranges would leave out a day that is
 * like the others, where an objective is an average that allows it.
 */
const DAY_RANGES: readonly (readonly number[])[] = [
  [0, 1, 2, 3, 4, 5, 6],
  [1, 2, 3, 4, 5],
  [6, 0],
  [1, 2, 3, 4, 5, 6],
  [0, 1, 2, 3, 4],
  ...[0, 1, 2, 3, 4, 5, 6].map((day) => [day]),
];
