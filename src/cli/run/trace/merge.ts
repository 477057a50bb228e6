import { merge, type Trace } from '../../../trace/index.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { openTrace } from './open-trace.ts';
import { writeTrace } from './write-trace.ts';

export async function mergeTraces(
  files: readonly string[],
  options: TraceOptions & { readonly output: string },
  terminal: Terminal,
): Promise<void> {
  const traces: Trace[] = [];
  const notes: string[] = [];
  const names: string[] = [];
  for (const file of files) {
    const { trace, notes: own } = await openTrace(file, options, terminal);
    names.push(trace.head.name);
    // Problems name files, and two traces may have one name of their own.
    traces.push({ ...trace, head: { ...trace.head, name: file } });
    notes.push(...own.map((note) => `${file}: ${note}`));
  }
  const { head, ...samples } = merge(traces);
  await writeTrace({ ...samples, head: { ...head, name: names[0] ?? '' } }, notes, options.output, terminal);
}
