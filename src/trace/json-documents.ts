import { problem } from '../problem/index.ts';

/** A document of JSON, and the line that it begins in. */
export interface JsonDocument {
  readonly value: unknown;
  readonly line: number;
}

/** A text of JavaScript's ends at 512 MiB, and what is parsed of one takes seven times its bytes. */
const LONGEST_BYTES = 128 * 1024 ** 2;

/**
 * The documents of a text, one after another, or those of one array. Only one at a time is in memory; where each ends
 * is found in the bytes, and so is where the text breaks off.
 */
export async function* jsonDocuments(
  pieces: AsyncIterable<Uint8Array>,
  file: string,
): AsyncGenerator<JsonDocument> {
  const state = { depth: 0, outer: 0, line: 1, firstLine: 1, outerLine: 1, inText: false, isEscaped: false };
  let waiting: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] as number;
      if (byte === FEED) state.line++;
      if (state.inText) {
        if (state.isEscaped) state.isEscaped = false;
        else if (byte === BACKSLASH) state.isEscaped = true;
        else if (byte === QUOTE) state.inText = false;
        continue;
      }
      const isOutside = state.depth === state.outer;
      if (byte === OPEN_LIST && state.depth === 0) {
        [state.depth, state.outer] = [1, 1];
        state.outerLine = state.line;
      } else if (byte === OPEN || byte === OPEN_LIST) {
        if (isOutside) [from, state.firstLine] = [at, state.line];
        state.depth++;
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        if (state.depth === 0) throw broken(file, state.line);
        state.depth--;
        if (state.depth < state.outer) state.outer = 0;
        else if (state.depth === state.outer) {
          const whole = [...waiting, piece.subarray(from, at + 1)];
          yield {
            value: parsed(Buffer.concat(whole).toString('utf8'), file, state.firstLine),
            line: state.firstLine,
          };
          waiting = [];
          size = 0;
        }
      } else if (isOutside) {
        // Between documents there is nothing but blanks, and commas in an array.
        if (byte > BLANK && !(byte === COMMA && state.outer === 1)) throw broken(file, state.line);
      } else if (byte === QUOTE) state.inText = true;
    }
    if (state.depth === state.outer) continue;
    waiting.push(piece.subarray(from));
    size += piece.length - from;
    if (size > LONGEST_BYTES)
      throw problem(
        { file, line: state.firstLine },
        'a document of JSON is longer than 128 MiB',
        'ask for fewer series, a shorter time or a longer step, and put the parts together with tidemark trace merge',
      );
  }
  if (state.depth > 0)
    throw problem(
      { file, line: state.line },
      `the JSON breaks off here; what it breaks off in began in line ${state.depth === state.outer ? state.outerLine : state.firstLine}`,
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
