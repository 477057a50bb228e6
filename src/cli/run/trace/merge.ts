import { nameOf, type OpenTrace, openTrace, streamOf, type TraceOptions } from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import { merge } from '../../../trace/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { writeTrace } from './write-trace.ts';

export async function mergeTraces(
  files: readonly string[],
  options: TraceOptions & { readonly output: string },
  terminal: Terminal,
): Promise<void> {
  if (files.filter((file) => file === '-').length > 1)
    throw problem(
      { file: nameOf('-') },
      'it is named twice, but can be read only once',
      'write one of the traces into a file first',
    );
  const traces: OpenTrace[] = [];
  for (const file of files) traces.push(await openTrace(file, options, terminal));
  const streams = traces.map((trace, i) => {
    const file = nameOf(files[i] as string);
    // Problems name the files, because two traces may have the same name.
    const { head, chunks } = streamOf(trace, file);
    return { chunks, head: { ...head, name: file } };
  });
  const merged = merge(streams);
  const named = { ...merged, head: { ...merged.head, name: traces[0]?.head.name ?? '' } };
  const notes = () => traces.flatMap((trace, i) => trace.notes().map((note) => `${files[i]}: ${note}`));
  await writeTrace(named, traces, notes, options.output, terminal);
}
