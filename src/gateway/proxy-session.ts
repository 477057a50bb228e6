import type { Duplex } from 'node:stream';
import { present } from '../problem/index.ts';
import type { ClientConnection, ConnectionLimits, SessionActivity } from '../service/index.ts';
import type { BackendLink, LinkListener } from './backend.ts';
import { dismiss } from './dismissal.ts';
import { FullDisk } from './full-disk.ts';
import { PooledStatements } from './pooled-statements.ts';
import { ProtocolState } from './protocol-state.ts';
import { errorFieldsOf } from './refused.ts';
import type { Reports } from './reports.ts';
import { kindOf } from './wire/framed.ts';
import { FrameScanner } from './wire/frames.ts';
import type { ErrorFields } from './wire/messages.ts';

/** Gives a session its connections to Postgres. */
export interface LinkSource {
  /** Gets a connection, for the whole session or for a transaction. */
  acquire(): Promise<BackendLink>;
  /** Gives a connection back between transactions; null if the session keeps its connection until it ends. */
  readonly release: ((link: BackendLink) => void) | null;
  /** Closes a connection, whatever its state. */
  discard(link: BackendLink): void;
}

/** The interface of the gateway for a session. */
export interface SessionHost {
  readonly reports: Reports;
  /** The error message for a client. */
  errorFieldsFor(error: unknown): ErrorFields;
}

/** The most bytes of a client that are buffered while it has no connection. Beyond that, its stream is paused. */
const ENOUGH_BYTES = 65_536;

const TERMINATE = kindOf('X');
const ERROR = kindOf('E');

/** Connects a client with Postgres. Bytes pass unchanged, and are read only to know what the session does. */
export class ProxySession {
  isOver = false;
  private readonly stream: Duplex;
  private readonly host: SessionHost;
  private readonly reports: Reports;
  private readonly onEnd: () => void;
  private readonly protocol = new ProtocolState();
  private readonly fromClient = new FrameScanner();
  private readonly fromServer = new FrameScanner();
  private readonly linkListener: LinkListener;
  private connection: ClientConnection | null = null;
  /** Null until the session is open. */
  private source: LinkSource | null = null;
  private link: BackendLink | null = null;
  /** Null if the session keeps its server, which has its prepared statements. */
  private statements: PooledStatements | null = null;
  /** Set while the disk of the compute is full. */
  private fullDisk: FullDisk | null = null;
  private lastActivity: SessionActivity = 'idle';
  private isAcquiring = false;
  private hasSentTerminate = false;
  private held: Uint8Array[] = [];
  private heldBytes = 0;

  constructor(stream: Duplex, host: SessionHost, onEnd: () => void) {
    this.stream = stream;
    this.host = host;
    this.reports = host.reports;
    this.onEnd = onEnd;
    this.linkListener = {
      data: (bytes) => this.receivedFromServer(bytes),
      drained: () => stream.resume(),
      closed: (why) => this.lostLink(why),
    };
    const end = () => this.end();
    stream.on('data', (bytes: Buffer) => this.receivedFromClient(bytes));
    stream.on('drain', () => this.link?.resume());
    stream.on('end', end).on('close', end).on('error', end);
    stream.resume();
  }

  /** Sets the connection to the compute, for which the client may still wait. */
  attach(connection: ClientConnection): void {
    this.connection = connection;
    if (this.isOver) connection.leave();
  }

  get limits(): ConnectionLimits {
    return present(this.connection, 'a session that opens has a connection').limits;
  }

  /** Tells the client that it may send queries, and forwards those that it has sent too early. */
  open(source: LinkSource, link: BackendLink | null, hello: Buffer): void {
    this.stream.write(hello);
    this.source = source;
    if (source.release !== null) this.statements = new PooledStatements();
    this.noteActivity();
    if (link !== null) this.useLink(link);
    else if (this.held.length > 0) void this.acquire(source);
  }

  /** Ends the session, with an error message if there is one. */
  end(why: ErrorFields | null = null): void {
    if (this.isOver) return;
    this.isOver = true;
    this.reports.forget(this);
    // A busy server would not notice soon that its client is gone.
    if (!this.hasSentTerminate) void this.cancel();
    if (this.link !== null) this.giveBack(this.link);
    this.held = [];
    this.connection?.leave();
    this.onEnd();
    dismiss(this.stream, why);
  }

  /** Cancels the running query. Settles when the cancel request can no longer hit a later query. */
  async cancel(): Promise<void> {
    if (this.protocol.activity === 'running') await this.link?.cancel();
  }

  report(): void {
    if (!this.isOver) this.connection?.report(this.protocol.activity);
  }

  private receivedFromClient(bytes: Buffer): void {
    if (this.isOver) return;
    const { fromClient, protocol } = this;
    if (fromClient.isAtBoundary && protocol.activity !== 'running')
      this.fullDisk = this.connection?.diskIsFull ? new FullDisk() : null;
    try {
      fromClient.feed(bytes);
      while (fromClient.next()) {
        if (!fromClient.begins) continue;
        if (fromClient.type === TERMINATE) {
          if (fromClient.start > 0) this.forward(this.withDiskFault(bytes.subarray(0, fromClient.start)));
          // After a regular goodbye, Postgres finishes the queries that the client has sent.
          this.hasSentTerminate = true;
          this.end();
          return;
        }
        protocol.clientSent(fromClient.type);
      }
    } catch {
      this.end(BROKEN_FRAME);
      return;
    }
    this.forward(this.withDiskFault(bytes));
    this.noteActivity();
  }

  private withDiskFault(bytes: Uint8Array): Uint8Array {
    return this.fullDisk === null ? bytes : this.fullDisk.replace(bytes);
  }

  private forward(bytes: Uint8Array): void {
    const { link, statements } = this;
    if (link !== null) {
      if (statements === null) {
        if (!link.send(bytes)) this.stream.pause();
        return;
      }
      for (const part of statements.toServer(bytes, link)) if (!link.send(part)) this.stream.pause();
      return;
    }
    this.held.push(bytes);
    this.heldBytes += bytes.length;
    if (this.heldBytes > ENOUGH_BYTES) this.stream.pause();
    if (this.source !== null) void this.acquire(this.source);
  }

  private async acquire(source: LinkSource): Promise<void> {
    if (this.isAcquiring) return;
    this.isAcquiring = true;
    try {
      const link = await source.acquire();
      if (!this.isOver) this.useLink(link);
      else if (source.release === null) source.discard(link);
      // The connection has not been used, so it goes back to the pool.
      else source.release(link);
    } catch (error) {
      this.end(this.host.errorFieldsFor(error));
    } finally {
      this.isAcquiring = false;
    }
  }

  private useLink(link: BackendLink): void {
    this.link = link;
    link.listen(this.linkListener);
    const { held } = this;
    this.held = [];
    this.heldBytes = 0;
    this.stream.resume();
    for (const bytes of held) this.forward(bytes);
  }

  private receivedFromServer(bytes: Uint8Array): void {
    if (this.isOver) return;
    const { stream, source, protocol, fromServer, link } = this;
    fromServer.feed(bytes);
    while (fromServer.next())
      if (fromServer.completes) protocol.serverSent(fromServer.type, bytes[fromServer.end - 1] as number);
    if (this.statements === null || link === null) {
      if (!stream.write(bytes)) link?.pause();
    } else for (const part of this.statements.toClient(bytes, link)) if (!stream.write(part)) link.pause();
    this.noteActivity();
    if (link === null || !source?.release || !this.isBetween) return;
    this.link = null;
    source.release(link);
    // `drained` of this connection goes to its next user from now on, so the stream has to be resumed here.
    stream.resume();
  }

  private noteActivity(): void {
    const { activity } = this.protocol;
    if (activity === this.lastActivity || this.source === null) return;
    this.lastActivity = activity;
    this.reports.changed(this);
  }

  /** Whether the session is idle and no message has arrived only in part. */
  private get isBetween(): boolean {
    return this.protocol.activity === 'idle' && this.fromClient.isAtBoundary && this.fromServer.isAtBoundary;
  }

  private lostLink(why: Error | null): void {
    // If Postgres sent an error before it ended, the client has it already.
    this.end(this.fromServer.type === ERROR ? null : (errorFieldsOf(why) ?? LOST));
  }

  private giveBack(link: BackendLink): void {
    this.link = null;
    if (this.isBetween && this.source?.release) this.source.release(link);
    else this.source?.discard(link);
  }
}

const BROKEN_FRAME: ErrorFields = {
  severity: 'FATAL',
  sqlstate: '08P01',
  message: 'invalid message length',
};

const LOST: ErrorFields = {
  severity: 'FATAL',
  sqlstate: '57P02',
  message: 'the server behind the compute has ended the connection',
};
