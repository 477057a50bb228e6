import type { Configuration } from '../../planner/index.ts';
import { configurationText } from '../words/configuration-words.ts';
import { LazyList } from './lazy-list.ts';

/** JSON that people can read too: a group without inner groups or lists is on one line. */
export function jsonDocument(written: unknown): string {
  return layOut(plainDocument(written), '');
}

/**
 * The same text with a line end, in pieces, so that a list of a hundred thousand items need not be in memory. Lazy lists
 * have to be fields of the document itself.
 */
export function* jsonPieces(document: object): Generator<string> {
  if (!Object.values(document).some((part) => part instanceof LazyList)) {
    yield `${jsonDocument(document)}\n`;
    return;
  }
  let text = '{';
  let before = '\n  ';
  for (const [name, part] of Object.entries(document)) {
    if (part instanceof LazyList) {
      text += `${before}${JSON.stringify(name)}: `;
      let [open, end] = ['[', '[]'];
      for (const item of part) {
        text += `${open}\n    ${layOut(plainDocument(item), '    ')}`;
        [open, end] = [',', '\n  ]'];
        if (text.length < PIECE_LENGTH) continue;
        yield text;
        text = '';
      }
      text += end;
    } else {
      const plain = plainDocument(part);
      if (plain === undefined) continue;
      text += `${before}${JSON.stringify(name)}: ${layOut(plain, '  ')}`;
    }
    before = ',\n  ';
  }
  yield `${text}\n}\n`;
}

const PIECE_LENGTH = 1 << 16;

function layOut(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null || isFlat(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((part) => layOut(part, inner))
    : Object.entries(value).map(([name, part]) => `${JSON.stringify(name)}: ${layOut(part, inner)}`);
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}\n${indent}${close}`;
}

function isFlat(value: object): boolean {
  return Object.values(value).every((part) => typeof part !== 'object' || part === null);
}

/**
 * A copy of a document that has only what its JSON has, without the time that a JSON text takes. A configuration has
 * its text beside its numbers. Functions are left out, because only pages use them. `isRun` is left out, because it
 * depends on how many threads remember runs, and so on the machine.
 */
export function plainDocument(written: unknown): unknown {
  if (typeof written === 'number') return plainNumber(written);
  if (typeof written === 'function' || typeof written === 'symbol') return undefined;
  if (typeof written !== 'object' || written === null) return written;
  if (Array.isArray(written)) return written.map((part) => plainDocument(part) ?? null);
  if ('toJSON' in written && typeof written.toJSON === 'function') return plainDocument(written.toJSON());
  const copy: Record<string, unknown> = { ...written };
  if (isSetting(written)) copy.text = configurationText(written);
  for (const [name, part] of Object.entries(copy)) {
    const plain = name === 'isRun' ? undefined : plainDocument(part);
    if (plain === undefined) delete copy[name];
    else copy[name] = plain;
  }
  return copy;
}

/** JSON has neither -0 nor numbers that are not finite. */
function plainNumber(value: number): number | null {
  if (!Number.isFinite(value)) return null;
  return value === 0 ? 0 : value;
}

function isSetting(value: object): value is Configuration {
  if (!('size' in value && 'suspendAfterMs' in value && 'route' in value)) return false;
  const { size } = value;
  return typeof size === 'object' && size !== null && 'minCu' in size && 'maxCu' in size;
}
