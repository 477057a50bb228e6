import { noData, problem } from '../../problem/index.ts';
import type { NamedTrace } from '../../scenario/index.ts';
import { type DatabasePart, readTraces, type UnreadPart, withActivity } from '../../trace/index.ts';
import { type HowToRead, howToRead, idleNotes, notesOf } from '../settings/how-to-read.ts';
import type { TraceOptions } from '../settings/options.ts';
import { errorWithFlags, inFlags } from '../settings/setting-names.ts';
import type { OpenedFile } from './open-file.ts';
import type { Reader } from './reader.ts';

/**
 * Reads the traces of a table with several databases, in the order in which they appear. Throws if one of them has a
 * problem.
 */
export async function openParts(
  file: OpenedFile,
  options: TraceOptions,
  by: string,
  reader: Reader,
): Promise<readonly NamedTrace[]> {
  const parts = await openEachPart(file, options, by, reader);
  return parts.map(({ open }) => open());
}

/** A database of a table. `open` returns its trace, or throws its problem. */
interface OpenPart {
  readonly name: string;
  open(): NamedTrace;
}

/** Reads the databases of a table. A problem of one does not affect the others. */
export async function openEachPart(
  file: OpenedFile,
  options: TraceOptions,
  by: string,
  reader: Reader,
): Promise<readonly OpenPart[]> {
  const { kind, name } = file;
  if (kind !== 'trace')
    throw problem({ file: name, field: '‹by›' }, 'this is not a trace', 'leave ‹by› out, or give a table');
  const progress = reader.progress(`reading ${name}`);
  try {
    const how = howToRead(options);
    const parts = await inFlags(() => readTraces(file, { ...how, name }, by));
    return parts.map((part) => ({ name: part.name, open: () => partOpened(part, name, how) }));
  } finally {
    progress.done();
  }
}

function partOpened(part: DatabasePart | UnreadPart, file: string, how: HowToRead): NamedTrace {
  if ('error' in part) throw errorWithFlags(part.error);
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
