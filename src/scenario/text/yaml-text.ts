import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  visit,
  type YAMLMap,
  type Document as YamlDocument,
} from 'yaml';
import { ProblemError, problem } from '../../problem/index.ts';
import { composedYaml } from './composed-yaml.ts';
import { DEEPEST, type Located, TOO_DEEP, TWICE } from './located.ts';

export function readYaml(text: string, file: string): Located {
  const lines = new LineCounter();
  const document = whole(file, () => composedYaml(text, lines, file));
  const [error] = document.errors;
  if (error !== undefined) {
    const place = { file, line: lines.linePos(error.pos[0]).line };
    if (error.message.includes('call stack')) throw new ProblemError([{ place, ...TOO_DEEP }]);
    throw problem(
      place,
      `this is neither YAML nor JSON (${faultWords(error.message)})`,
      'mend the text around this line',
    );
  }
  checkNodes(document, lines, file);
  const value = whole(file, () => document.toJS({ maxAliasCount: 100 }) as unknown);
  const line = lineFinder(document, lines);
  const deep = tooDeep(value);
  if (deep !== null) {
    const at = line(deep);
    throw new ProblemError([{ place: { file, ...(at === undefined ? {} : { line: at }) }, ...TOO_DEEP }]);
  }
  return { value, line };
}

/** Text can exhaust the parser instead of breaking a rule: nested without end, or with aliases that multiply. */
function whole<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    if (error instanceof RangeError) throw new ProblemError([{ place: { file }, ...TOO_DEEP }]);
    const why = firstSentence(error instanceof Error ? error.message : String(error));
    throw problem({ file }, `the text cannot be read (${why})`, 'write it without such aliases');
  }
}

/** The way to a part that is too deep, or null. An alias to what holds it has no end, and is too deep as well. */
function tooDeep(value: unknown): PropertyKey[] | null {
  const open: { readonly value: unknown; readonly path: readonly PropertyKey[] }[] = [{ value, path: [] }];
  for (let part = open.pop(); part !== undefined; part = open.pop()) {
    const { path } = part;
    if (typeof part.value !== 'object' || part.value === null) continue;
    if (path.length >= DEEPEST) return [...path];
    for (const [key, inner] of Object.entries(part.value)) {
      open.push({ value: inner, path: [...path, Array.isArray(part.value) ? Number(key) : key] });
    }
  }
  return null;
}

/** The parser speaks of indentation where a reader of JSON only sees a bracket that stays open. */
function faultWords(message: string): string {
  if (message.startsWith('Flow ')) return 'a [ or { is not closed';
  return message.includes('multiple documents') ? 'it holds more than one document' : firstSentence(message);
}

function firstSentence(message: string): string {
  return message.split(/[.\n]/, 1)[0]?.trim() ?? '';
}

/** Where fields stand. Each map that is asked about is gone through once, for it may have any number of fields. */
function lineFinder(document: YamlDocument.Parsed, lines: LineCounter) {
  const maps = new Map<YAMLMap, ReadonlyMap<string, Pair>>();
  const fieldOf = (map: YAMLMap, key: PropertyKey): Pair | undefined => {
    const known = maps.get(map) ?? fieldsOf(map);
    maps.set(map, known);
    return known.get(String(key));
  };
  return (path: readonly PropertyKey[]): number | undefined => {
    let node: unknown = document.contents;
    let start = startOf(node);
    for (const [depth, key] of path.entries()) {
      const field = isMap(node) ? fieldOf(node, key) : undefined;
      // The name of a field is where it begins: its value may stand some lines below.
      if (field !== undefined && depth === path.length - 1) start = startOf(field.key) ?? start;
      const child: unknown =
        field !== undefined ? field.value : isSeq(node) ? node.items[Number(key)] : undefined;
      if (child === undefined || child === null) break;
      if (field === undefined || depth < path.length - 1) start = startOf(child) ?? start;
      node = child;
    }
    return start === undefined ? undefined : lines.linePos(start).line;
  };
}

function fieldsOf({ items }: YAMLMap): ReadonlyMap<string, Pair> {
  return new Map(
    items.flatMap((pair) => (isScalar(pair.key) ? [[String(pair.key.value), pair] as const] : [])),
  );
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** To find what an alias stands for, the parser goes through all names: many of both would take the square of their number. */
const MOST_ALIASES = 1000;

function checkNodes(document: YamlDocument.Parsed, lines: LineCounter, file: string): void {
  let aliases = 0;
  const placeOf = (node: unknown) => {
    const start = startOf(node);
    return { file, ...(start === undefined ? {} : { line: lines.linePos(start).line }) };
  };
  visit(document, {
    Alias: (_, alias) => {
      if (++aliases <= MOST_ALIASES) return;
      throw problem(
        placeOf(alias),
        `this is one of more than ${MOST_ALIASES} aliases`,
        'write out what they stand for',
      );
    },
    Map: (_, { items }) => {
      const names = new Set<unknown>();
      for (const { key } of items) {
        const name = isScalar(key) ? key.value : key;
        if (names.has(name)) throw new ProblemError([{ place: placeOf(key), ...TWICE }]);
        names.add(name);
      }
    },
  });
}
