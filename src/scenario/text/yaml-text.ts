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
import { DEEPEST, DUPLICATE_FIELD, type Located, TOO_DEEP } from './located.ts';

export function readYaml(text: string, file: string): Located {
  const lines = new LineCounter();
  const document = withProblems(file, () => composedYaml(text, lines, file));
  const [error] = document.errors;
  if (error !== undefined) {
    const place = { file, line: lines.linePos(error.pos[0]).line };
    if (error.message.includes('call stack')) throw new ProblemError([{ place, ...TOO_DEEP }]);
    throw problem(
      place,
      `this is neither YAML nor JSON (${faultWords(error.message)})`,
      'correct the text around this line',
    );
  }
  checkNodes(document, lines, file);
  const value = withProblems(file, () => document.toJS({ maxAliasCount: 100 }) as unknown);
  const line = lineFinder(document, lines);
  const deep = tooDeep(value);
  if (deep !== null) {
    const at = line(deep);
    throw new ProblemError([{ place: { file, ...(at === undefined ? {} : { line: at }) }, ...TOO_DEEP }]);
  }
  return { value, line };
}

/** Turns errors of the parser into problems. Deep nesting and aliases that multiply can exhaust it. */
function withProblems<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    if (error instanceof RangeError) throw new ProblemError([{ place: { file }, ...TOO_DEEP }]);
    const why = firstSentence(error instanceof Error ? error.message : String(error));
    throw problem({ file }, `the text cannot be read (${why})`, 'write it without such aliases');
  }
}

/** Returns the path of a part that is nested too deep, or null. An alias to a part around it nests without end. */
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

/** Rewrites messages of the parser. For an open bracket it mentions indentation, which means nothing in JSON. */
function faultWords(message: string): string {
  if (message.startsWith('Flow ')) return 'a [ or { is not closed';
  return message.includes('multiple documents') ? 'it holds more than one document' : firstSentence(message);
}

function firstSentence(message: string): string {
  return message.split(/[.\n]/, 1)[0]?.trim() ?? '';
}

/** Returns a function from a path to its line. It indexes each map once, because a map may have many fields. */
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
      // The line of a field is that of its name. Its value may begin later.
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

/** The parser searches all anchors for each alias, so many of both take quadratic time. */
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
        if (names.has(name)) throw new ProblemError([{ place: placeOf(key), ...DUPLICATE_FIELD }]);
        names.add(name);
      }
    },
  });
}
