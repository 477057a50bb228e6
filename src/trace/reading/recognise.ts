import { foreignFile } from './foreign-file.ts';
import { TABLE_WORDS, type TraceFormat, traceFormat } from './format.ts';
import { openingOf } from './opening.ts';
import { type ByteSource, lookAhead } from './source.ts';

/** A file that was recognised by its first bytes. All its bytes are still to be read. */
export interface Recognised<S extends ByteSource = ByteSource> {
  /** A document is a text that has a reader of its own, such as a scenario or a bill. */
  readonly kind: 'empty' | 'trace' | 'foreign' | 'document';
  /** A description of the kind for people. */
  readonly what: string;
  /** The next step with a foreign file. Null for other kinds. */
  readonly remedy: string | null;
  /** The format of a trace. Null for a table and for a file that has to be unpacked first. */
  readonly format: TraceFormat | null;
  readonly first: Uint8Array;
  readonly source: S;
}

/** Looks at the first bytes of a source. `source` in the answer still delivers all of them. */
export async function recognise<S extends ByteSource>(from: S): Promise<Recognised<S>> {
  const { first, source } = await lookAhead(from);
  const opening = openingOf(first);
  const format = traceFormat(opening);
  return { ...kindOf(first, opening, format), format, first, source };
}

function kindOf(
  first: Uint8Array,
  opening: string,
  format: TraceFormat | null,
): Pick<Recognised, 'kind' | 'what' | 'remedy'> {
  if (isGzip(first)) return { kind: 'trace', what: 'packed with gzip', remedy: null };
  if (format !== null) return { kind: 'trace', what: format.what, remedy: null };
  if (first.every((byte) => byte <= 32) && !first.includes(0))
    return { kind: 'empty', what: 'an empty file', remedy: null };
  const foreign = foreignFile(first);
  if (foreign !== null) return { kind: 'foreign', ...foreign };
  if (isTable(opening)) return { kind: 'trace', what: TABLE_WORDS, remedy: null };
  return { kind: 'document', what: 'a document', remedy: null };
}

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Whether the first line is a row of cells. A scenario, in YAML or JSON, begins with a mapping. */
function isTable(opening: string): boolean {
  const line = opening.split(/\r?\n/).find((one) => one.trim() !== '' && !/^\s*(?:#|%|---)/.test(one)) ?? '';
  return !/^\s*[[{]/.test(line) && !MAPPING.test(line) && /[,;\t]/.test(line);
}

/** A line such as `why: What ...`: one word and a colon. */
const MAPPING = /^\s*["']?[\w-]+["']?\s*:(?:\s|$)/;
