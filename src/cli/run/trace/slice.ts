import {
  instantIn,
  nameOf,
  openTrace,
  streamOf,
  type TraceOptions,
  withSamples,
} from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import { applied, slice, type TraceChunk, type TraceStream } from '../../../trace/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
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
  const trace = await openTrace(file, options, terminal);
  const instant = (field: string, text: string | undefined, otherwise: number) =>
    text === undefined ? otherwise : instantIn(field, text, trace.head.timezone);
  const fromMs = instant('--from', options.from, Number.NEGATIVE_INFINITY);
  const toMs = instant('--to', options.to, Number.POSITIVE_INFINITY);
  if (toMs <= fromMs) {
    throw problem({ field: '--to' }, `${options.to} is not after ${options.from}`, 'name a later end');
  }
  const nearest = new NearestTimes(fromMs, toMs);
  const seen = nearest.watching(streamOf(trace, nameOf(file)));
  const part = withSamples(applied(slice(fromMs, toMs), seen), () =>
    problem(
      { file: nameOf(file) },
      `this part has no samples or events: ${nearest.words}`,
      'name times with samples or events between them',
    ),
  );
  await writeTrace(part, [trace], trace.notes, options.output, terminal);
}

/** The nearest times before and after a part that has no samples and events. */
class NearestTimes {
  private lastMs: number | null = null;
  private nextMs: number | null = null;
  private readonly fromMs: number;
  private readonly toMs: number;

  constructor(fromMs: number, toMs: number) {
    this.fromMs = fromMs;
    this.toMs = toMs;
  }

  /** Passes a stream through and notes its times. */
  watching({ head, chunks }: TraceStream): TraceStream {
    const see = (chunk: TraceChunk) => this.see(chunk);
    return {
      head,
      chunks: {
        async *[Symbol.asyncIterator]() {
          for await (const chunk of chunks) {
            see(chunk);
            yield chunk;
          }
        },
      },
    };
  }

  private see({ times, events }: TraceChunk): void {
    for (const ms of times) this.seeAt(ms);
    for (const { atMs } of events) this.seeAt(atMs);
  }

  private seeAt(ms: number): void {
    if (ms < this.fromMs) this.lastMs = Math.max(ms, this.lastMs ?? ms);
    else if (ms >= this.toMs) this.nextMs = Math.min(ms, this.nextMs ?? ms);
  }

  get words(): string {
    const iso = (ms: number) => new Date(ms).toISOString();
    return [
      ...(this.lastMs === null ? [] : [`the last before it is at ${iso(this.lastMs)}`]),
      ...(this.nextMs === null ? [] : [`the first after it is at ${iso(this.nextMs)}`]),
    ].join(', ');
  }
}
