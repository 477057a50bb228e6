import type { Assumed, AssumptionName } from '../sensitivity/assumptions.ts';
import type { MostOfHours } from '../timing/most-of-hours.ts';
import type { Outcome } from './outcome.ts';

export type ObjectiveUnit = 'share' | 'ms' | 'per-day' | 'count' | 'money' | 'months';

/** Something that a configuration is to keep. Figures are to be at most so much, or at least where `least` says so. */
export interface ObjectiveKind {
  readonly what: string;
  readonly unit: ObjectiveUnit;
  readonly least?: true;
  /** null: nothing can be said, and so nothing is broken. */
  readonly of: (outcome: Outcome) => number | null;
}

export const OBJECTIVES = {
  throttled: {
    what: 'share of the time awake with more runnable work than processors',
    unit: 'share',
    of: ({ throttledShare }) => throttledShare,
  },
  'delay-p95': {
    what: 'delay that the size adds to queries, 95th percentile',
    unit: 'ms',
    of: ({ delayP95Ms }) => delayP95Ms,
  },
  'delay-p99': {
    what: 'delay that the size adds to queries, 99th percentile',
    unit: 'ms',
    of: ({ delayP99Ms }) => delayP99Ms,
  },
  'cold-starts': { what: 'wakes from sleep', unit: 'per-day', of: ({ wakesPerDay }) => wakesPerDay },
  'cold-starts-in-hours': {
    what: 'wakes from sleep in the hours of `--hours`, per day with such hours',
    unit: 'per-day',
    of: ({ wakesInHoursPerDay }) => wakesInHoursPerDay,
  },
  'delayed-clients': {
    what: 'clients that wait for a wake',
    unit: 'per-day',
    of: ({ delayedByWakePerDay }) => delayedByWakePerDay,
  },
  'delayed-over': {
    what: 'clients that wait for a wake longer than `--delayed-over`',
    unit: 'per-day',
    of: ({ delayedOverPerDay }) => delayedOverPerDay,
  },
  'failed-connects': {
    what: 'connection attempts that clients gave up',
    unit: 'count',
    of: ({ failedConnects }) => failedConnects,
  },
  refused: {
    what: 'connections refused, or not served by the pooler in time',
    unit: 'count',
    of: ({ refused }) => refused,
  },
  'pool-wait-p99': {
    what: 'wait for a connection of the pooler, 99th percentile',
    unit: 'ms',
    of: ({ poolWaitP99Ms }) => poolWaitP99Ms,
  },
  'cache-hits': {
    what: 'share of page reads that the local file cache answers',
    unit: 'share',
    least: true,
    of: ({ hitRatio }) => hitRatio,
  },
  'memory-kills': {
    what: 'backends killed because memory ran out',
    unit: 'count',
    of: ({ memoryKills }) => memoryKills,
  },
  'disk-free': {
    what: 'share of the temporary disk that stays free',
    unit: 'share',
    least: true,
    of: ({ diskFreeShare }) => diskFreeShare,
  },
  dropped: {
    what: 'connections dropped by suspends and restarts',
    unit: 'count',
    of: ({ dropped }) => dropped,
  },
  headroom: {
    what: 'how far demand may grow before it breaks another objective (except quota and budget)',
    unit: 'share',
    least: true,
    // It takes more than one run to tell.
    of: () => null,
  },
  quota: {
    what: "months in which the plan's quota is spent before the end",
    unit: 'months',
    of: ({ quotaSpentMonths }) => quotaSpentMonths,
  },
  budget: { what: 'cost of a month', unit: 'money', of: ({ costPerMonth }) => costPerMonth },
} as const satisfies Readonly<Record<string, ObjectiveKind>>;

export type ObjectiveName = keyof typeof OBJECTIVES;
export const OBJECTIVE_NAMES = Object.keys(OBJECTIVES) as ObjectiveName[];

/** The bound of each objective; null: not asked for. */
export type Objectives = Readonly<Record<ObjectiveName, number | null>>;

export interface Broken {
  readonly objective: ObjectiveName;
  readonly found: number;
  readonly bound: number;
  /** What it is broken under; without it, as asked. All that is told of a configuration is broken under the same. */
  readonly under?: Under | undefined;
  /** Of the configurations that an answer tells more of; not there where it is of no time more than of another. */
  readonly when?: When;
}

/** So many times the demand, or an assumption that nobody has measured at an end of its range. */
export type Under =
  | { readonly demand: number }
  | { readonly assumption: AssumptionName; readonly assumed: Assumed };

/** When an objective was broken, in times after the start of the run; what has no hours has null of both. */
export interface When {
  /** The minute in which it first came to what is not to come; null: it is nothing that comes at an instant. */
  readonly firstMs: number | null;
  readonly worst: MostOfHours['worst'] | null;
  readonly daily: MostOfHours['daily'] | null;
}

/** What a configuration does not keep, in the order of the objectives. */
export function brokenBy(outcome: Outcome, objectives: Objectives): Broken[] {
  return OBJECTIVE_NAMES.filter((objective) => !keepsOne(outcome, objectives, objective)).map(
    (objective) => ({
      objective,
      found: OBJECTIVES[objective].of(outcome) as number,
      bound: objectives[objective] as number,
    }),
  );
}

/** It keeps all of them. */
export function keeps(outcome: Outcome, objectives: Objectives): boolean {
  for (const objective of OBJECTIVE_NAMES) if (!keepsOne(outcome, objectives, objective)) return false;
  return true;
}

function keepsOne(outcome: Outcome, objectives: Objectives, objective: ObjectiveName): boolean {
  const bound = objectives[objective];
  if (bound === null) return true;
  const kind: ObjectiveKind = OBJECTIVES[objective];
  const found = kind.of(outcome);
  return found === null || (kind.least ? found >= bound : found <= bound);
}
