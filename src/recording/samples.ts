import type { TraceChunk, TraceEvent, TraceHead } from '../trace/index.ts';
import type { Snapshot } from './asker.ts';
import { measuredColumns } from './columns.ts';
import type { Increases } from './increases.ts';
import { SessionTracker } from './session-tracker.ts';
import type { Features } from './statements.ts';

/** Turns answers into samples and events. */
export class RecordedSamples {
  private readonly startMs: number;
  private readonly everyMs: number;
  private readonly sessions: SessionTracker;
  private columns: ReturnType<typeof measuredColumns> = [];
  private lastSampleMs = Number.NEGATIVE_INFINITY;
  private lastEndMs: number;

  constructor(startMs: number, everyMs: number) {
    this.startMs = startMs;
    this.everyMs = everyMs;
    this.lastEndMs = startMs;
    this.sessions = new SessionTracker(startMs.toString(36));
  }

  /** The features at the first answer decide the columns of the trace. */
  begin(features: Features): void {
    this.columns = measuredColumns(features);
  }

  get hasBegun(): boolean {
    return this.columns.length > 0;
  }

  head(name: string): TraceHead {
    const columns = this.columns.map(({ column }) => column);
    return { name, timezone: 'UTC', stepMs: this.everyMs, columns };
  }

  answered(
    snapshot: Snapshot,
    increases: Increases | null,
    askedMs: number,
    nowMs: number,
  ): TraceChunk | null {
    const events = this.sessions.update(snapshot.clients, this.lastEndMs, nowMs);
    const elapsedMs = nowMs - this.lastEndMs;
    this.lastEndMs = nowMs;
    const newcomers = increases === null ? null : events.filter(({ kind }) => kind === 'connect').length;
    const values = this.columns.map((one) => one.value(snapshot, { increases, newcomers, elapsedMs }));
    return this.chunk(values, events, askedMs);
  }

  /** Handles a report of the API. While the compute sleeps, columns have their values of sleep. */
  apiReported(isAwake: boolean, wasAwake: boolean, nowMs: number): TraceChunk | null {
    if (!this.hasBegun) return null;
    const events =
      isAwake === wasAwake ? [] : this.sessions.computeChanged(isAwake ? 'resume' : 'suspend', nowMs);
    const slept = !isAwake && !wasAwake;
    return this.chunk(slept ? this.columns.map(({ asleep }) => asleep) : null, events, nowMs);
  }

  /** A sample has the time of the start of its step; the question was asked at the step's end. */
  private chunk(
    values: readonly (number | null)[] | null,
    events: readonly TraceEvent[],
    askedMs: number,
  ): TraceChunk | null {
    const { startMs, everyMs } = this;
    const timeMs = startMs + (Math.round((askedMs - startMs) / everyMs) - 1) * everyMs;
    const isNew = values !== null && timeMs > this.lastSampleMs;
    if (!isNew && events.length === 0) return null;
    if (isNew) this.lastSampleMs = timeMs;
    return {
      times: Float64Array.from(isNew ? [timeMs] : []),
      values: this.columns.map((_, i) => Float64Array.from(isNew ? [values[i] ?? Number.NaN] : [])),
      events,
    };
  }
}
