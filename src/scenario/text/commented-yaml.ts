import { Document, Pair, Scalar, YAMLMap } from 'yaml';

/** A field with a comment above it. */
export interface CommentedField {
  readonly name: string;
  readonly comment?: string | readonly string[];
  readonly value?: unknown;
  /** Inner fields. They replace `value`. */
  readonly fields?: readonly CommentedField[];
}

/** Writes fields as YAML, with a blank line before each outer field that has a comment. */
export function commentedYaml(heading: string, fields: readonly CommentedField[]): string {
  const document = new Document();
  document.commentBefore = commentText(heading);
  document.contents = mapOf(document, fields, true) as unknown as typeof document.contents;
  return document.toString({ lineWidth: 0 });
}

function mapOf(document: Document, fields: readonly CommentedField[], isOuter: boolean): YAMLMap {
  const map = new YAMLMap();
  for (const { name, comment, value, fields: inner } of fields) {
    const key = new Scalar(name);
    if (comment !== undefined) {
      key.commentBefore = commentText(comment);
      key.spaceBefore = isOuter;
    }
    const node =
      inner === undefined ? document.createNode(value, { flow: !isOuter }) : mapOf(document, inner, false);
    map.add(new Pair(key, node));
  }
  return map;
}

/** Puts each text on one line of its own. */
function commentText(texts: string | readonly string[]): string {
  return [texts]
    .flat()
    .map((text) => ` ${text.replaceAll(/\s+/g, ' ')}`)
    .join('\n');
}
