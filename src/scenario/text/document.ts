import { noData, type Place } from '../../problem/index.ts';
import { fieldName } from '../notation/field-name.ts';
import { jsonFault, readJson } from './json-text.ts';
import { readYaml } from './yaml-text.ts';

/** A text from outside as plain data, with the place of each part. */
export interface Document {
  readonly file: string;
  readonly value: unknown;
  place(path: readonly PropertyKey[]): Place;
}

/** Reads YAML or JSON. JSON is a subset of YAML, and its own parser is faster. */
export function readDocument(text: string, file: string): Document {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (plain.trim() === '')
    throw noData({ file }, 'the file is empty', 'see --help for what it should contain');
  const json = readJson(plain, file);
  if (json === null && isLongJson(plain)) throw jsonFault(plain, file);
  // The place of a part outlives the value, which may be large.
  const { value, line: lineOf } = json ?? readYaml(plain, file);
  return {
    file,
    value,
    place(path) {
      const line = lineOf(path);
      return {
        file,
        ...(line === undefined ? {} : { line }),
        ...(path.length > 0 ? { field: fieldName(path) } : {}),
      };
    },
  };
}

/** Whether a text that begins like JSON is too long for a person to have written. Reading it as YAML takes a minute. */
function isLongJson(text: string): boolean {
  return text.length > LONGEST_BY_HAND && /^\s*[[{]/.test(text);
}

const LONGEST_BY_HAND = 1_000_000;
