import { Activity } from '../activity/activity.ts';
import { type Block, byteBlocks } from '../reading/blocks.ts';
import { Faults } from '../reading/faults.ts';
import type { Reading, ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import type { Column, TraceChunk } from '../trace.ts';
import { TRANSACTION } from './is-pgbench-log.ts';
import { linesOf, refuseMap } from './lines.ts';

/** Reads a log of `pgbench --log`. Each line, a transaction, counts as a query. */
export async function readTransactions(source: ByteSource, settings: ReadSettings): Promise<Reading> {
  refuseMap(settings);
  const { name, timezone, gap, strict } = settings;
  const faults = new Faults(name, strict);
  const notes: string[] = [];
  const columns = COLUMNS.map((column) => (gap === null ? column : { ...column, gap }));
  return {
    stream: {
      head: { name, timezone, stepMs: 1000, columns },
      chunks: chunksOf(byteBlocks(source.pieces(), name, false), faults, notes),
    },
    notes,
    skipped: faults.counts,
  };
}

async function* chunksOf(
  blocks: AsyncIterable<Block>,
  faults: Faults,
  notes: string[],
): AsyncGenerator<TraceChunk> {
  const activity = new Activity(
    COLUMNS.map(({ quantity }) => quantity),
    faults,
  );
  const transactions = new Transactions(activity, faults);
  for await (const block of blocks) {
    for (const [line, number] of linesOf(block)) transactions.take(line, () => number);
    const chunk = activity.chunk();
    if (chunk !== null) yield chunk;
  }
  const chunk = activity.end();
  if (chunk !== null) yield chunk;
  notes.push(...activity.warnings(), ...transactions.notes());
}

class Transactions {
  readonly #activity: Activity;
  readonly #faults: Faults;
  readonly #clients = new Set<string>();
  #skipped = 0;
  #failed = 0;

  constructor(activity: Activity, faults: Faults) {
    this.#activity = activity;
    this.#faults = faults;
  }

  take(line: string, number: () => number): void {
    const parts = TRANSACTION.exec(line)?.groups;
    if (parts === undefined) {
      this.#faults.count('lines that are not transactions', number, null);
      return;
    }
    const { client = '', us, without, script, endS, endUs, lag, retries } = parts;
    const endMs = Number(endS) * 1000 + Number(endUs) / 1000;
    if (!this.#activity.accepts(endMs, number)) return;
    if (without === 'skipped') {
      this.#skipped++;
      return;
    }
    if (without !== undefined) this.#failed++;
    this.#meet(client, endMs);
    // With --rate, latency includes the lag. One extra field may be lag or retries; of two, the first is the lag.
    const waitedUs = retries === undefined ? 0 : Number(lag);
    const durationMs = us === undefined ? null : Math.max(0, Number(us) - waitedUs) / 1000;
    this.#activity.query(
      {
        atMs: Math.floor(endMs - (durationMs ?? 0)),
        kind: 'query',
        session: client,
        application: 'pgbench',
        ...(durationMs === null ? {} : { durationMs }),
        query: `script ${script}`,
      },
      endMs,
      durationMs,
    );
  }

  notes(): string[] {
    return [
      ...(this.#skipped > 0
        ? [`Transactions that pgbench skipped because they were late: ${this.#skipped}.`]
        : []),
      ...(this.#failed > 0
        ? [`Transactions that failed: ${this.#failed}; their durations are unknown.`]
        : []),
    ];
  }

  /** A client is connected from its first transaction to the end of the log. */
  #meet(client: string, ms: number): void {
    const before = this.#clients.size;
    this.#clients.add(client);
    if (this.#clients.size === before) return;
    this.#activity.seconds.logged.disconnects = true;
    this.#activity.seconds.setOpen(ms, before, this.#clients.size);
  }
}

const COLUMNS: readonly Column[] = [
  { quantity: 'queries', statistic: 'average', gap: 'zero', source: 'transactions' },
  { quantity: 'queryMs', statistic: 'average', gap: 'unknown', source: 'time' },
  { quantity: 'activeConnections', statistic: 'average', gap: 'zero', source: 'time' },
  { quantity: 'connections', statistic: 'maximum', gap: 'unknown', source: 'client_id' },
];
