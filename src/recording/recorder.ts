import { present } from '../problem/index.ts';
import type { TraceChunk, TraceStream } from '../trace/index.ts';
import type { Asker, Snapshot } from './asker.ts';
import { CounterIncreases, type Increases } from './increases.ts';
import { type ApiReport, type Known, longestBetweenMs, nextStep } from './policy.ts';
import type { RecorderPorts } from './ports.ts';
import { countAnswer, emptyTotals } from './recording-totals.ts';
import { RecordedSamples } from './samples.ts';
import type { ComputeView, RecordSettings } from './settings.ts';

/** One recording, from its first question to its end. */
export class Recorder {
  readonly totals = emptyTotals();
  private readonly settings: RecordSettings;
  private readonly ports: RecorderPorts;
  private readonly samples: RecordedSamples;
  private readonly startMs: number;
  private asker: Asker | null = null;
  private counterIncreases = new CounterIncreases();
  private known: Known;
  private view: ComputeView | null = null;
  /** The last activity that the API reported at the first look after a question: the activity of that question. */
  private ownActivity: string | null = null;
  /**
   * Whether the API has reported activity that the server did not confirm. From then until the compute wakes, only a
   * wake counts.
   */
  private distrustsActivity = false;
  private apiLost = false;

  constructor(settings: RecordSettings, ports: RecorderPorts) {
    this.settings = settings;
    this.ports = ports;
    this.startMs = ports.nowMs();
    this.samples = new RecordedSamples(this.startMs, settings.everyMs);
    this.known = {
      startMs: this.startMs,
      askedMs: null,
      othersMs: null,
      failed: null,
      api: ports.look === null ? null : NOT_LOOKED_SINCE,
    };
  }

  /** Returns the trace after the first answer, because the features of the server decide its columns. */
  async open(name: string): Promise<TraceStream> {
    const chunks = this.chunks();
    const first = await chunks.next();
    const head = this.samples.head(name);
    return { head, chunks: first.done === true ? nothing() : withFirst(first.value, chunks) };
  }

  private async *chunks(): AsyncGenerator<TraceChunk> {
    const { ports, settings } = this;
    const endMs = settings.forMs === null ? Number.POSITIVE_INFINITY : this.startMs + settings.forMs;
    try {
      while (!ports.isStopped()) {
        const nowMs = ports.nowMs();
        const step = nextStep(settings, this.known, nowMs);
        // A connection that is not needed soon is closed: on some services an open connection keeps a compute awake.
        if (step.kind !== 'ask' || step.atMs - nowMs > longestBetweenMs(settings)) await this.disconnect();
        if (step.kind === 'end') {
          this.totals.endedQuiet = true;
          return;
        }
        this.tellState(step.kind);
        const atMs = Math.min(step.atMs, endMs);
        if (atMs > nowMs) await ports.sleepUntil(atMs);
        if (ports.isStopped() || step.atMs > endMs) return;
        const chunk = step.kind === 'ask' ? await this.ask() : await this.look();
        this.totals.samples += chunk?.times.length ?? 0;
        if (chunk !== null) yield chunk;
      }
    } finally {
      await this.disconnect();
    }
  }

  private async ask(): Promise<TraceChunk | null> {
    const { ports, totals } = this;
    const scheduledMs = ports.nowMs();
    let snapshot: Snapshot;
    try {
      if (this.asker === null) {
        this.asker = await ports.connect();
        totals.connects++;
        this.counterIncreases = new CounterIncreases();
      }
      snapshot = await this.asker.ask();
    } catch (error) {
      if (!this.samples.hasBegun) throw error;
      if (!ports.isStopped()) await this.handleLostConnection(error);
      return null;
    }
    if (!this.samples.hasBegun) {
      this.samples.begin(this.asker.features);
      ports.tell({ kind: 'connected', features: this.asker.features, snapshot });
    }
    const increases = this.counterIncreases.next(snapshot);
    const known = typeof increases === 'string' ? null : increases;
    this.noteOthers(snapshot, known);
    if (increases === 'reset') totals.resets++;
    return this.samples.answered(snapshot, known, scheduledMs, ports.nowMs());
  }

  /** Notes what the answer says about other sessions, which decides the next step. */
  private noteOthers(snapshot: Snapshot, increases: Increases | null): void {
    const nowMs = this.ports.nowMs();
    countAnswer(this.totals, snapshot, increases);
    const { askedMs, api } = this.known;
    const { othersIdleMs, hidden } = snapshot;
    let othersMs = othersIdleMs === null ? null : nowMs - othersIdleMs;
    // Only counters show sessions that came and went in between, and the activity of hidden sessions.
    const counted = (increases?.sessions ?? 0) > 0 || (hidden > 0 && (increases?.transactions ?? 0) > 0);
    if (counted) othersMs = Math.max(othersMs ?? 0, askedMs ?? nowMs);
    // At the first question without an API, assume that others are active now: whoever starts a recording is about to
    // do something.
    const isFirst = askedMs === null && api === null;
    const latestMs = isFirst ? nowMs : later(othersMs, this.known.othersMs);
    if (api?.othersCame === true && askedMs !== null && (latestMs ?? 0) < askedMs)
      this.distrustsActivity = true;
    this.known = {
      ...this.known,
      askedMs: nowMs,
      othersMs: latestMs,
      failed: null,
      api: api === null ? null : NOT_LOOKED_SINCE,
    };
  }

  private async look(): Promise<TraceChunk | null> {
    const { ports } = this;
    const look = present(ports.look, 'it looks only where it can');
    const api = present(this.known.api, 'it looks only where it can');
    const nowMs = ports.nowMs();
    let view: ComputeView;
    try {
      view = await look();
    } catch (error) {
      if (this.view === null) throw error;
      if (!this.apiLost) ports.tell({ kind: 'api lost', error });
      this.apiLost = true;
      this.known = { ...this.known, api: { ...api, lookedMs: nowMs } };
      return null;
    }
    this.apiLost = false;
    return this.handleReport(view, api, nowMs);
  }

  private handleReport(view: ComputeView, api: ApiReport, nowMs: number): TraceChunk | null {
    const before = this.view;
    this.view = view;
    const woke = view.isAwake && before?.isAwake === false;
    if (api.lookedMs === null) this.ownActivity = view.lastActive;
    if (woke) this.distrustsActivity = false;
    const isActive = api.lookedMs !== null && view.lastActive !== this.ownActivity && !this.distrustsActivity;
    // At the first look of all, an awake compute is awake because of others.
    const othersCame = view.isAwake && (woke || isActive || before === null);
    this.known = {
      ...this.known,
      // Others came after the look before. Assuming the earliest time keeps the recording from lingering too long.
      othersMs: woke ? later(api.lookedMs, this.known.othersMs) : this.known.othersMs,
      api: { lookedMs: nowMs, isAwake: view.isAwake, othersCame },
    };
    return before === null ? null : this.samples.apiReported(view.isAwake, before.isAwake, nowMs);
  }

  private async handleLostConnection(error: unknown): Promise<void> {
    const { known, ports, totals } = this;
    const times = (known.failed?.times ?? 0) + 1;
    if (times === 1) totals.lost++;
    await this.disconnect();
    ports.tell({ kind: 'lost', error });
    const { api } = known;
    this.known = {
      ...known,
      failed: { atMs: ports.nowMs(), times },
      api: api === null ? null : NOT_LOOKED_SINCE,
    };
  }

  private async disconnect(): Promise<void> {
    const { asker } = this;
    this.asker = null;
    // Errors of closing a lost connection do not matter.
    await asker?.close().catch(() => {});
  }

  private tellState(step: 'ask' | 'look'): void {
    const { known, view, totals, ports } = this;
    const quiet = view !== null && !view.isAwake ? 'asleep' : 'quiet';
    const isQuiet = step === 'look' || (this.asker === null && known.askedMs !== null);
    const state = known.failed !== null ? 'trying again' : isQuiet ? quiet : 'asking';
    ports.tell({ kind: 'state', state, samples: totals.samples });
  }
}

const NOT_LOOKED_SINCE: ApiReport = { lookedMs: null, isAwake: false, othersCame: false };

function later(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.max(a, b);
}

async function* nothing(): AsyncGenerator<TraceChunk> {}

async function* withFirst(first: TraceChunk, rest: AsyncGenerator<TraceChunk>): AsyncGenerator<TraceChunk> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}
