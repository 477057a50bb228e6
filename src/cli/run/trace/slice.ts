import { problem } from '../../../problem/index.ts';
import { endMs, slice } from '../../../trace/index.ts';
import { createZone } from '../../../workload/index.ts';
import { nameOf } from '../../input.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
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

const TIME = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2})?))?(Z|[+-]\d{2}:\d{2})?$/;

/** A time that says where it is, or one that is local to the trace. */
function instantOf(field: string, text: string, timezone: string): number {
  const [, date, time = '00:00', offset] = TIME.exec(text) ?? [];
  const ms = Date.parse(`${date}T${time}${offset ?? 'Z'}`);
  if (Number.isNaN(ms)) {
    throw problem(
      { field },
      `found "${text}"`,
      'write a time such as 2026-03-02, 2026-03-02T09:00 or 2026-03-02T09:00Z',
    );
  }
  return offset === undefined ? createZone(timezone).utcMs(ms) : ms;
}
