import { EVENT, type EventNumber, nextHourMs, Run, type Simulation } from '../engine/index.ts';
import { HOUR_MS, MINUTE_MS } from '../facts/index.ts';
import type { Broken, PromiseName } from './promises.ts';
import { type Setting, withSetting } from './setting.ts';

/** When a promise was broken, in times after the start of the run. */
export interface When {
  /** The minute in which it first came to what is not to come; null: it is nothing that comes at an instant. */
  readonly firstMs: number | null;
  /** The local hour with most of it; null: it has no hours. */
  readonly worst: { readonly fromMs: number; readonly untilMs: number; readonly share: number } | null;
  /** The hour of the day with most of it, over all days; 9 is from 09:00 to 10:00. */
  readonly daily: { readonly hour: number; readonly share: number } | null;
}

/**
 * When a setting broke what it breaks, by one more run of it that is looked at each hour, and each minute for as long as
 * something has yet to come for the first time. To be looked at changes nothing of a run.
 */
export function withWhen(simulation: Simulation, setting: Setting, broken: readonly Broken[]): Broken[] {
  const watches = broken.map((one) => watchOf(one));
  if (watches.every((watch) => watch === null)) return [...broken];
  const run = new Run(withSetting(simulation, setting), null, 'sums');
  const { zone, startMs, horizonMs } = simulation;
  let hourMs = 0;
  while (run.nowMs < horizonMs) {
    const { nowMs } = run;
    const nextHour = nextHourMs(zone, startMs + nowMs) - startMs;
    const isAwaited = watches.some((watch) => watch?.isInstant === true && watch.firstMs === null);
    const nextMinute = nowMs + MINUTE_MS - ((startMs + nowMs) % MINUTE_MS);
    run.advance(Math.min(horizonMs, nextHour, isAwaited ? nextMinute : Number.POSITIVE_INFINITY));
    for (const watch of watches) watch?.minute(run, nowMs);
    if (run.nowMs !== nextHour && run.nowMs !== horizonMs) continue;
    const hour = Math.floor((zone.localMs(startMs + hourMs) / HOUR_MS) % 24);
    for (const watch of watches) watch?.hour(run, hourMs, hour);
    hourMs = run.nowMs;
  }
  return broken.map((one, i) => {
    const watch = watches[i] ?? null;
    return watch === null ? one : { ...one, when: watch.when(run) };
  });
}

/** How much of something has come so far. */
type Amount = (run: Run, bound: number) => number;

const counted =
  (...kinds: readonly EventNumber[]): Amount =>
  (run) =>
    kinds.reduce<number>((sum, kind) => sum + computeOf(run).counted(kind), 0);

const delaysOver: Amount = (run, bound) => {
  const { clients, cpu } = computeOf(run);
  return clients.delays.above(bound) + cpu.flowDelaysAt(run.nowMs).above(bound);
};

/** What each promise is broken by. A budget is broken by all of a month. */
const AMOUNTS: Readonly<Record<PromiseName, Amount | null>> = {
  throttled: (run) => computeOf(run).cpu.throttledMsAt(run.nowMs),
  'delay-p95': delaysOver,
  'delay-p99': delaysOver,
  'cold-starts': counted(EVENT.wake),
  'cold-starts-in-hours': (run) => computeOf(run).apart.wakesInHours,
  'delayed-clients': (run) => computeOf(run).clients.wakeWaits.count,
  'delayed-over': (run) => computeOf(run).apart.delayedOver,
  'failed-connects': counted(EVENT.connectionGivenUp),
  refused: counted(EVENT.connectionRefused, EVENT.poolTimedOut),
  'pool-wait-p99': (run, bound) => computeOf(run).clients.poolWaits.above(bound),
  'cache-hits': (run) => computeOf(run).cache.missesAt(run.nowMs),
  'memory-kills': counted(EVENT.memoryKill),
  'disk-free': (run, bound) => {
    const { used, limitBytes } = computeOf(run).disk;
    return Math.max(0, used.ever - (1 - bound) * limitBytes);
  },
  dropped: counted(EVENT.connectionDropped),
  quota: counted(EVENT.quotaSpent),
  budget: null,
};

/** What is not to come at all, or not to go beyond a mark, comes for the first time at an instant. */
const INSTANTS = new Set<PromiseName>([
  'failed-connects',
  'refused',
  'memory-kills',
  'disk-free',
  'dropped',
  'quota',
]);

/** Of a mark that is passed the first time is all there is to tell; how far it is passed adds up to nothing. */
const MARKS = new Set<PromiseName>(['disk-free', 'quota']);

function watchOf({ promise, bound }: Broken): Watch | null {
  const amount = AMOUNTS[promise];
  return amount === null ? null : new Watch(promise, (run) => amount(run, bound));
}

class Watch {
  firstMs: number | null = null;
  readonly isInstant: boolean;
  private readonly isMark: boolean;
  private readonly amount: (run: Run) => number;
  private before = 0;
  private worst = { fromMs: 0, untilMs: 0, amount: 0 };
  private readonly hours = Array.from({ length: 24 }, () => 0);

  constructor(promise: PromiseName, amount: (run: Run) => number) {
    this.isInstant = INSTANTS.has(promise);
    this.isMark = MARKS.has(promise);
    this.amount = amount;
  }

  minute(run: Run, fromMs: number): void {
    if (this.isInstant && this.firstMs === null && this.amount(run) > 0) this.firstMs = fromMs;
  }

  /** An hour of local time is over, or the run is. */
  hour(run: Run, fromMs: number, hour: number): void {
    if (this.isMark) return;
    const total = this.amount(run);
    const amount = total - this.before;
    this.before = total;
    this.hours[hour] = (this.hours[hour] as number) + amount;
    if (amount > this.worst.amount) this.worst = { fromMs, untilMs: run.nowMs, amount };
  }

  when(run: Run): When {
    const { firstMs, worst, hours } = this;
    const total = this.amount(run);
    if (this.isMark || total === 0) return { firstMs, worst: null, daily: null };
    const most = Math.max(...hours);
    return {
      firstMs,
      worst: { fromMs: worst.fromMs, untilMs: worst.untilMs, share: worst.amount / total },
      daily: { hour: hours.indexOf(most), share: most / total },
    };
  }
}

function computeOf(run: Run): Run['computes'][number] {
  return run.computes[0] as Run['computes'][number];
}
