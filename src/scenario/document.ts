import {
  isMap,
  isScalar,
  LineCounter,
  parseDocument,
  type Document as YamlDocument,
  type Node as YamlNode,
} from 'yaml';
import { type Place, type ProblemError, problem } from '../problem/index.ts';

/** A text of the outside as plain data, which remembers where each part of it stood. */
export interface Document {
  readonly file: string;
  readonly value: unknown;
  place(path: readonly PropertyKey[]): Place;
}

/** Reads YAML, of which JSON is a part. JSON takes the quick way; its lines are looked up only when one is asked for. */
export function readDocument(text: string, file: string): Document {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (plain.trim() === '')
    throw problem({ file }, 'the file is empty', 'see --help for what belongs into it');
  const json = parseJson(plain);
  let located = json === undefined ? parseYaml(plain, file) : undefined;
  return {
    file,
    value: json === undefined ? plainData(located as Located, file) : json.value,
    place(path) {
      located ??= compose(plain, file);
      return { file, ...lineOf(located, path), ...(path.length > 0 ? { field: fieldName(path) } : {}) };
    },
  };
}

/** The path as a person would write it: `[3].load1`, `plans.scale`. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path
    .map((key, i) => (typeof key === 'number' ? `[${key}]` : i === 0 ? String(key) : `.${String(key)}`))
    .join('');
}

interface Located {
  readonly document: YamlDocument.Parsed;
  readonly lines: LineCounter;
}

function parseJson(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function parseYaml(text: string, file: string): Located {
  const located = compose(text, file);
  const [error] = located.document.errors;
  if (error === undefined) return located;
  throw problem(
    { file, line: located.lines.linePos(error.pos[0]).line },
    `this is neither YAML nor JSON (${faultWords(error.message)})`,
    'mend the text around this line',
  );
}

function compose(text: string, file: string): Located {
  const lines = new LineCounter();
  try {
    return {
      document: parseDocument(text, { lineCounter: lines, prettyErrors: false, stringKeys: true }),
      lines,
    };
  } catch (error) {
    throw unreadable(file, error);
  }
}

function plainData({ document }: Located, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** Text that exhausts the parser instead of breaking a rule: nested without end, or aliases that multiply. */
function unreadable(file: string, error: unknown): ProblemError {
  const why = firstSentence(error instanceof Error ? error.message : String(error));
  return problem({ file }, `the text cannot be read (${why})`, 'write it without such nesting or aliases');
}

/** Where the name of a field begins: its value may stand some lines below. */
function keyRange(document: YamlDocument.Parsed, path: readonly PropertyKey[]): number | undefined {
  const parent = document.getIn(path.slice(0, -1), true);
  if (path.length === 0 || !isMap(parent)) return undefined;
  const pair = parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1));
  return isScalar(pair?.key) ? pair.key.range?.[0] : undefined;
}

/** The parser speaks of indentation where a reader of JSON only sees a bracket that stays open. */
function faultWords(message: string): string {
  if (message.startsWith('Flow ')) return 'a [ or { is not closed';
  return message.includes('multiple documents') ? 'it holds more than one document' : firstSentence(message);
}

function firstSentence(message: string): string {
  return message.split(/[.\n]/, 1)[0]?.trim() ?? '';
}

/** The line of the deepest part of the path that is there: a missing field is reported where it should stand. */
function lineOf({ document, lines }: Located, path: readonly PropertyKey[]): { readonly line?: number } {
  const key = keyRange(document, path);
  if (key !== undefined) return { line: lines.linePos(key).line };
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true) as YamlNode | undefined | null;
    if (node?.range) return { line: lines.linePos(node.range[0]).line };
  }
  return {};
}
