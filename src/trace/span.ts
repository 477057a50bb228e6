import { Quantiles } from './quantiles.ts';
import type { Trace, TraceChunk, TraceHead, TraceStream } from './trace.ts';

/** The time that a trace covers and its usual step. */
export interface Span {
  readonly samples: number;
  /** The times of the first and the last sample. A trace without samples has the times of its events, or 0. */
  readonly firstMs: number;
  readonly lastMs: number;
  /**
   * The usual time from one sample to the next: the trace's own step, or else the median. One minute if there is one
   * sample.
   */
  readonly usualMs: number;
  /** The end of the last step. */
  readonly endMs: number;
}

const LONE_MS = 60_000;

class SpanMeter {
  private readonly stepMs: number | null;
  private readonly steps = new Quantiles();
  private samples = 0;
  private firstMs = 0;
  private lastMs = 0;
  private firstEventMs = 0;
  private lastEventMs: number | null = null;

  constructor({ stepMs }: Pick<TraceHead, 'stepMs'>) {
    this.stepMs = stepMs;
  }

  take({ times, events }: Pick<TraceChunk, 'times' | 'events'>): void {
    const [firstEvent, lastEvent] = [events[0], events.at(-1)];
    if (this.lastEventMs === null && firstEvent !== undefined) this.firstEventMs = firstEvent.atMs;
    if (lastEvent !== undefined) this.lastEventMs = lastEvent.atMs;
    if (times.length === 0) return;
    if (this.samples === 0) this.firstMs = times[0] as number;
    if (this.stepMs === null) {
      for (let i = 0; i < times.length; i++) {
        const time = times[i] as number;
        if (this.samples + i > 0) this.steps.add(time - this.lastMs);
        this.lastMs = time;
      }
    }
    this.lastMs = times.at(-1) as number;
    this.samples += times.length;
  }

  get span(): Span {
    const { samples, firstMs, lastMs } = this;
    const usualMs = this.stepMs ?? this.steps.at(0.5) ?? LONE_MS;
    // A trace without samples spans its events.
    if (samples === 0) {
      const endMs = this.lastEventMs ?? 0;
      return { samples, firstMs: this.firstEventMs, lastMs: endMs, usualMs, endMs };
    }
    return { samples, firstMs, lastMs, usualMs, endMs: lastMs + usualMs };
  }
}

/** The span of a trace in memory, which is computed once per trace. */
export function spanOf(trace: Trace): Span {
  const known = SPANS.get(trace);
  if (known !== undefined) return known;
  const meter = new SpanMeter(trace.head);
  meter.take(trace);
  SPANS.set(trace, meter.span);
  return meter.span;
}

const SPANS = new WeakMap<Trace, Span>();

/**
 * A meter for the span of a stream. A stream with uneven times is read once here, because the median step needs all of
 * it. With even times the returned meter is empty, and the caller passes each chunk to it.
 */
export async function meterOf({ head, chunks }: TraceStream): Promise<SpanMeter> {
  const meter = new SpanMeter(head);
  if (head.stepMs === null) for await (const chunk of chunks) meter.take(chunk);
  return meter;
}
