import { problem } from '../../problem/index.ts';
import { lineCount } from './blocks.ts';

/** A document of JSON, or a part of one, and the line that it begins in. */
interface JsonDocument {
  readonly value: unknown;
  readonly line: number;
  readonly isPart: boolean;
  /** The next one is the rest of the same part: it was too long to come at once. */
  readonly goesOn: boolean;
}

/** A text of JavaScript's ends at 512 MiB, and what is parsed of one takes seven times its bytes. */
const LONGEST_BYTES = 128 * 1024 ** 2;

/** A part that is longer comes in pieces, cut between the lists that a list of it holds. */
const PIECE_BYTES = 4 * 1024 ** 2;

/**
 * The documents of a text, one after another, or those of one array. Only one at a time is in memory; where each ends
 * is found in the bytes, and so is where the text breaks off.
 *
 * @param partsAt how deep in a document lists lie whose objects come by themselves, before it, so that not even one
 * document has to be in memory whole; they are `0` in it. A long one comes in pieces, each with all that it has before
 * its list. null: it has none.
 */
export async function* jsonDocuments(
  pieces: AsyncIterable<Uint8Array>,
  file: string,
  partsAt: number | null = null,
): AsyncGenerator<JsonDocument> {
  /** For each level that is open, whether it is a list. */
  const open: boolean[] = [];
  /** Levels around a document: one in an array of them. */
  let outer = 0;
  let [line, outerLine, firstLine, partLine] = [1, 1, 1, 1];
  let [isText, isEscaped] = [false, false];
  let waiting: Uint8Array[] = [];
  /** What a document has before the part that is being read; null: none is. */
  let around: Uint8Array[] | null = null;
  let size = 0;
  /** What a part has before the list that is being read, in bytes; 0: it is not to be cut. */
  let headBytes = 0;
  let [hasObject, hasList, isAfterCut] = [false, false, false];
  const taken = (last: Uint8Array): string => {
    const text = Buffer.concat([...waiting, last]).toString('utf8');
    waiting = [];
    size = 0;
    return text;
  };
  for await (const piece of pieces) {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] as number;
      if (byte === FEED) line++;
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isText = false;
        continue;
      }
      if (isAfterCut && byte > BLANK) {
        if (byte === COMMA) from = at + 1;
        else if (byte !== CLOSE_LIST) throw broken(file, line);
        isAfterCut = false;
      }
      const isOutside = open.length === outer;
      if (byte === OPEN_LIST && open.length === 0) {
        open.push(true);
        outer = 1;
        outerLine = line;
      } else if (byte === OPEN || byte === OPEN_LIST) {
        if (isOutside) [from, firstLine] = [at, line];
        else if (
          byte === OPEN &&
          partsAt !== null &&
          open.length === outer + partsAt &&
          open.at(-1) === true
        ) {
          around = [...waiting, piece.subarray(from, at)];
          waiting = [];
          size = 0;
          [from, partLine] = [at, line];
          [headBytes, hasObject, hasList] = [0, false, false];
        } else if (byte === OPEN_LIST && around !== null && open.length === outer + (partsAt as number) + 1) {
          // Without an object before its first list, a piece would not say what it is of.
          if (hasObject && !hasList) headBytes = size + at + 1 - from;
          hasList = true;
        }
        open.push(byte === OPEN_LIST);
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        if (open.pop() !== (byte === CLOSE_LIST)) throw broken(file, line);
        if (open.length < outer) outer = 0;
        else if (open.length === outer) {
          const text = taken(piece.subarray(from, at + 1));
          yield { value: parsed(text, file, firstLine), line: firstLine, isPart: false, goesOn: false };
        } else if (around !== null && open.length === outer + (partsAt as number)) {
          const text = taken(piece.subarray(from, at + 1));
          yield { value: parsed(text, file, partLine), line: partLine, isPart: true, goesOn: false };
          waiting = joined([...around, NOTHING]);
          around = null;
          from = at + 1;
        } else if (around !== null && open.length === outer + (partsAt as number) + 1) {
          hasObject = true;
          headBytes = 0;
        } else if (
          around !== null &&
          open.length === outer + (partsAt as number) + 2 &&
          headBytes > 0 &&
          size + at - from > PIECE_BYTES + 2 * headBytes
        ) {
          const bytes = Buffer.concat([...waiting, piece.subarray(from, at + 1)]);
          const value = parsed(`${bytes.toString('utf8')}]}`, file, partLine);
          yield { value, line: partLine, isPart: true, goesOn: true };
          const head = bytes.subarray(0, headBytes);
          partLine = line - lineCount(head);
          waiting = joined([head]);
          size = headBytes;
          from = at + 1;
          isAfterCut = true;
        }
      } else if (isOutside) {
        // Between documents there is nothing but blanks, and commas in an array.
        if (byte > BLANK && !(byte === COMMA && outer === 1)) throw broken(file, line);
      } else if (byte === QUOTE) isText = true;
    }
    if (open.length === outer) continue;
    waiting.push(piece.subarray(from));
    size += piece.length - from;
    if (size > LONGEST_BYTES)
      throw problem(
        { file, line: around === null ? firstLine : partLine },
        'what begins here is longer than 128 MiB',
        'ask for a shorter time or a longer step, and put the parts together with tidemark trace merge',
      );
  }
  if (open.length > 0)
    throw problem(
      { file, line },
      `the JSON breaks off here; what it breaks off in began in line ${open.length === outer ? outerLine : firstLine}`,
      'export it again, whole',
    );
}

const FEED = 10;
const BLANK = 32;
const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN = 123;
const CLOSE = 125;
/** Stands where a part was. */
const NOTHING = Uint8Array.of(48);

/** Pieces that are kept for long are made one, so that they do not keep what they were cut from. */
function joined(pieces: readonly Uint8Array[]): Uint8Array[] {
  return [Buffer.concat(pieces)];
}

function parsed(text: string, file: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Node tells the place of most mistakes in its words only.
    const at = /position (\d+)/.exec((error as Error).message)?.[1];
    throw broken(file, at === undefined ? line : line + text.slice(0, Number(at)).split('\n').length - 1);
  }
}

function broken(file: string, line: number) {
  return problem(
    { file, line },
    'what stands here is no JSON',
    'export it again, and change nothing in it by hand',
  );
}
