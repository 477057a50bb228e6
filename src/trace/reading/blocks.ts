import { problem } from '../../problem/index.ts';

/** Whole records of a text, as bytes. */
export interface Block {
  readonly bytes: Uint8Array;
  /** The line of its first record, from 1. */
  readonly line: number;
  /** Whether there is a double quote in it. */
  readonly quoted: boolean;
}

/** Large enough that the work for a block is lost in that for its bytes, and that the first shows what follows. */
const BLOCK_BYTES = 65_536;
const LONGEST_RECORD_BYTES = 8 * 1024 ** 2;

/** Cuts a text behind line ends; where quotes count, not behind those that are within them. */
export async function* blocksOf(
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
    const bytes = joined(waiting, size);
    const quoted = quotes && bytes.includes(QUOTE);
    const { end, openAt } = quoted ? endOutsideQuotes(bytes) : { end: lastEnd(bytes), openAt: -1 };
    if (end === 0 && size > LONGEST_RECORD_BYTES)
      throw openAt === -1
        ? tooLong(file, line)
        : notClosed(file, line + lineCount(bytes.subarray(0, openAt)));
    // Twice as much before the next look, so that a long record is not looked at over and over.
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
  const bytes = joined(waiting, size);
  const quoted = quotes && bytes.includes(QUOTE);
  const openAt = quoted ? endOutsideQuotes(bytes).openAt : -1;
  // It would swallow all rows that follow.
  if (openAt !== -1) throw notClosed(file, line + lineCount(bytes.subarray(0, openAt)));
  yield { bytes, line, quoted };
}

/** Lines that are whole; `\n`, `\r\n` and a bare `\r` end one. */
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
/** What a quote that opens a field can stand behind: an end of line, or what separates fields. */
const BEFORE_OPENING = new Set([FEED, RETURN, ...Buffer.from(',;\t|')]);

function joined(pieces: readonly Uint8Array[], size: number): Uint8Array {
  if (pieces.length === 1) return pieces[0] as Uint8Array;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

/** Behind the last line end. A `\r` that is the last byte may have its `\n` still to come. */
function lastEnd(bytes: Uint8Array): number {
  const feed = bytes.lastIndexOf(FEED);
  return (feed === -1 && bytes.length > 1 ? bytes.lastIndexOf(RETURN, bytes.length - 2) : feed) + 1;
}

/** Behind the last line end that is in no quotes, and where a quote is that is not closed, or -1. */
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
