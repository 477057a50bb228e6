import type { Asker, Snapshot } from '../../src/recording/asker.ts';
import type { Features } from '../../src/recording/statements.ts';

export const FEATURES: Features = {
  version: 150_004,
  database: 'shop',
  statementsSchema: null,
  kcacheSchema: null,
  workingSetSchema: null,
};

/** A server without any activity so far. */
export const NOTHING: Snapshot = {
  connections: 0,
  hidden: 0,
  active: 0,
  othersIdleMs: null,
  clients: [],
  started: '2026-03-02 09:00:00+00',
  reset: null,
  maxConnections: 112,
  workingSetBytes: null,
  counters: {
    transactions: 0,
    sessions: 0,
    temporaryBytes: 0,
    hits: 0,
    reads: 0,
    calls: null,
    callMs: null,
    cpuMs: null,
  },
};

/** A connection that gives these answers. */
export function answering(
  answer: () => Promise<Partial<Snapshot>>,
  close: () => void = () => {},
  features = FEATURES,
): Asker {
  return {
    features,
    ask: async () => ({ ...NOTHING, ...(await answer()) }),
    close: async () => close(),
  };
}
