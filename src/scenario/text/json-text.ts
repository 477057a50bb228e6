import { type JSONVisitor, type Node, parseTree, printParseErrorCode, visit } from 'jsonc-parser';
import { type Problem, ProblemError, problem } from '../../problem/index.ts';
import { firstAfter } from '../../workload/index.ts';
import { fieldName } from '../notation/field-name.ts';
import { DEEPEST, DUPLICATE_FIELD, type Located, TOO_DEEP } from './located.ts';

/** Reads JSON. Null if the text is none. A second pass finds double keys, of which JSON.parse keeps only the last. */
export function readJson(text: string, file: string): Located | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const problems: Problem[] = [];
  visit(text, duplicateKeys(file, problems));
  if (problems.length > 0) throw new ProblemError(problems);
  let lines: ((path: readonly PropertyKey[]) => number | undefined) | null = null;
  return {
    value,
    line(path) {
      lines ??= linesOf(text);
      return lines(path);
    },
  };
}

/** Returns the first fault of a text that should be JSON. */
export function jsonFault(text: string, file: string): ProblemError {
  const problems: Problem[] = [];
  const strict = { disallowComments: true, allowTrailingComma: false };
  const note: JSONVisitor = {
    onError(code, _offset, _length, line) {
      const words = printParseErrorCode(code).replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      throw problem(
        { file, line: line + 1 },
        `this is not JSON (${words})`,
        'correct the text around this line',
      );
    },
  };
  try {
    visit(text, { ...duplicateKeys(file, problems), ...note }, strict);
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  return problem({ file }, 'this is not JSON', 'correct the text');
}

/** Notes each key that occurs twice in its group, and throws if the text is nested too deep. */
function duplicateKeys(file: string, problems: Problem[]): JSONVisitor {
  const groups: Set<string>[] = [];
  let depth = 0;
  const deeper = (line: number) => {
    depth++;
    if (depth > DEEPEST) throw new ProblemError([{ place: { file, line: line + 1 }, ...TOO_DEEP }]);
  };
  return {
    onObjectBegin(_offset, _length, line) {
      deeper(line);
      groups.push(new Set());
    },
    onObjectEnd() {
      depth--;
      groups.pop();
    },
    onArrayBegin(_offset, _length, line) {
      deeper(line);
    },
    onArrayEnd() {
      depth--;
    },
    onObjectProperty(name, _offset, _length, line, _character, path) {
      const group = groups.at(-1);
      if (group?.has(name)) {
        problems.push({
          place: { file, line: line + 1, field: fieldName([...path(), name]) },
          ...DUPLICATE_FIELD,
        });
      }
      group?.add(name);
    },
  };
}

/** Returns a function from a path to its line. The line of a field is that of its name. Its value may begin later. */
function linesOf(text: string): (path: readonly PropertyKey[]) => number | undefined {
  const tree = parseTree(text);
  const lineAt = lineFinder(text);
  /** The fields of each object in a path so far. Searching the object for each field would take quadratic time. */
  const fields = new Map<Node, ReadonlyMap<string, Node>>();
  const childOf = (node: Node, key: PropertyKey): Node | undefined => {
    if (node.type !== 'object') return node.type === 'array' ? node.children?.[Number(key)] : undefined;
    const known = fields.get(node) ?? fieldsOf(node);
    fields.set(node, known);
    return known.get(String(key));
  };
  return (path) => {
    if (tree === undefined) return undefined;
    let node = tree;
    for (const key of path) {
      const child = childOf(node, key);
      if (child === undefined) return lineAt(node.offset);
      node = child;
    }
    return lineAt(node.parent?.type === 'property' ? node.parent.offset : node.offset);
  };
}

function fieldsOf(object: Node): ReadonlyMap<string, Node> {
  return new Map(
    (object.children ?? []).flatMap(({ children: [name, value] = [] }) =>
      value === undefined ? [] : [[String(name?.value), value] as const],
    ),
  );
}

function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => firstAfter(starts, offset);
}
