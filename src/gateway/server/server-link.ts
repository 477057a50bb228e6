import type { BackendLink, LinkEars } from '../backend.ts';
import type { BackendSession } from './backend-session.ts';
import { DiskFull } from './disk-full.ts';
import { ShownLimit } from './shown-limit.ts';

/** A session on a PostgreSQL server. */
export class ServerLink implements BackendLink {
  readonly parameters: ReadonlyMap<string, string>;
  cancelling: Promise<void> | null = null;
  private readonly session: BackendSession;
  private readonly diskFull: DiskFull;
  private readonly shownLimit: ShownLimit;
  private readonly askToCancel: () => Promise<void>;
  private readonly gone: () => void;
  private ears: LinkEars | undefined;
  private paused = false;
  private closed = false;
  private why: Error | null = null;

  /** `gone` is called once, when the socket has closed on either side. */
  constructor(
    session: BackendSession,
    maxConnections: number,
    does: { readonly cancel: () => Promise<void>; readonly gone: () => void },
  ) {
    this.session = session;
    this.parameters = session.parameters;
    this.diskFull = new DiskFull(session.processId);
    this.shownLimit = new ShownLimit(maxConnections);
    this.askToCancel = does.cancel;
    this.gone = does.gone;
    session.socket.on('error', (error) => {
      this.why = error;
    });
    session.socket.on('close', () => {
      this.gone();
      if (this.ears !== undefined) this.tellEnd();
    });
  }

  listen(ears: LinkEars): void {
    const { socket } = this.session;
    const isFirst = this.ears === undefined;
    this.ears = ears;
    if (socket.closed) {
      queueMicrotask(() => this.tellEnd());
      return;
    }
    if (!isFirst) return;
    socket.on('drain', () => this.ears?.drained());
    socket.on('data', (chunk: Buffer) => this.hear(chunk));
    if (!this.paused) socket.resume();
  }

  send(bytes: Uint8Array): boolean {
    const { socket } = this.session;
    // Bytes for a session that has ended are dropped.
    return !socket.writable || socket.write(this.shownLimit.inPlaceOf(bytes));
  }

  pause(): void {
    this.paused = true;
    this.session.socket.pause();
  }

  resume(): void {
    this.paused = false;
    if (this.ears !== undefined) this.session.socket.resume();
  }

  async cancel(): Promise<void> {
    if (this.closed) return;
    const asked = Promise.all([this.cancelling, this.askToCancel()]).then(() => {
      if (this.cancelling === asked) this.cancelling = null;
    });
    this.cancelling = asked;
    await asked;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    const { socket } = this.session;
    // A server that cannot write does not read either. Its bytes are read and dropped, so that it sees the Terminate.
    socket.removeAllListeners('data');
    socket.resume();
    socket.write(TERMINATE);
    socket.destroySoon();
  }

  private hear(chunk: Buffer): void {
    try {
      const told = this.diskFull.retold(chunk);
      if (told.length > 0) this.ears?.data(told);
    } catch (error) {
      this.session.socket.destroy(error as Error);
    }
  }

  private tellEnd(): void {
    if (!this.closed) this.ears?.closed(this.why);
    this.closed = true;
  }
}

const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);
