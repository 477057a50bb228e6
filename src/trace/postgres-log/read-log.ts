import { problem } from '../../problem/index.ts';
import { Activity } from '../activity/activity.ts';
import { type Block, byteBlocks } from '../reading/blocks.ts';
import { textOf } from '../reading/bytes.ts';
import { Faults } from '../reading/faults.ts';
import type { Reading, ReadSettings } from '../reading/reading.ts';
import type { ByteSource } from '../reading/source.ts';
import type { Column, TraceChunk } from '../trace.ts';
import { CsvEntries } from './csv-entries.ts';
import { guessPrefix } from './known-prefixes.ts';
import { LineEntries } from './line-entries.ts';
import { LogActivity } from './log-activity.ts';
import { logNotes } from './log-notes.ts';
import { checkedPrefix } from './log-prefix.ts';
import { LogTime } from './log-time.ts';

interface Entries {
  read(block: Block): void;
  end(): void;
}

/** Reads the log of a Postgres server: a csvlog, or lines as written to standard error. */
export async function readLog(source: ByteSource, settings: ReadSettings, isCsv: boolean): Promise<Reading> {
  const { name, timezone, gap } = settings;
  if (settings.map.length > 0)
    throw problem({ file: name }, 'a log of Postgres has no columns to map', 'leave ‹map› out');
  const blocks = byteBlocks(source.pieces(), name, false);
  const { value: first } = await blocks.next();
  const faults = new Faults(name, settings.strict);
  const activity = new Activity(
    COLUMNS.map(({ quantity }) => quantity),
    faults,
  );
  const time = new LogTime(timezone);
  const handler = new LogActivity(activity);
  const notes: string[] = [];
  const entries = isCsv
    ? new CsvEntries(time, handler, faults)
    : lineEntries(first as Block, settings, notes, time, handler, faults);
  async function* chunks(): AsyncGenerator<TraceChunk> {
    for (let block = first; block !== undefined; block = (await blocks.next()).value) {
      entries.read(block);
      const chunk = activity.chunk();
      if (chunk !== null) yield chunk;
    }
    entries.end();
    const chunk = activity.end();
    if (chunk !== null) yield chunk;
    notes.push(...activity.warnings(), ...logNotes(handler, activity, time, timezone));
  }
  const columns = COLUMNS.map((column) => (gap === null ? column : { ...column, gap }));
  return {
    stream: { head: { name, timezone, stepMs: 1000, columns }, chunks: closing(chunks(), blocks) },
    notes,
    skipped: faults.counts,
  };
}

function lineEntries(
  { bytes }: Block,
  settings: ReadSettings,
  notes: string[],
  ...rest: [LogTime, LogActivity, Faults]
): Entries {
  const { name, logPrefix } = settings;
  if (logPrefix !== undefined) return new LineEntries(checkedPrefix(logPrefix), ...rest);
  const prefix = guessPrefix(textOf(bytes), name);
  notes.push(`The lines were read with log_line_prefix '${prefix.text}'.`);
  return new LineEntries(prefix, ...rest);
}

/** A consumer that stops early must not leave the file open. */
async function* closing(
  chunks: AsyncGenerator<TraceChunk>,
  blocks: AsyncGenerator<Block>,
): AsyncGenerator<TraceChunk> {
  try {
    yield* chunks;
  } finally {
    await blocks.return(undefined);
  }
}

/** Nothing happened in a second without entries, but connections may have been open. */
const COLUMNS: readonly Column[] = [
  { quantity: 'queries', statistic: 'average', gap: 'zero', source: 'duration, statement' },
  { quantity: 'queryMs', statistic: 'average', gap: 'unknown', source: 'duration' },
  { quantity: 'activeConnections', statistic: 'average', gap: 'zero', source: 'duration' },
  { quantity: 'newConnections', statistic: 'average', gap: 'zero', source: 'connection authorized' },
  { quantity: 'connections', statistic: 'maximum', gap: 'unknown', source: 'sessions' },
  { quantity: 'temporaryBytes', statistic: 'average', gap: 'zero', source: 'temporary file' },
];
