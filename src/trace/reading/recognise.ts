import { foreignFile } from './foreign-file.ts';
import { type Format, formatOf, TABLE_WORDS } from './format.ts';
import { openingOf } from './opening.ts';
import { lookAhead, type Source } from './source.ts';

/** A file by its first bytes: what it is, and all of its bytes, which are still to be read. */
export interface Recognised<S extends Source = Source> {
  /** A document is text that its own reader judges, such as a scenario or a bill. */
  readonly kind: 'empty' | 'trace' | 'foreign' | 'document';
  /** The same in words, for people. */
  readonly what: string;
  /** What to do with a foreign file; null: it is none. */
  readonly remedy: string | null;
  /** The form of a trace; null: it is a table, or it has to be unpacked first. */
  readonly format: Format | null;
  readonly first: Uint8Array;
  readonly source: S;
}

/** Looks at the first bytes of a source, once. */
export async function recognise<S extends Source>(from: S): Promise<Recognised<S>> {
  const { first, source } = await lookAhead(from);
  const opening = openingOf(first);
  const format = formatOf(opening);
  return { ...kindOf(first, opening, format), format, first, source };
}

function kindOf(
  first: Uint8Array,
  opening: string,
  format: Format | null,
): Pick<Recognised, 'kind' | 'what' | 'remedy'> {
  if (isPacked(first)) return { kind: 'trace', what: 'packed with gzip', remedy: null };
  if (format !== null) return { kind: 'trace', what: format.what, remedy: null };
  if (first.every((byte) => byte <= 32) && !first.includes(0))
    return { kind: 'empty', what: 'an empty file', remedy: null };
  const foreign = foreignFile(first);
  if (foreign !== null) return { kind: 'foreign', ...foreign };
  if (isTable(opening)) return { kind: 'trace', what: TABLE_WORDS, remedy: null };
  return { kind: 'document', what: 'a document', remedy: null };
}

export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** A line of fields. A scenario, in YAML or JSON, begins with a mapping. */
function isTable(opening: string): boolean {
  const line = opening.split(/\r?\n/).find((one) => one.trim() !== '' && !/^\s*(?:#|%|---)/.test(one)) ?? '';
  return !/^\s*[[{]/.test(line) && !MAPPING.test(line) && /[,;\t]/.test(line);
}

/** `why: What …`: the key is one word, and a colon ends it. */
const MAPPING = /^\s*["']?[\w-]+["']?\s*:(?:\s|$)/;
