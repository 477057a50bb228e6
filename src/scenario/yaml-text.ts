import {
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  type Document as YamlDocument,
  type Node as YamlNode,
} from 'yaml';
import { ProblemError, problem } from '../problem/index.ts';
import { DEEPEST, type Located, TOO_DEEP, TWICE } from './located.ts';

export function readYaml(text: string, file: string): Located {
  const lines = new LineCounter();
  const document = whole(file, () =>
    parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true }),
  );
  const [error] = document.errors;
  if (error !== undefined) {
    const place = { file, line: lines.linePos(error.pos[0]).line };
    if (error.code === 'DUPLICATE_KEY') throw new ProblemError([{ place, ...TWICE }]);
    if (error.message.includes('call stack')) throw new ProblemError([{ place, ...TOO_DEEP }]);
    throw problem(
      place,
      `this is neither YAML nor JSON (${faultWords(error.message)})`,
      'mend the text around this line',
    );
  }
  const value = whole(file, () => document.toJS({ maxAliasCount: 100 }) as unknown);
  const line = (path: readonly PropertyKey[]) => lineOf(document, lines, path);
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

function lineOf(
  document: YamlDocument.Parsed,
  lines: LineCounter,
  path: readonly PropertyKey[],
): number | undefined {
  const key = keyStart(document, path);
  if (key !== undefined) return lines.linePos(key).line;
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as YamlNode | undefined | null;
    if (node?.range) return lines.linePos(node.range[0]).line;
  }
  return undefined;
}

/** Where the name of a field begins: its value may stand some lines below. */
function keyStart(document: YamlDocument.Parsed, path: readonly PropertyKey[]): number | undefined {
  const parent = document.getIn(path.slice(0, -1), true);
  if (path.length === 0 || !isMap(parent)) return undefined;
  const pair = parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1));
  return isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
}
