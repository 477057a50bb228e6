import { present } from '../problem/index.ts';
import type { TraceChunk, TraceStream } from '../trace/index.ts';
import type { Asker, Snapshot } from './asker.ts';
import { Counting, type Increases } from './increases.ts';
import { type Known, nextStep, type Told } from './policy.ts';
import type { RecorderPorts } from './ports.ts';
import { Samples } from './samples.ts';
import type { ComputeView, RecordSettings } from './settings.ts';
import { countAnswer, emptyTally } from './tally.ts';

/** One recording, from its first question to its end. */
export class Recorder {
  readonly tally = emptyTally();
  private readonly settings: RecordSettings;
  private readonly ports: RecorderPorts;
  private readonly samples: Samples;
  private readonly startMs: number;
  private asker: Asker | null = null;
  private counting = new Counting();
  private known: Known;
  private view: ComputeView | null = null;
  /** The last activity that the API reported at the first look after a question: the activity of that question. */
  private ownActivity: string | null = null;
  /**
   * Whether the API has reported activity that the server did not confirm. From then until the compute wakes, only a
   * wake counts.
   */
  private distrusts = false;
  private apiLost = false;

  constructor(settings: RecordSettings, ports: RecorderPorts) {
    this.settings = settings;
    this.ports = ports;
    this.startMs = ports.nowMs();
    this.samples = new Samples(this.startMs, settings.everyMs);
    this.known = {
      startMs: this.startMs,
      askedMs: null,
      othersMs: null,
      failed: null,
      told: ports.look === null ? null : UNTOLD,
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
        if (step.kind !== 'ask' || step.atMs - nowMs > settings.everyMs) await this.disconnect();
        if (step.kind === 'end') {
          this.tally.endedQuiet = true;
          return;
        }
        this.tellState(step.kind);
        const atMs = Math.min(step.atMs, endMs);
        if (atMs > nowMs) await ports.sleepUntil(atMs);
        if (ports.isStopped() || step.atMs > endMs) return;
        const chunk = step.kind === 'ask' ? await this.ask() : await this.look();
        this.tally.samples += chunk?.times.length ?? 0;
        if (chunk !== null) yield chunk;
      }
    } finally {
      await this.disconnect();
    }
  }

  private async ask(): Promise<TraceChunk | null> {
    const { ports, tally } = this;
    const scheduledMs = ports.nowMs();
    let snapshot: Snapshot;
    try {
      if (this.asker === null) {
        this.asker = await ports.connect();
        tally.connects++;
        this.counting = new Counting();
      }
      snapshot = await this.asker.ask();
    } catch (error) {
      if (!this.samples.hasBegun) throw error;
      if (!ports.isStopped()) await this.lose(error);
      return null;
    }
    if (!this.samples.hasBegun) {
      this.samples.begin(this.asker.features);
      ports.tell({ kind: 'connected', features: this.asker.features, snapshot });
    }
    const grown = this.counting.next(snapshot);
    const known = typeof grown === 'string' ? null : grown;
    this.note(snapshot, known);
    if (grown === 'reset') tally.resets++;
    return this.samples.answered(snapshot, known, scheduledMs, ports.nowMs());
  }

  /** Notes what the answer says about other sessions, which decides the next step. */
  private note(snapshot: Snapshot, grown: Increases | null): void {
    const nowMs = this.ports.nowMs();
    countAnswer(this.tally, snapshot, grown);
    const { askedMs, told } = this.known;
    const { othersIdleMs, hidden } = snapshot;
    let othersMs = othersIdleMs === null ? null : nowMs - othersIdleMs;
    // Only counters show sessions that came and went in between, and the activity of hidden sessions.
    const counted = (grown?.sessions ?? 0) > 0 || (hidden > 0 && (grown?.transactions ?? 0) > 0);
    if (counted) othersMs = Math.max(othersMs ?? 0, askedMs ?? nowMs);
    // At the first question without an API, assume that others are active now: whoever starts a recording is about to
    // do something.
    const isFirst = askedMs === null && told === null;
    const latestMs = isFirst ? nowMs : later(othersMs, this.known.othersMs);
    if (told?.othersCame === true && askedMs !== null && (latestMs ?? 0) < askedMs) this.distrusts = true;
    this.known = {
      ...this.known,
      askedMs: nowMs,
      othersMs: latestMs,
      failed: null,
      told: told === null ? null : UNTOLD,
    };
  }

  private async look(): Promise<TraceChunk | null> {
    const { ports } = this;
    const look = present(ports.look, 'it looks only where it can');
    const told = present(this.known.told, 'it looks only where it can');
    const nowMs = ports.nowMs();
    let view: ComputeView;
    try {
      view = await look();
    } catch (error) {
      if (this.view === null) throw error;
      if (!this.apiLost) ports.tell({ kind: 'api lost', error });
      this.apiLost = true;
      this.known = { ...this.known, told: { ...told, lookedMs: nowMs } };
      return null;
    }
    this.apiLost = false;
    return this.heard(view, told, nowMs);
  }

  private heard(view: ComputeView, told: Told, nowMs: number): TraceChunk | null {
    const before = this.view;
    this.view = view;
    const woke = view.isAwake && before?.isAwake === false;
    if (told.lookedMs === null) this.ownActivity = view.lastActive;
    if (woke) this.distrusts = false;
    const isActive = told.lookedMs !== null && view.lastActive !== this.ownActivity && !this.distrusts;
    // At the first look of all, an awake compute is awake because of others.
    const othersCame = view.isAwake && (woke || isActive || before === null);
    this.known = {
      ...this.known,
      // Others came after the look before. Assuming the earliest time keeps the recording from lingering too long.
      othersMs: woke ? later(told.lookedMs, this.known.othersMs) : this.known.othersMs,
      told: { lookedMs: nowMs, isAwake: view.isAwake, othersCame },
    };
    return before === null ? null : this.samples.told(view.isAwake, before.isAwake, nowMs);
  }

  private async lose(error: unknown): Promise<void> {
    const { known, ports, tally } = this;
    const times = (known.failed?.times ?? 0) + 1;
    if (times === 1) tally.lost++;
    await this.disconnect();
    ports.tell({ kind: 'lost', error });
    const { told } = known;
    this.known = {
      ...known,
      failed: { atMs: ports.nowMs(), times },
      told: told === null ? null : UNTOLD,
    };
  }

  private async disconnect(): Promise<void> {
    const { asker } = this;
    this.asker = null;
    // Errors of closing a lost connection do not matter.
    await asker?.close().catch(() => {});
  }

  private tellState(step: 'ask' | 'look'): void {
    const { known, view, tally, ports } = this;
    const quiet = view !== null && !view.isAwake ? 'asleep' : 'quiet';
    const isQuiet = step === 'look' || (this.asker === null && known.askedMs !== null);
    const state = known.failed !== null ? 'trying again' : isQuiet ? quiet : 'asking';
    ports.tell({ kind: 'state', state, samples: tally.samples });
  }
}

const UNTOLD: Told = { lookedMs: null, isAwake: false, othersCame: false };

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
