import { type ProblemError, problem } from '../../problem/index.ts';
import { type Recognised, recognise } from '../../trace/index.ts';
import type { FileSource } from '../files/file-source.ts';
import { nameOf, openSource, wholeText } from '../files/input.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A file that was named, and what it is by its first bytes. The rest of it is read once somebody asks for it. */
export interface OpenedFile extends Recognised<FileSource> {
  readonly path: string;
  /** The name that problems give it. */
  readonly name: string;
  /** All of it as text, read once. */
  text(): Promise<string>;
  close(): void;
}

export async function openFile(path: string, terminal: Terminal): Promise<OpenedFile> {
  return recognisedFile(path, openSource(path, terminal));
}

export async function recognisedFile(path: string, from: FileSource): Promise<OpenedFile> {
  const recognised = await recognise(from);
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

/** A file that nothing here reads; null: it is a trace, a document or empty. */
export function foreignProblem({ name, what, remedy }: OpenedFile): ProblemError | null {
  return remedy === null ? null : problem({ file: name }, `this is ${what}`, remedy);
}
