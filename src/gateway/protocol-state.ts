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
  private owed = 0;
  private lastOwedBySync = false;
  /** Whether a batch has begun and its Sync has not been sent. */
  private isUnsynced = false;
  private isCopyingIn = false;
  private inTransaction = false;

  get activity(): SessionActivity {
    if (this.owed > 0 || this.isUnsynced) return 'running';
    return this.inTransaction ? 'waiting' : 'idle';
  }

  /** Notes the start of a client's message. */
  asked(kind: number): void {
    if (kind === QUERY || kind === SYNC || kind === FUNCTION_CALL) {
      // During a COPY the server ignores Sync, because COPY has an end of its own.
      if (kind === SYNC && this.isCopyingIn) return;
      this.owed++;
      this.lastOwedBySync = kind === SYNC;
      this.isUnsynced = false;
    } else if (kind === COPY_DONE || kind === COPY_FAIL) this.isCopyingIn = false;
    else if (kind !== COPY_DATA && kind !== FLUSH) this.isUnsynced = true;
  }

  /** Notes a message of the server; `status` is its last byte. */
  answered(kind: number, status: number): void {
    if (kind === READY) {
      this.owed = Math.max(0, this.owed - 1);
      this.isCopyingIn = false;
      this.inTransaction = status !== IDLE;
    } else if (kind === COPY_IN) {
      this.isCopyingIn = true;
      // The server also ignores the Sync of the batch that began the COPY.
      if (!this.lastOwedBySync || this.owed === 0) return;
      this.owed--;
      this.isUnsynced = this.owed === 0;
    } else if (kind === ERROR) this.isCopyingIn = false;
  }
}
