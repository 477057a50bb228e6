import { problem } from '../../../problem/index.ts';
import type { NamedTrace } from '../../../scenario/index.ts';
import { isTrace, lookAhead, readTraces } from '../../../trace/index.ts';
import { nameOf, openSource } from '../../input.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { howToRead, notesOf } from './how-to-read.ts';

/** The traces of a table that has several databases, each with samples, in the order in which they are seen. */
export async function openParts(
  file: string,
  options: TraceOptions,
  by: string,
  terminal: Terminal,
): Promise<readonly NamedTrace[]> {
  const name = nameOf(file);
  const { first, source } = await lookAhead(openSource(file, terminal));
  if (!isTrace(first)) {
    throw problem({ file: name, field: '--by' }, 'this is no trace', 'leave --by out, or give a table');
  }
  const progress = terminal.progress(`reading ${name}`);
  try {
    const parts = await readTraces(source, { ...howToRead(options), name }, by);
    const empty = parts.find(({ trace }) => trace.times.length === 0);
    if (empty !== undefined) {
      throw problem(
        { file: name, field: empty.name },
        'it has no samples',
        'name a column whose databases have some',
      );
    }
    return parts.map((part) => ({ trace: part.trace, notes: notesOf(part) }));
  } finally {
    progress.done();
  }
}
