import type { Block } from '../reading/blocks.ts';
import { textOf } from '../reading/bytes.ts';
import type { Faults } from '../reading/faults.ts';
import { NO_ENTRY } from './csv-entries.ts';
import type { EntryHandler, LogEntry } from './log-entry.ts';
import type { LogPrefix, PrefixParts } from './log-prefix.ts';
import type { LogTime } from './log-time.ts';

interface Open {
  readonly entry: LogEntry;
  readonly line: number;
  message: string;
}

/** Reads log lines. An entry starts with a prefix and a severity, and continues in lines that start with a tab. */
export class LineEntries {
  readonly #prefix: LogPrefix;
  readonly #time: LogTime;
  readonly #handler: EntryHandler;
  readonly #faults: Faults;
  #open: Open | null = null;
  #isLost = false;
  /** The lines that follow continue a line that is not read, such as STATEMENT or DETAIL. */
  #isSkipping = false;
  #latestMs = Number.NEGATIVE_INFINITY;

  constructor(prefix: LogPrefix, time: LogTime, handler: EntryHandler, faults: Faults) {
    this.#prefix = prefix;
    this.#time = time;
    this.#handler = handler;
    this.#faults = faults;
  }

  read({ bytes, line: first }: Block): void {
    const text = textOf(bytes);
    let number = first;
    for (let at = 0; at < text.length; number++) {
      const feed = text.indexOf('\n', at);
      const next = feed === -1 ? text.length : feed + 1;
      const end = feed === -1 ? text.length : feed;
      this.#line(text.slice(at, text.charCodeAt(end - 1) === RETURN ? end - 1 : end), number);
      at = next;
    }
  }

  end(): void {
    if (this.#open === null) return;
    const { entry, line, message } = this.#open;
    this.#open = null;
    this.#handler.take({ ...entry, message }, () => line);
  }

  #line(line: string, number: number): void {
    if (line === '') return;
    const parts = line.charCodeAt(0) === TAB ? null : this.#prefix.parts(line);
    const time = parts?.time ?? parts?.seconds ?? parts?.epoch ?? '';
    const atMs = parts === null ? Number.NaN : this.#time.read(time, this.#latestMs);
    if (parts === null || Number.isNaN(atMs)) {
      this.#continuation(line, number);
      return;
    }
    this.#isLost = false;
    this.#isSkipping = SKIPPED_SEVERITIES.has(parts.severity ?? '');
    if (this.#isSkipping) return;
    this.end();
    if (atMs > this.#latestMs) this.#latestMs = atMs;
    this.#open = { entry: entryOf(parts, atMs), line: number, message: parts.message ?? '' };
  }

  /** Handles a line that does not start an entry: it continues the entry before, or is skipped. */
  #continuation(line: string, number: number): void {
    if (this.#isSkipping) return;
    if (this.#open !== null && line.charCodeAt(0) === TAB) {
      if (this.#open.message.length < LONGEST_MESSAGE) this.#open.message += `\n${line.slice(1)}`;
      return;
    }
    if (!this.#isLost) this.#faults.count(NO_ENTRY, () => number, null);
    this.#isLost = true;
  }
}

const TAB = 9;
const RETURN = 13;
/** Longer messages are truncated; the rest is never used. */
const LONGEST_MESSAGE = 16_384;
const SKIPPED_SEVERITIES: ReadonlySet<string> = new Set([
  'STATEMENT',
  'DETAIL',
  'HINT',
  'CONTEXT',
  'QUERY',
  'LOCATION',
  'BACKTRACE',
]);

function entryOf(parts: PrefixParts, atMs: number): LogEntry {
  return {
    atMs,
    session: parts.session ?? parts.process ?? '',
    user: known(parts.user),
    database: known(parts.database),
    application: known(parts.application),
    host: known(parts.host ?? parts.remote?.replace(/\(\d+\)$/, '')),
    tag: parts.tag ?? '',
    message: parts.message ?? '',
  };
}

function known(word: string | undefined): string {
  return word === undefined || word === '[unknown]' ? '' : word;
}
