import { problem } from '../../problem/index.ts';
import { lineCount } from './blocks.ts';
import { joined, textOf } from './bytes.ts';

/** A JSON document, or a part of one. */
interface JsonDocument {
  readonly value: unknown;
  readonly line: number;
  readonly isPart: boolean;
  /** Whether the next document continues the same part, because the part was too long for one piece. */
  readonly isContinued: boolean;
}

/** A JavaScript string is limited to 512 MiB, and a parsed document takes seven times its bytes. */
const LONGEST_BYTES = 128 * 1024 ** 2;

/** A longer part is delivered in pieces, cut between the inner lists of its list. */
const PIECE_BYTES = 4 * 1024 ** 2;

/**
 * Reads the JSON documents of a text one after another, or the elements of one array. Only one document is in memory
 * at a time: the bytes alone tell where each ends and where the text is truncated.
 * @param partsAt the depth of lists whose objects are delivered one by one, before the rest of their document, so that
 * no whole document has to fit in memory. In the document itself each such object becomes `0`. A long object is
 * delivered in pieces, each with everything that precedes its list. Null if documents are not split.
 */
export async function* jsonDocuments(
  pieces: AsyncIterable<Uint8Array>,
  file: string,
  partsAt: number | null = null,
): AsyncGenerator<JsonDocument> {
  /** For each open level, whether it is a list. */
  const open: boolean[] = [];
  /** How many levels enclose a document: one if documents are in an array. */
  let arrayDepth = 0;
  let [line, outerLine, firstLine, partLine] = [1, 1, 1, 1];
  let [isInString, isEscaped] = [false, false];
  let pending: Uint8Array[] = [];
  /** The bytes of a document before the part that is being read. Null outside a part. */
  let documentBefore: Uint8Array[] | null = null;
  let size = 0;
  /** How many bytes of a part precede the list that is being read. 0 if the part must not be cut. */
  let headBytes = 0;
  let [hasObject, hasList, isAfterCut] = [false, false, false];
  const takePending = (last: Uint8Array): string => {
    const text = textOf(pending.length === 0 ? last : joined([...pending, last]));
    pending = [];
    size = 0;
    return text;
  };
  for await (const piece of pieces) {
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] as number;
      if (byte === FEED) line++;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === BACKSLASH) isEscaped = true;
        else if (byte === QUOTE) isInString = false;
        continue;
      }
      if (isAfterCut && byte > BLANK) {
        if (byte === COMMA) from = at + 1;
        else if (byte !== CLOSE_LIST) throw invalidJson(file, line);
        isAfterCut = false;
      }
      const isOutside = open.length === arrayDepth;
      if (byte === OPEN_LIST && open.length === 0) {
        open.push(true);
        arrayDepth = 1;
        outerLine = line;
      } else if (byte === OPEN || byte === OPEN_LIST) {
        if (isOutside) [from, firstLine] = [at, line];
        else if (
          byte === OPEN &&
          partsAt !== null &&
          open.length === arrayDepth + partsAt &&
          open.at(-1) === true
        ) {
          // A copy, because a view would keep its whole piece in memory, and so the whole file.
          pending.push(joined([piece.subarray(from, at)]));
          documentBefore = pending;
          pending = [];
          size = 0;
          [from, partLine] = [at, line];
          [headBytes, hasObject, hasList] = [0, false, false];
        } else if (
          byte === OPEN_LIST &&
          documentBefore !== null &&
          open.length === arrayDepth + (partsAt as number) + 1
        ) {
          // Only a part with an object before its first list can be cut: the object identifies each piece.
          if (hasObject && !hasList) headBytes = size + at + 1 - from;
          hasList = true;
        }
        open.push(byte === OPEN_LIST);
      } else if (byte === CLOSE || byte === CLOSE_LIST) {
        if (open.pop() !== (byte === CLOSE_LIST)) throw invalidJson(file, line);
        if (open.length < arrayDepth) arrayDepth = 0;
        else if (open.length === arrayDepth) {
          const text = takePending(piece.subarray(from, at + 1));
          yield { value: parsed(text, file, firstLine), line: firstLine, isPart: false, isContinued: false };
        } else if (documentBefore !== null && open.length === arrayDepth + (partsAt as number)) {
          const text = takePending(piece.subarray(from, at + 1));
          yield { value: parsed(text, file, partLine), line: partLine, isPart: true, isContinued: false };
          documentBefore.push(PLACEHOLDER);
          pending = documentBefore;
          documentBefore = null;
          from = at + 1;
        } else if (documentBefore !== null && open.length === arrayDepth + (partsAt as number) + 1) {
          hasObject = true;
          headBytes = 0;
        } else if (
          documentBefore !== null &&
          open.length === arrayDepth + (partsAt as number) + 2 &&
          headBytes > 0 &&
          size + at - from > PIECE_BYTES + 2 * headBytes
        ) {
          const bytes = joined([...pending, piece.subarray(from, at + 1)]);
          const value = parsed(`${textOf(bytes)}]}`, file, partLine);
          yield { value, line: partLine, isPart: true, isContinued: true };
          const head = bytes.subarray(0, headBytes);
          partLine = line - lineCount(head);
          pending = [joined([head])];
          size = headBytes;
          from = at + 1;
          isAfterCut = true;
        }
      } else if (isOutside) {
        // Only white space, and commas in an array, may stand between documents.
        if (byte > BLANK && !(byte === COMMA && arrayDepth === 1)) throw invalidJson(file, line);
      } else if (byte === QUOTE) isInString = true;
    }
    if (open.length === arrayDepth) continue;
    pending.push(piece.subarray(from));
    size += piece.length - from;
    if (size > LONGEST_BYTES)
      throw problem(
        { file, line: documentBefore === null ? firstLine : partLine },
        'the value that starts here is longer than 128 MiB',
        'export shorter time spans or longer steps, and join the files with tidemark trace merge',
      );
  }
  if (open.length > 0)
    throw problem(
      { file, line },
      `the JSON ends here, in the middle of a value that starts in line ${open.length === arrayDepth ? outerLine : firstLine}`,
      'export the whole file again',
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
/** Replaces a part that was delivered on its own. */
const PLACEHOLDER = Uint8Array.of(48);

function parsed(text: string, file: string, line: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Node gives the position of most syntax errors only in the message.
    const at = /position (\d+)/.exec((error as Error).message)?.[1];
    throw invalidJson(
      file,
      at === undefined ? line : line + text.slice(0, Number(at)).split('\n').length - 1,
    );
  }
}

function invalidJson(file: string, line: number) {
  return problem({ file, line }, 'this is not valid JSON', 'export it again, and do not edit it by hand');
}
