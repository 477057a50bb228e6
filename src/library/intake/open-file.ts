import { type ProblemError, problem } from '../../problem/index.ts';
import { type Recognised, recognise } from '../../trace/index.ts';
import { nameOf, openSource, wholeText } from './input.ts';
import type { OpenTrace } from './opened-trace.ts';
import type { FileSource, Reader } from './reader.ts';

/** A file that the user named, recognised by its first bytes. The rest is read on demand. */
export interface OpenedFile extends Recognised<FileSource> {
  readonly path: string;
  /** The name to show in problems. */
  readonly name: string;
  /** The whole file as text. Read only once. */
  text(): Promise<string>;
  close(): void;
}

export async function openFile(path: string, reader: Reader): Promise<OpenedFile> {
  return recognisedFile(path, openSource(path, reader));
}

export async function recognisedFile(path: string, from: FileSource): Promise<OpenedFile> {
  const recognised = from.trace === undefined ? await recognise(from) : alreadyRead(from, from.trace);
  const { source } = recognised;
  let text: Promise<string> | null = null;
  return {
    ...recognised,
    path,
    name: nameOf(path),
    text: () => {
      text ??= wholeText(source, path);
      return text;
    },
    close: () => source.close?.(),
  };
}

function alreadyRead(source: FileSource, { what }: OpenTrace): Recognised<FileSource> {
  return { kind: 'trace', what, remedy: null, format: null, first: new Uint8Array(), source };
}

/** Returns a problem if no reader takes the file. Null for a trace, a document or an empty file. */
export function foreignProblem({ name, what, remedy }: OpenedFile): ProblemError | null {
  return remedy === null ? null : problem({ file: name }, `this is ${what}`, remedy);
}
