import type { BackendLink, LinkListener } from '../backend.ts';
import type { BackendSession } from './backend-session.ts';
import { ShownLimit } from './shown-limit.ts';
import { TempFileLimit } from './temp-file-limit.ts';

/** A session on a PostgreSQL server. */
export class ServerLink implements BackendLink {
  readonly parameters: ReadonlyMap<string, string>;
  cancelling: Promise<void> | null = null;
  private readonly session: BackendSession;
  private readonly tempFileLimit: TempFileLimit;
  private readonly shownLimit: ShownLimit;
  private readonly requestCancel: () => Promise<void>;
  private readonly onClose: () => void;
  private listener: LinkListener | undefined;
  private paused = false;
  private closed = false;
  private why: Error | null = null;

  /** `onClose` is called once, when the socket has closed on either side. */
  constructor(
    session: BackendSession,
    maxConnections: number,
    actions: { readonly cancel: () => Promise<void>; readonly onClose: () => void },
  ) {
    this.session = session;
    this.parameters = session.parameters;
    this.tempFileLimit = new TempFileLimit(session.processId);
    this.shownLimit = new ShownLimit(maxConnections);
    this.requestCancel = actions.cancel;
    this.onClose = actions.onClose;
    session.socket.on('error', (error) => {
      this.why = error;
    });
    session.socket.on('close', () => {
      this.onClose();
      if (this.listener !== undefined) this.reportEnd();
    });
  }

  listen(listener: LinkListener): void {
    const { socket } = this.session;
    const isFirst = this.listener === undefined;
    this.listener = listener;
    if (socket.closed) {
      queueMicrotask(() => this.reportEnd());
      return;
    }
    if (!isFirst) return;
    socket.on('drain', () => this.listener?.drained());
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    if (!this.paused) socket.resume();
  }

  send(bytes: Uint8Array): boolean {
    const { socket } = this.session;
    // Bytes for a session that has ended are dropped.
    return !socket.writable || socket.write(this.shownLimit.rewrite(bytes));
  }

  pause(): void {
    this.paused = true;
    this.session.socket.pause();
  }

  resume(): void {
    this.paused = false;
    if (this.listener !== undefined) this.session.socket.resume();
  }

  async cancel(): Promise<void> {
    if (this.closed) return;
    const cancelled = Promise.all([this.cancelling, this.requestCancel()]).then(() => {
      if (this.cancelling === cancelled) this.cancelling = null;
    });
    this.cancelling = cancelled;
    await cancelled;
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

  private receive(chunk: Buffer): void {
    try {
      const rewritten = this.tempFileLimit.rewrite(chunk);
      if (rewritten.length > 0) this.listener?.data(rewritten);
    } catch (error) {
      this.session.socket.destroy(error as Error);
    }
  }

  private reportEnd(): void {
    if (!this.closed) this.listener?.closed(this.why);
    this.closed = true;
  }
}

const TERMINATE = Buffer.from([0x58, 0, 0, 0, 4]);
