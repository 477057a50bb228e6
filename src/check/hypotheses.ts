import { HOUR_MS, MINUTE_MS, type SizeSetting } from '../facts/index.ts';
import type { ComputePlan, Simulation } from '../simulator/index.ts';
import type { Background } from '../trace/index.ts';
import { type JobsDemand, NOTHING } from '../workload/index.ts';

/** One way in which reality may differ from the input of the replay. */
export type Hypothesis =
  /** Null if the compute never slept. */
  | { readonly kind: 'timeout'; readonly suspendAfterMs: number | null }
  /** A client that is not in the trace and asks at a fixed interval. */
  | {
      readonly kind: 'poller';
      readonly everyMs: number;
      readonly firstMs: number;
      readonly isSleepless: boolean;
    }
  | { readonly kind: 'shift'; readonly aheadMs: number }
  | { readonly kind: 'size'; readonly size: SizeSetting }
  | { readonly kind: 'hidden demand'; readonly by: number }
  | { readonly kind: 'gap' }
  /** The background of the trace did not reach the metered server, which has no such agents or clients. */
  | { readonly kind: 'background'; readonly was: 'absent'; readonly background: Background }
  /** The load that `--idle-below` left out was work. */
  | { readonly kind: 'background'; readonly was: 'work'; readonly idleBelow: number };

export type HypothesisKind = Hypothesis['kind'];

/** Timeouts that people commonly choose. */
export const TIMEOUTS_MS: readonly (number | null)[] = [
  ...[1, 2, 3, 5, 10, 15, 20, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 4, 8, 24].map((hours) => hours * HOUR_MS),
  null,
];

/** Common intervals of pollers. */
export const PERIODS_MS: readonly number[] = [
  ...[1, 2, 3, 4, 6, 8, 10, 12, 15, 20, 30, 45].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 4, 6, 8, 12, 24].map((hours) => hours * HOUR_MS),
];

/** Clocks are off by hours and half hours, as time zones are. */
export const SHIFTS_MS: readonly number[] = Array.from(
  { length: 57 },
  (_, i) => (i - 28) * (HOUR_MS / 2),
).filter((ms) => ms !== 0);

export function withTimeout(simulation: Simulation, suspendAfterMs: number | null): Simulation {
  return changed(simulation, ({ changes }) => ({
    suspendAfterMs,
    changes: changes.filter(({ change }) => change.kind !== 'suspendAfter'),
  }));
}

export function withPoller(simulation: Simulation, everyMs: number, firstMs: number): Simulation {
  return changed(simulation, ({ demand }) => ({ demand: [...demand, poller(everyMs, firstMs)] }));
}

export function withSize(simulation: Simulation, size: SizeSetting): Simulation {
  return changed(simulation, ({ changes }) => ({
    size,
    changes: changes.filter(({ change }) => change.kind !== 'size'),
  }));
}

/** The longest timeout that was in force. Null if scale to zero was off at some time. */
export function longestTimeoutMs({ computes }: Simulation): number | null {
  const timeouts = computes.flatMap(({ suspendAfterMs, changes }) => [
    suspendAfterMs,
    ...changes.flatMap(({ change }) => (change.kind === 'suspendAfter' ? [change.suspendAfterMs] : [])),
  ]);
  return timeouts.reduce<number | null>(
    (most, one) => (most === null || one === null ? null : Math.max(most, one)),
    0,
  );
}

function changed(simulation: Simulation, change: (compute: ComputePlan) => Partial<ComputePlan>): Simulation {
  return {
    ...simulation,
    computes: simulation.computes.map((compute) => ({ ...compute, ...change(compute) })),
  };
}

/** A job that takes no resources: it costs only the time awake. */
function poller(everyMs: number, firstMs: number): JobsDemand {
  return {
    kind: 'jobs',
    name: 'a poller that is not in the trace',
    route: 'direct',
    schedule: { kind: 'every', everyMs, offsetMs: firstMs },
    sessions: 1,
    keepsConnection: false,
    query: {
      cpu: NOTHING,
      wait: NOTHING,
      memoryBytes: 0,
      memoryRampMs: 0,
      pages: 0,
      temporaryBytes: 0,
    },
    client: { connectTimeoutMs: 5000, retries: 0, backOffMs: 1000, backOffFactor: 2 },
  };
}
