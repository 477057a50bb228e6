import { formatOf, TABLE_WORDS } from './format.ts';
import { openingOf } from './opening.ts';

/**
 * Whether bytes are a trace, by what they begin with: compressed, a form that is known, or a line of fields. A
 * scenario, in YAML or JSON, begins with a mapping.
 */
export function isTrace(bytes: Uint8Array): boolean {
  if (isPacked(bytes)) return true;
  const opening = openingOf(bytes);
  return formatOf(opening) !== null || isTable(opening);
}

/** What a trace is by its first bytes, in words. */
export function formWords(first: Uint8Array): string {
  return isPacked(first) ? 'packed with gzip' : (formatOf(openingOf(first))?.what ?? TABLE_WORDS);
}

export function isPacked(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

function isTable(opening: string): boolean {
  const line = opening.split(/\r?\n/).find((one) => one.trim() !== '' && !/^\s*(?:#|%|---)/.test(one)) ?? '';
  return !/^\s*[[{]/.test(line) && !MAPPING.test(line) && /[,;\t]/.test(line);
}

/** `why: What …`: the key is one word, and a colon ends it. */
const MAPPING = /^\s*["']?[\w-]+["']?\s*:(?:\s|$)/;
