import { problem } from '../../../problem/index.ts';
import { endMs, slice } from '../../../trace/index.ts';
import { nameOf } from '../../input.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { instantOf } from './instant.ts';
import { openTrace } from './open-trace.ts';
import { writeTrace } from './write-trace.ts';

export interface SliceOptions extends TraceOptions {
  readonly from?: string;
  readonly to?: string;
  readonly output: string;
}

export async function sliceTrace(file: string, options: SliceOptions, terminal: Terminal): Promise<void> {
  if (options.from === undefined && options.to === undefined) {
    throw problem({ field: '--from' }, 'neither --from nor --to is given', 'give one of them, or both');
  }
  const { trace, notes } = await openTrace(file, options, terminal);
  const instant = (field: string, text: string | undefined, otherwise: number) =>
    text === undefined ? otherwise : instantOf(field, text, trace.head.timezone);
  const fromMs = instant('--from', options.from, Number.NEGATIVE_INFINITY);
  const toMs = instant('--to', options.to, Number.POSITIVE_INFINITY);
  const part = slice(trace, fromMs, toMs);
  if (part.times.length === 0) {
    const [from, to] = [trace.times[0] as number, endMs(trace)].map((ms) => new Date(ms).toISOString());
    throw problem(
      { file: nameOf(file) },
      `no sample lies in this part: it goes from ${from} to ${to}`,
      'name times within',
    );
  }
  await writeTrace(part, notes, options.output, terminal);
}
