import { DAY_MS } from '../../facts/index.ts';
import type { RunTotals } from '../../simulator/index.ts';
import { measuredCompute } from '../configurations/configuration.ts';
import { AMOUNTS } from '../objectives/amounts.ts';
import { OBJECTIVE_NAMES, type ObjectiveName, type Objectives } from '../objectives/objectives.ts';

/** An objective as a ratio of two amounts that add up over the hours of a run, and the most that it may be. */
export interface Ratio {
  readonly objective: ObjectiveName;
  readonly amount: (run: RunTotals) => number;
  readonly of: (run: RunTotals) => number;
  readonly most: number;
}

/**
 * The objectives that have such a ratio. The others are left out: their figures do not add up over hours, so that only
 * a run of the whole schedule shows them.
 */
export function ratiosOf(objectives: Objectives): Ratio[] {
  return OBJECTIVE_NAMES.flatMap((objective): Ratio[] => {
    const [bound, amount, kind] = [objectives[objective], AMOUNTS[objective], KINDS[objective]];
    if (bound === null || amount === null || kind === undefined) return [];
    return [{ objective, amount: (run) => amount(run, bound), of: kind.of, most: kind.most(bound) }];
  });
}

interface Kind {
  readonly of: (run: RunTotals) => number;
  readonly most: (bound: number) => number;
}

const asBound = (bound: number) => bound;
const once: Kind = { of: () => 1, most: asBound };
const perDay: Kind = { of: ({ nowMs }) => nowMs / DAY_MS, most: asBound };

/** A percentile is within its bound if no larger share of the values is above. */
const delays = (percentile: number): Kind => ({
  of: (run) => {
    const { clientLog, cpu } = measuredCompute(run);
    return clientLog.delays.count + cpu.flowDelaysAt(run.nowMs).count;
  },
  most: () => 1 - percentile,
});

const KINDS: Readonly<Partial<Record<ObjectiveName, Kind>>> = {
  throttled: { of: (run) => measuredCompute(run).meter.awakeMsAt(run.nowMs), most: asBound },
  'delay-p95': delays(0.95),
  'delay-p99': delays(0.99),
  'cold-starts': perDay,
  'delayed-clients': perDay,
  'delayed-over': perDay,
  'failed-connects': once,
  refused: once,
  'pool-wait-p99': { of: (run) => measuredCompute(run).clientLog.poolWaits.count, most: () => 0.01 },
  'cache-hits': {
    of: (run) => {
      const { cache } = measuredCompute(run);
      return cache.hitsAt(run.nowMs) + cache.missesAt(run.nowMs);
    },
    most: (bound) => 1 - bound,
  },
  'memory-kills': once,
};
