import type { Assumed, AssumptionName } from '../sensitivity/assumptions.ts';
import type { MostOfHours } from '../timing/most-of-hours.ts';
import type { Outcome } from './outcome.ts';

export type ObjectiveUnit = 'share' | 'ms' | 'per-day' | 'count' | 'money' | 'months';

/**
 * A limit that a configuration has to meet. Its figure is at most the bound, or at least the bound if `least`
 * is set.
 */
export interface ObjectiveKind {
  readonly what: string;
  readonly unit: ObjectiveUnit;
  readonly least?: true;
  /** Null if the run has no such figure. The objective then counts as met. */
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
    // One run cannot tell the headroom.
    of: () => null,
  },
  quota: {
    what: "months in which the plan's quota is spent before the end",
    unit: 'months',
    of: ({ quotaSpentMonths }) => quotaSpentMonths,
  },
  budget: { what: 'cost of a month', unit: 'money', of: ({ costPerMonth }) => costPerMonth },
} as const satisfies Readonly<Record<string, ObjectiveKind>>;

/** The objectives of a plan. */
export type ObjectiveName = keyof typeof OBJECTIVES;
export const OBJECTIVE_NAMES = Object.keys(OBJECTIVES) as ObjectiveName[];

/** The bound of each objective; null if the objective is not set. */
export type Objectives = Readonly<Record<ObjectiveName, number | null>>;

export interface Broken {
  readonly objective: ObjectiveName;
  readonly found: number;
  readonly bound: number;
  /**
   * The condition under which it is broken; undefined if it is broken without any. All entries of a
   * configuration share one condition.
   */
  readonly under?: Under | undefined;
  /**
   * Set only for configurations that an answer describes in detail, and only if the time of a violation is
   * known.
   */
  readonly when?: When;
}

/** A factor of demand, or an assumption that nobody has measured at an end of its range. */
export type Under =
  | { readonly demand: number }
  | { readonly assumption: AssumptionName; readonly assumed: Assumed };

/**
 * When an objective was broken, in time since the start of the run. Objectives without hours have null for
 * `worst` and `daily`.
 */
export interface When {
  /** The minute of the first violation; null if violations of this objective have no timestamp. */
  readonly firstMs: number | null;
  readonly worst: MostOfHours['worst'] | null;
  readonly daily: MostOfHours['daily'] | null;
}

/** The objectives that an outcome breaks, in the order of the objectives. */
export function brokenBy(outcome: Outcome, objectives: Objectives): Broken[] {
  return OBJECTIVE_NAMES.filter((objective) => !keepsOne(outcome, objectives, objective)).map(
    (objective) => ({
      objective,
      found: OBJECTIVES[objective].of(outcome) as number,
      bound: objectives[objective] as number,
    }),
  );
}

/** Whether an outcome meets all objectives. */
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
