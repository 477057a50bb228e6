import { noData, type Place } from '../../problem/index.ts';
import { fieldName } from '../notation/field-name.ts';
import { jsonFault, readJson } from './json-text.ts';
import { readYaml } from './yaml-text.ts';

/** A text of the outside as plain data, which remembers where each part of it stood. */
export interface Document {
  readonly file: string;
  readonly value: unknown;
  place(path: readonly PropertyKey[]): Place;
}

/** Reads JSON, or YAML, of which it is a part. */
export function readDocument(text: string, file: string): Document {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (plain.trim() === '') throw noData({ file }, 'the file is empty', 'see --help for what belongs into it');
  const json = readJson(plain, file);
  if (json === null && isLongJson(plain)) throw jsonFault(plain, file);
  const located = json ?? readYaml(plain, file);
  return {
    file,
    value: located.value,
    place(path) {
      const line = located.line(path);
      return {
        file,
        ...(line === undefined ? {} : { line }),
        ...(path.length > 0 ? { field: fieldName(path) } : {}),
      };
    },
  };
}

/** What is as long as no person writes and begins as JSON was to be JSON; as YAML it would take a minute to read. */
function isLongJson(text: string): boolean {
  return text.length > LONGEST_BY_HAND && /^\s*[[{]/.test(text);
}

const LONGEST_BY_HAND = 1_000_000;
