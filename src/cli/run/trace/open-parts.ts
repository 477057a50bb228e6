import { noData, problem } from '../../../problem/index.ts';
import type { NamedTrace } from '../../../scenario/index.ts';
import {
  isTrace,
  lookAhead,
  type Part,
  readTraces,
  type UnreadPart,
  withActivity,
} from '../../../trace/index.ts';
import { nameOf, openSource } from '../../input.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { type HowToRead, howToRead, idleNotes, notesOf } from './how-to-read.ts';

/** The traces of a table that has several databases, each with samples, in the order in which they are seen. */
export async function openParts(
  file: string,
  options: TraceOptions,
  by: string,
  terminal: Terminal,
): Promise<readonly NamedTrace[]> {
  const parts = await openEachPart(file, options, by, terminal);
  return parts.map(({ open }) => open());
}

/** A database of a table: its trace, or a problem once it is asked for. */
export interface OpenPart {
  readonly name: string;
  open(): NamedTrace;
}

/** The same, where the rows of one that make no trace are no reason to leave the others. */
export async function openEachPart(
  file: string,
  options: TraceOptions,
  by: string,
  terminal: Terminal,
): Promise<readonly OpenPart[]> {
  const name = nameOf(file);
  const { first, source } = await lookAhead(openSource(file, terminal));
  if (!isTrace(first)) {
    throw problem({ file: name, field: '--by' }, 'this is no trace', 'leave --by out, or give a table');
  }
  const progress = terminal.progress(`reading ${name}`);
  try {
    const how = howToRead(options);
    const parts = await readTraces(source, { ...how, name }, by);
    return parts.map((part) => ({ name: part.name, open: () => partOpened(part, name, how) }));
  } finally {
    progress.done();
  }
}

function partOpened(part: Part | UnreadPart, file: string, how: HowToRead): NamedTrace {
  if ('error' in part) throw part.error;
  if (part.trace.times.length === 0) {
    throw noData({ file, field: part.name }, 'it has no samples', 'name a column whose databases have some');
  }
  const notes = [...notesOf(part), ...idleNotes(how)];
  if (part.trace.values.every((column) => column.every(Number.isNaN))) {
    throw problem(
      { file, field: part.name },
      'no value of it can be read',
      `look into its columns${notes.length === 0 ? '' : ` (${notes.join(' ')})`}`,
    );
  }
  return { trace: withActivity(part.trace), notes };
}
