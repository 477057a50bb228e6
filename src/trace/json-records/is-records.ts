import { sampleTime } from '../csv/sheet.ts';

export type Fields = Readonly<Record<string, unknown>>;

/**
 * Whether a text starts like records with times: a list, one record per line, or a list within the answer of an API.
 * The first record has to be complete in the text.
 */
export function isRecords(opening: string): boolean {
  const text = opening.trimStart();
  if (text.startsWith('[')) return beginsWithRecord(text.slice(1));
  if (!text.startsWith('{') || /^\{\s*"schema"\s*:\s*"tidemark\//.test(text)) return false;
  const first = firstObject(text);
  if (first !== null && isRecord(first.value)) return /^\s*\{/.test(text.slice(first.length));
  return [...text.matchAll(/"\s*:\s*\[(?=\s*\{)/g)].some(({ index, 0: head }) =>
    beginsWithRecord(text.slice(index + head.length)),
  );
}

/** Whether a value is an object that has a time and at least one number. */
export function isRecord(value: unknown): value is Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const fields = Object.entries(flat(value as Fields));
  const times = fields.filter(([name, one]) => isTimeName(name) && !Number.isNaN(sampleTime(String(one))));
  return times.length > 0 && fields.some(([name, one]) => !isTimeName(name) && isNumber(one));
}

/** Flattens nested objects: `{ host: { cpu: 1 } }` gets a field `host.cpu`. */
export function flat(record: Fields, before = ''): Fields {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.entries(flat(value as Fields, `${before}${name}.`))
        : [[`${before}${name}`, value]],
    ),
  );
}

const isTimeName = (name: string) => TIME.test(name) || CAPITAL.test(name);
const TIME =
  /^[@_]?(?:time|date|ts|datetime|time_?stamp|date_?time|.*[_.](?:time|at|date|timestamp))(?:\W.*)?$/i;
const CAPITAL = /[a-z](?:Time|At|Date|Time[Ss]tamp)$/;

function isNumber(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value));
}

function beginsWithRecord(text: string): boolean {
  const first = firstObject(text.trimStart());
  return first !== null && isRecord(first.value);
}

/** Null if the text does not start with an object, or the object is incomplete. */
function firstObject(text: string): { readonly value: unknown; readonly length: number } | null {
  if (!text.startsWith('{')) return null;
  let [depth, isText] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (isText) {
      if (character === '\\') at++;
      else isText = character !== '"';
    } else if (character === '"') isText = true;
    else if (character === '{') depth++;
    else if (character === '}' && --depth === 0) {
      try {
        return { value: JSON.parse(text.slice(0, at + 1)), length: at + 1 };
      } catch {
        return null;
      }
    }
  }
  return null;
}
