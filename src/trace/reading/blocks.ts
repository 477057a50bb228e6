import { problem } from '../../problem/index.ts';
import { bytesOf, joined } from './bytes.ts';

/** Whole records of a text, as bytes. */
export interface Block {
  readonly bytes: Uint8Array;
  /** The number of the line in which the first record starts, from 1. */
  readonly line: number;
  /** Whether the bytes contain a double quote. */
  readonly quoted: boolean;
}

/**
 * Large enough that the work per block is small beside the work per byte, and that the first block is representative.
 */
const BLOCK_BYTES = 65_536;
const LONGEST_RECORD_BYTES = 8 * 1024 ** 2;

/** Cuts a text after line ends. If `quotes` is true, line ends within quotes do not count. */
export async function* byteBlocks(
  pieces: AsyncIterable<Uint8Array>,
  file: string,
  quotes: boolean,
): AsyncGenerator<Block> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let line = 1;
  let enough = BLOCK_BYTES;
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    if (size < enough) continue;
    const bytes = whole(waiting);
    const quoted = quotes && bytes.includes(QUOTE);
    const { end, openAt } = quoted ? endOutsideQuotes(bytes) : { end: lastEnd(bytes), openAt: -1 };
    if (end === 0 && size > LONGEST_RECORD_BYTES)
      throw openAt === -1
        ? tooLong(file, line)
        : notClosed(file, line + lineCount(bytes.subarray(0, openAt)));
    // Doubles the size before the next attempt, so that a long record is not scanned again and again.
    enough = end === 0 ? Math.min(2 * size, LONGEST_RECORD_BYTES + 1) : BLOCK_BYTES;
    if (end > 0) {
      const block = { bytes: bytes.subarray(0, end), line, quoted };
      line += lineCount(block.bytes);
      yield block;
    }
    waiting = [bytes.subarray(end)];
    size = bytes.length - end;
  }
  if (size === 0) return;
  const bytes = whole(waiting);
  const quoted = quotes && bytes.includes(QUOTE);
  const openAt = quoted ? endOutsideQuotes(bytes).openAt : -1;
  // An open quote would swallow all rows after it.
  if (openAt !== -1) throw notClosed(file, line + lineCount(bytes.subarray(0, openAt)));
  yield { bytes, line, quoted };
}

/** Counts line ends: `\n`, `\r\n` or a single `\r`. */
export function lineCount(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(FEED); at !== -1; at = bytes.indexOf(FEED, at + 1)) count++;
  for (let at = bytes.indexOf(RETURN); at !== -1; at = bytes.indexOf(RETURN, at + 1))
    if (bytes[at + 1] !== FEED) count++;
  return count;
}

const FEED = 10;
const RETURN = 13;
const QUOTE = 34;
/** The bytes after which a quote opens a field: a line end or a delimiter. */
const BEFORE_OPENING = new Set([FEED, RETURN, ...bytesOf(',;\t|')]);

function whole(pieces: readonly Uint8Array[]): Uint8Array {
  return pieces.length === 1 ? (pieces[0] as Uint8Array) : joined(pieces);
}

/** The index after the last line end. A final `\r` does not count, because its `\n` may be in the next piece. */
function lastEnd(bytes: Uint8Array): number {
  const feed = bytes.lastIndexOf(FEED);
  return (feed === -1 && bytes.length > 1 ? bytes.lastIndexOf(RETURN, bytes.length - 2) : feed) + 1;
}

/** The index after the last line end outside quotes, and the index of an unclosed quote, or -1. */
function endOutsideQuotes(bytes: Uint8Array): { readonly end: number; readonly openAt: number } {
  let end = 0;
  let before = FEED;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === QUOTE && BEFORE_OPENING.has(before)) {
      const closed = closingQuote(bytes, at + 1);
      if (closed === -1) return { end, openAt: at };
      at = closed;
    } else if (byte === FEED) end = at + 1;
    else if (before === RETURN) end = at;
    before = bytes[at] as number;
  }
  return { end, openAt: -1 };
}

function closingQuote(bytes: Uint8Array, from: number): number {
  let at = bytes.indexOf(QUOTE, from);
  while (at !== -1 && bytes[at + 1] === QUOTE) at = bytes.indexOf(QUOTE, at + 2);
  return at;
}

function notClosed(file: string, line: number) {
  return problem({ file, line }, 'a quote is opened here and not closed', 'close it, or take it out');
}

function tooLong(file: string, line: number) {
  return problem(
    { file, line },
    'the line is longer than 8 MiB',
    'is this a table with a line for each sample?',
  );
}
