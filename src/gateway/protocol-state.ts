import type { SessionActivity } from '../service/index.ts';
import { kindOf } from './wire/framed.ts';

const QUERY = kindOf('Q');
const SYNC = kindOf('S');
const FUNCTION_CALL = kindOf('F');
const FLUSH = kindOf('H');
const COPY_DONE = kindOf('c');
const COPY_FAIL = kindOf('f');
const COPY_DATA = kindOf('d');
const READY = kindOf('Z');
const COPY_IN = kindOf('G');
const ERROR = kindOf('E');
const IDLE = kindOf('I');

/** Follows a session by the types of its messages, to know whether it runs a query, is in a transaction, or is idle. */
export class ProtocolState {
  /** The number of ReadyForQuery messages that the server still has to send. */
  private pendingReady = 0;
  private lastPendingIsSync = false;
  /** Whether a batch has begun and its Sync has not been sent. */
  private isUnsynced = false;
  private isCopyingIn = false;
  private inTransaction = false;

  get activity(): SessionActivity {
    if (this.pendingReady > 0 || this.isUnsynced) return 'running';
    return this.inTransaction ? 'waiting' : 'idle';
  }

  /** Notes the start of a client's message. */
  clientSent(kind: number): void {
    if (kind === QUERY || kind === SYNC || kind === FUNCTION_CALL) {
      // During a COPY the server ignores Sync, because COPY has an end of its own.
      if (kind === SYNC && this.isCopyingIn) return;
      this.pendingReady++;
      this.lastPendingIsSync = kind === SYNC;
      this.isUnsynced = false;
    } else if (kind === COPY_DONE || kind === COPY_FAIL) this.isCopyingIn = false;
    else if (kind !== COPY_DATA && kind !== FLUSH) this.isUnsynced = true;
  }

  /** Notes a message of the server; `status` is its last byte. */
  serverSent(kind: number, status: number): void {
    if (kind === READY) {
      this.pendingReady = Math.max(0, this.pendingReady - 1);
      this.isCopyingIn = false;
      this.inTransaction = status !== IDLE;
    } else if (kind === COPY_IN) {
      this.isCopyingIn = true;
      // The server also ignores the Sync of the batch that began the COPY.
      if (!this.lastPendingIsSync || this.pendingReady === 0) return;
      this.pendingReady--;
      this.isUnsynced = this.pendingReady === 0;
    } else if (kind === ERROR) this.isCopyingIn = false;
  }
}
