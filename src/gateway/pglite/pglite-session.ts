import type { BackendLink, LinkListener, SessionRequest } from '../backend.ts';
import { framed, kindOf } from '../wire/framed.ts';
import { errorMessage, readyForQuery } from '../wire/messages.ts';
import { type ClientMessage, MessageCutter } from './client-messages.ts';
import { AnswerTracker, SYNC } from './server-messages.ts';
import type { SessionSettings } from './session-settings.ts';
import type { SessionStatements, StatementNames } from './statement-names.ts';
import type { TurnQueue, TurnTaker } from './turn-queue.ts';
import type { ComputeParameters } from './worker-messages.ts';

/** The interface of the multiplexer for one of its sessions. */
export interface MultiplexerPort {
  readonly turns: TurnQueue;
  readonly names: StatementNames;
  switchTo(session: PgliteSession): Promise<void>;
  cleanUp(session: PgliteSession): Promise<void>;
  discarded(session: PgliteSession): void;
  mustPause(session: PgliteSession): boolean;
  feed(bytes: Uint8Array<ArrayBuffer>): void;
  passedOn(bytes: number): void;
}

/** One of several sessions of a PGlite. It sends messages while it has the turn, and buffers them before. */
export class PgliteSession implements BackendLink, TurnTaker {
  readonly role: string;
  readonly compute: ComputeParameters;
  settings: SessionSettings;
  parameters: ReadonlyMap<string, string> = new Map();
  readonly names: SessionStatements = new Map();
  /** The last Parse message of the unnamed statement, to repeat it after another session has overwritten it. */
  unnamed: Uint8Array | undefined;
  readonly cancelling = null;
  /** Whether the session may have changed settings, which are then read before another session has the turn. */
  hasSet = false;
  private readonly cutter = new MessageCutter();
  private readonly answers = new AnswerTracker((tag) => {
    if (tag === 'DISCARD ALL') this.multiplexer.discarded(this);
  });
  private pending: ClientMessage[] = [];
  /** Bytes that are pending, or were fed and not read yet. */
  private queued = 0;
  private fed = 0;
  /** Whether Postgres has not been idle since the last bytes were fed. */
  private working = false;
  private full = false;
  /** Whether a batch was refused, and its remaining messages up to Sync are skipped. */
  private skipping = false;
  private state: 'out' | 'waiting' | 'entering' | 'in' | 'leaving' = 'out';
  private listener: LinkListener | undefined;
  private paused = false;
  private undelivered: Uint8Array[] = [];
  private ended: { readonly why: Error | null } | undefined;
  private isClosed = false;
  /** Whether the client has sent Terminate. The session ends once its earlier messages are fed. */
  private quitting = false;

  constructor(
    private readonly multiplexer: MultiplexerPort,
    { role, readOnly, maxConnections }: Pick<SessionRequest, 'role' | keyof ComputeParameters>,
    readonly first: SessionSettings,
  ) {
    this.role = role;
    this.compute = { readOnly, maxConnections };
    this.settings = first;
  }

  listen(listener: LinkListener): void {
    this.listener = listener;
    this.deliver();
  }

  send(bytes: Uint8Array): boolean {
    if (this.hasEnded) return true;
    try {
      for (const one of this.cutter.push(bytes)) this.receive(one);
    } catch (error) {
      this.answer(errorOf('08P01', (error as Error).message));
      this.end(error as Error);
      return true;
    }
    this.pump();
    this.full = this.queued > MOST_QUEUED;
    return !this.full;
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.deliver();
  }

  /** A query within WebAssembly cannot be interrupted. */
  async cancel(): Promise<void> {}

  close(): void {
    this.isClosed = true;
    for (const bytes of this.undelivered.splice(0)) this.multiplexer.passedOn(bytes.length);
    this.end(null);
  }

  turnBegins(): void {
    if (this.hasEnded) {
      this.cleanUp();
      return;
    }
    this.state = 'entering';
    this.multiplexer.switchTo(this).then(
      () => {
        if (this.hasEnded) {
          this.cleanUp();
          return;
        }
        this.state = 'in';
        this.pump();
      },
      (error: Error & { sqlstate?: string }) => {
        this.refuse(errorOf(error.sqlstate ?? 'XX000', error.message));
        this.state = 'out';
        if (this.hasEnded) this.cleanUp();
        else this.multiplexer.turns.leave(this);
      },
    );
  }

  refused(): void {
    this.state = 'out';
    if (this.hasEnded) this.pump();
    else this.refuse(errorOf(BUSY.sqlstate, BUSY.message, BUSY.hint));
  }

  took(bytes: number): void {
    this.fed -= bytes;
    this.queued -= bytes;
    this.drain();
  }

  data(bytes: Uint8Array): void {
    this.answers.push(bytes);
    if (this.isClosed) {
      this.multiplexer.passedOn(bytes.length);
      return;
    }
    this.undelivered.push(bytes);
    this.deliver();
    this.pump();
  }

  processed(): void {
    if (this.fed > 0 || this.state !== 'in') return;
    this.working = false;
    if (this.hasEnded) {
      this.cleanUp();
    } else if (this.answers.idle) {
      this.state = 'out';
      this.multiplexer.turns.leave(this);
      this.pump();
    } else {
      this.pump();
    }
  }

  died(why: Error): void {
    this.state = 'leaving';
    this.end(why);
  }

  private get hasEnded(): boolean {
    return this.isClosed || this.ended !== undefined;
  }

  private receive(one: ClientMessage): void {
    if (this.hasEnded || this.quitting) return;
    if (one.type === 'X') {
      this.quitting = true;
    } else if (this.skipping) {
      if (one.type !== 'S') return;
      this.skipping = false;
      this.answer(READY);
    } else {
      this.pending.push(one);
      this.queued += one.bytes.length;
    }
  }

  /** Feeds the pending messages, or asks for the turn first. */
  private pump(): void {
    if (this.state === 'out' && (this.pending.length > 0 || this.hasEnded)) {
      this.state = 'waiting';
      this.multiplexer.turns.request(this);
    } else if (this.state === 'in' && this.pending.length > 0) {
      // Without this pause, a client that sends again right after each answer would keep the turn forever.
      if (this.working && this.answers.idle && this.multiplexer.mustPause(this)) return;
      const before = this.pending.reduce((sum, { bytes }) => sum + bytes.length, 0);
      const fed = joined(this.pending.splice(0).map((one) => this.translate(one)));
      this.queued += fed.length - before;
      this.feed(fed);
    }
    if (this.quitting && this.pending.length === 0) this.end(null);
  }

  private feed(bytes: Uint8Array<ArrayBuffer>): void {
    this.fed += bytes.length;
    this.working = true;
    this.multiplexer.feed(bytes);
  }

  private translate(one: ClientMessage): Uint8Array {
    const { type, bytes } = one;
    if (type === 'Q' || type === 'P') this.hasSet ||= MAY_SET.test(Buffer.from(bytes).toString('latin1'));
    if (type === 'Q') this.unnamed = undefined;
    if (type === 'P' && bytes[HEADER_BYTES] === 0) this.unnamed = bytes.slice();
    return this.multiplexer.names.translate(this.names, one);
  }

  /** Answers all pending messages with an error, and with each ReadyForQuery that the client expects. */
  private refuse(error: Uint8Array): void {
    for (const { type } of this.pending.splice(0)) {
      if (!this.skipping && !/[SHdcf]/.test(type)) {
        this.answer(error);
        this.skipping = type !== 'Q' && type !== 'F';
        if (!this.skipping) this.answer(READY);
      } else if (type === 'S') {
        this.skipping = false;
        this.answer(READY);
      }
    }
    this.queued = 0;
    this.drain();
  }

  private drain(): void {
    if (!this.full || this.queued > MOST_QUEUED / 2 || this.hasEnded) return;
    this.full = false;
    this.listener?.drained();
  }

  /** Sends an answer of our own. PGlite counts it like its own answers that were not passed on yet. */
  private answer(bytes: Uint8Array): void {
    if (this.isClosed) return;
    this.multiplexer.passedOn(-bytes.length);
    this.undelivered.push(bytes);
    this.deliver();
  }

  private deliver(): void {
    while (this.listener !== undefined && !this.paused && !this.isClosed) {
      const bytes = this.undelivered.shift();
      if (bytes === undefined) {
        if (this.ended === undefined) return;
        this.isClosed = true;
        this.listener.closed(this.ended.why);
        return;
      }
      this.multiplexer.passedOn(bytes.length);
      this.listener.data(bytes);
    }
  }

  private end(why: Error | null): void {
    const state = this.state;
    const first = this.ended === undefined;
    this.ended ??= { why };
    this.pending = [];
    if (first && state === 'in') {
      this.feed(joined([ABORT]));
    } else if (first && state === 'out') {
      this.pump();
    }
    this.deliver();
  }

  /** Uses the last turn of the session to clean up, and gives it back. */
  private cleanUp(): void {
    this.state = 'leaving';
    const leave = () => this.multiplexer.turns.leave(this);
    // This fails if the database has died, which is reported elsewhere.
    this.multiplexer.cleanUp(this).then(leave, leave);
  }
}

export const BUSY = {
  sqlstate: '55P03',
  message: 'another session of this branch holds a transaction, and PGlite serves one session at a time',
  hint: 'End that transaction, or start tidemark with --backend-url and a PostgreSQL server.',
};

/**
 * Ends a COPY that waits for more data, or a batch without its Sync. The error rolls the batch back, as the end of a
 * connection would. In other states, neither message has an effect.
 */
const ABORT = joined([
  framed(kindOf('f'), Buffer.from('the client has gone\0')),
  framed(kindOf('P'), Buffer.from('\0the client has gone\0\0\0')),
  SYNC,
]);
const READY = readyForQuery('I');
const HEADER_BYTES = 5;
const MOST_QUEUED = 1024 * 1024;
const MAY_SET = /set|discard/i;

function errorOf(sqlstate: string, message: string, hint: string | null = null): Buffer {
  return errorMessage({ severity: 'ERROR', sqlstate, message, hint });
}

/** Copies all parts into one new buffer, which can be transferred. The parts share their memory with other messages. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
