import { problem } from '../../../problem/index.ts';
import { merge } from '../../../trace/index.ts';
import { nameOf } from '../../input.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { type OpenTrace, openTrace } from './open-trace.ts';
import { replayed } from './watched.ts';
import { writeTrace } from './write-trace.ts';

export async function mergeTraces(
  files: readonly string[],
  options: TraceOptions & { readonly output: string },
  terminal: Terminal,
): Promise<void> {
  if (files.filter((file) => file === '-').length > 1)
    throw problem(
      { file: nameOf('-') },
      'it is named twice, and can be read but once',
      'write one of the traces into a file first',
    );
  const traces: OpenTrace[] = [];
  for (const file of files) traces.push(await openTrace(file, options, terminal));
  const replays = traces.map((trace, i) => {
    const replay = replayed(trace, nameOf(files[i] as string));
    // Problems name files, and two traces may have one name of their own.
    return { ...replay, head: { ...replay.head, name: nameOf(files[i] as string) } };
  });
  const merged = merge(replays);
  const named = { ...merged, head: { ...merged.head, name: traces[0]?.head.name ?? '' } };
  const notes = () => traces.flatMap((trace, i) => trace.notes().map((note) => `${files[i]}: ${note}`));
  await writeTrace(named, traces, notes, options.output, terminal);
}
