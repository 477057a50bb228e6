import type { ServerCounters, Snapshot } from './asker.ts';

/** The growth of each counter since the question before. */
export type Increases = ServerCounters;

/**
 * Computes the growth between two questions, less what the recorder itself caused. After a restart of the server or a
 * reset of its counters, the growth is unknown.
 */
export class CounterIncreases {
  private before: Snapshot | null = null;
  /** Transactions of the recorder that the server has yet to count: it counts some a moment later. */
  private ownTransactions = 0;

  next(snapshot: Snapshot): Increases | 'first' | 'reset' {
    const { before } = this;
    this.before = snapshot;
    if (before === null) {
      // The probe and the first question. A server counts neither for about a second.
      this.ownTransactions = 2;
      return 'first';
    }
    const grown = differences(before.counters, snapshot.counters);
    const isReset =
      before.started !== snapshot.started ||
      before.reset !== snapshot.reset ||
      Object.values(grown).some((increase) => increase !== null && increase < 0);
    if (isReset) {
      this.ownTransactions = 1;
      return 'reset';
    }
    const own = Math.min(grown.transactions, this.ownTransactions);
    this.ownTransactions += 1 - own;
    return { ...grown, transactions: grown.transactions - own };
  }
}

function differences(before: ServerCounters, after: ServerCounters): ServerCounters {
  const since = (from: number | null, to: number | null) => (from === null || to === null ? null : to - from);
  return {
    transactions: after.transactions - before.transactions,
    sessions: since(before.sessions, after.sessions),
    temporaryBytes: after.temporaryBytes - before.temporaryBytes,
    hits: after.hits - before.hits,
    reads: after.reads - before.reads,
    calls: since(before.calls, after.calls),
    callMs: since(before.callMs, after.callMs),
    cpuMs: since(before.cpuMs, after.cpuMs),
  };
}
