import { EVENT, type EventNumber, type RunTotals } from '../../simulator/index.ts';
import { measuredCompute } from '../configurations/configuration.ts';
import type { ObjectiveName } from './objectives.ts';

/** How much of a quantity a run has counted so far. */
export type Amount = (run: RunTotals, bound: number) => number;

const counted =
  (...kinds: readonly EventNumber[]): Amount =>
  (run) =>
    kinds.reduce<number>((sum, kind) => sum + measuredCompute(run).counted(kind), 0);

const delaysOver: Amount = (run, bound) => {
  const { clientLog, cpu } = measuredCompute(run);
  return clientLog.delays.above(bound) + cpu.flowDelaysAt(run.nowMs).above(bound);
};

/**
 * The amount that breaks each objective. Null for a budget, since only the whole month breaks it, and for
 * headroom, since other objectives break it.
 */
export const AMOUNTS: Readonly<Record<ObjectiveName, Amount | null>> = {
  throttled: (run) => measuredCompute(run).cpu.throttledMsAt(run.nowMs),
  'delay-p95': delaysOver,
  'delay-p99': delaysOver,
  'cold-starts': counted(EVENT.wake),
  'cold-starts-in-hours': (run) => measuredCompute(run).apart.wakesInHours,
  'delayed-clients': (run) => measuredCompute(run).clientLog.wakeWaits.count,
  'delayed-over': (run) => measuredCompute(run).apart.delayedOver,
  'failed-connects': counted(EVENT.connectionGivenUp),
  refused: counted(EVENT.connectionRefused, EVENT.poolTimedOut),
  'pool-wait-p99': (run, bound) => measuredCompute(run).clientLog.poolWaits.above(bound),
  'cache-hits': (run) => measuredCompute(run).cache.missesAt(run.nowMs),
  'memory-kills': counted(EVENT.memoryKill),
  'disk-free': (run, bound) => {
    const { used, limitBytes } = measuredCompute(run).disk;
    return Math.max(0, used.ever - (1 - bound) * limitBytes);
  },
  dropped: counted(EVENT.connectionDropped),
  headroom: null,
  quota: counted(EVENT.quotaSpent),
  budget: null,
};

/** For these objectives the first violation has a timestamp. */
export const INSTANTS = new Set<ObjectiveName>([
  'failed-connects',
  'refused',
  'memory-kills',
  'disk-free',
  'dropped',
  'quota',
]);

/**
 * Objectives that only have a threshold. The first time above it matters; by how much it is exceeded does not
 * add up.
 */
export const MARKS = new Set<ObjectiveName>(['disk-free', 'quota']);
