import { parseDocument, stringify, visit } from 'yaml';
import type { Document } from './document.ts';
import { readJson } from './json-text.ts';

/** Changes the value of a document in its text. Comments stay, and JSON stays JSON. */
export function editedText(text: string, { file, value }: Document, to: unknown): string {
  const plain = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  if (readJson(plain, file) !== null) return `${JSON.stringify(to, null, 2)}\n`;
  const document = parseDocument(plain, { stringKeys: true });
  let hasAliases = false;
  visit(document, {
    Alias: () => {
      hasAliases = true;
      return visit.BREAK;
    },
  });
  // A node with an alias stands in several places, so it cannot be changed in only one of them.
  if (hasAliases) return stringify(to, { lineWidth: LINE, aliasDuplicateObjects: false });
  for (const { path, to: inner } of edits(value, to, [])) {
    if (inner === undefined) document.deleteIn(path);
    // A plain value goes into the existing node, which keeps the comment behind it.
    else document.setIn(path, isGroup(inner) ? document.createNode(inner) : inner);
  }
  return document.toString({ lineWidth: LINE });
}

const LINE = 110;

interface Edit {
  readonly path: readonly PropertyKey[];
  /** The new value. Undefined removes the field. */
  readonly to: unknown;
}

/** Returns the edits between two values. It descends into pairs of groups, and into pairs of lists of equal length. */
function edits(from: unknown, to: unknown, path: readonly PropertyKey[]): Edit[] {
  if (Object.is(from, to)) return [];
  if (!isGroup(from) || !isGroup(to) || Array.isArray(from) !== Array.isArray(to)) return [{ path, to }];
  if (Array.isArray(from) && Array.isArray(to) && from.length !== to.length) return [{ path, to }];
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return names.flatMap((name) =>
    edits(from[name], to[name], [...path, Array.isArray(from) ? Number(name) : name]),
  );
}

function isGroup(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
