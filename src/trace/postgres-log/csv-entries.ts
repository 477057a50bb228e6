import { type Block, lineCount } from '../reading/blocks.ts';
import { bytesOf, textOf } from '../reading/bytes.ts';
import type { Faults } from '../reading/faults.ts';
import type { EntryHandler } from './log-entry.ts';
import type { LogTime } from './log-time.ts';

/** The name of the fault for text that is not part of a complete entry. */
export const NO_ENTRY = 'incomplete entries';

/**
 * Reads entries of a csvlog: 22 to 26 columns, depending on the version of Postgres, without a header. Incomplete
 * entries, such as the last one of a truncated file, are skipped up to the next line that starts an entry.
 */
export class CsvEntries {
  readonly #time: LogTime;
  readonly #handler: EntryHandler;
  readonly #faults: Faults;
  readonly #from = new Int32Array(MOST_FIELDS);
  readonly #to = new Int32Array(MOST_FIELDS);
  /** The text that was read, and where the part starts that has not been processed. */
  #text = '';
  #at = 0;
  #line = 1;
  #isLost = false;
  #latestMs = Number.NEGATIVE_INFINITY;

  constructor(time: LogTime, handler: EntryHandler, faults: Faults) {
    this.#time = time;
    this.#handler = handler;
    this.#faults = faults;
  }

  read({ bytes, line }: Block): void {
    // The remaining text is the start of an entry that continues in this block.
    const rest = this.#text.slice(this.#at);
    this.#line = line - lineCount(bytesOf(rest));
    this.#text = rest + textOf(bytes);
    this.#at = 0;
    this.#entries(false);
  }

  end(): void {
    this.#entries(true);
  }

  #entries(isEnd: boolean): void {
    const text = this.#text;
    let at = this.#at;
    while (at < text.length) {
      let next = this.#entry(text, at, isEnd);
      if (next === UNFINISHED && (isEnd || text.length - at > LONGEST_ENTRY)) next = BROKEN;
      if (next === UNFINISHED) break;
      if (next === BROKEN) next = this.#passOver(text, at);
      else this.#isLost = false;
      at = next;
    }
    this.#at = at;
  }

  /** Processes the entry at `start`. Returns the index after it, or UNFINISHED or BROKEN. */
  #entry(text: string, start: number, isEnd: boolean): number {
    const [from, to] = [this.#from, this.#to];
    let field = 0;
    let at = start;
    for (;;) {
      if (field === MOST_FIELDS) return BROKEN;
      if (text.charCodeAt(at) === QUOTE) {
        let close = text.indexOf('"', at + 1);
        while (close !== -1 && text.charCodeAt(close + 1) === QUOTE) close = text.indexOf('"', close + 2);
        if (close === -1) return UNFINISHED;
        from[field] = at + 1;
        to[field] = close;
        at = close + 1;
      } else {
        from[field] = at;
        at = fieldEnd(text, at);
        to[field] = at;
      }
      field++;
      const code = text.charCodeAt(at);
      if (code === COMMA) at++;
      else if (at === text.length && !isEnd) return UNFINISHED;
      else if (at === text.length || code === FEED) break;
      else if (code === RETURN && text.charCodeAt(at + 1) === FEED) {
        at++;
        break;
      } else return BROKEN;
    }
    // Concatenated files may have an empty line between them.
    if (field === 1 && from[0] === to[0]) return at + 1;
    if (field < LEAST_FIELDS) return BROKEN;
    const atMs = this.#time.read(text.slice(from[0], to[0]), this.#latestMs);
    if (Number.isNaN(atMs)) return BROKEN;
    if (atMs > this.#latestMs) this.#latestMs = atMs;
    this.#take(text, start, atMs, field);
    return at + 1;
  }

  #take(text: string, start: number, atMs: number, fields: number): void {
    const cell = (field: number) => text.slice(this.#from[field], this.#to[field]);
    const message = cell(MESSAGE);
    const from = cell(CLIENT);
    this.#handler.take(
      {
        atMs,
        session: cell(SESSION),
        user: cell(USER),
        database: cell(DATABASE),
        application: fields > APPLICATION ? cell(APPLICATION) : '',
        // The port does not identify a client.
        host: withoutPort(from),
        tag: cell(TAG),
        message: message.includes('""') ? message.replaceAll('""', '"') : message,
      },
      () => this.#lineOf(text, start),
    );
  }

  /** The index of the next line that starts an entry, or the end of the text. */
  #passOver(text: string, at: number): number {
    if (!this.#isLost) this.#faults.count(NO_ENTRY, () => this.#lineOf(text, at), null);
    this.#isLost = true;
    for (let feed = text.indexOf('\n', at); feed !== -1; feed = text.indexOf('\n', feed + 1)) {
      ENTRY.lastIndex = feed + 1;
      if (ENTRY.test(text)) return feed + 1;
    }
    return text.length;
  }

  #lineOf(text: string, at: number): number {
    return this.#line + lineCount(bytesOf(text.slice(0, at)));
  }
}

const UNFINISHED = -1;
const BROKEN = -2;
const LONGEST_ENTRY = 4 * 1024 ** 2;
const LEAST_FIELDS = 22;
const MOST_FIELDS = 32;
const [USER, DATABASE, CLIENT, SESSION, TAG, MESSAGE, APPLICATION] = [1, 2, 4, 5, 7, 13, 22] as const;

const FEED = 10;
const RETURN = 13;
const QUOTE = 34;
const COMMA = 44;
const ENTRY = /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} [\w+:-]+,/y;

/** The index of the comma or line end after an unquoted field. */
function fieldEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === FEED || code === RETURN) break;
  }
  return at;
}

/** For example `10.0.0.7:52341`; `[local]` has no port. */
function withoutPort(client: string): string {
  const colon = client.lastIndexOf(':');
  return colon === -1 ? client : client.slice(0, colon);
}
