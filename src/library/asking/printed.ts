import type { Configuration } from '../../planner/index.ts';
import { type LazyList, plainDocument } from '../../report/index.ts';

/** A document as its JSON has it: without functions, and with the text of each configuration. */
export type Printed<Document> = Document extends (...args: never[]) => unknown
  ? never
  : Document extends readonly (infer Item)[] | LazyList<infer Item>
    ? readonly Printed<Item>[]
    : Document extends Configuration
      ? Document & { readonly text: string }
      : Document extends object
        ? { readonly [Name in keyof Document as IsKept<Document[Name], Name>]: Printed<Document[Name]> }
        : Document;

type IsKept<Value, Name> = Value extends (...args: never[]) => unknown ? never : Name;

/** The document that `--json` prints. */
export function printed<Document>(document: Document): Printed<Document> {
  return plainDocument(document) as Printed<Document>;
}
