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

/** Follows a conversation by the kinds of its messages, no further than to know what the session does. */
export class ProtocolState {
  /** How many times the server still has to say that it is ready. */
  private owed = 0;
  private lastOwedBySync = false;
  /** A batch has begun, and its end has not been sent. */
  private isUnsynced = false;
  private isCopyingIn = false;
  private inTransaction = false;

  get activity(): SessionActivity {
    if (this.owed > 0 || this.isUnsynced) return 'running';
    return this.inTransaction ? 'waiting' : 'idle';
  }

  /** The client has begun a message of this kind. */
  asked(kind: number): void {
    if (kind === QUERY || kind === SYNC || kind === FUNCTION_CALL) {
      // Within a copy the server passes over the end of a batch, for the copy has an end of its own.
      if (kind === SYNC && this.isCopyingIn) return;
      this.owed++;
      this.lastOwedBySync = kind === SYNC;
      this.isUnsynced = false;
    } else if (kind === COPY_DONE || kind === COPY_FAIL) this.isCopyingIn = false;
    else if (kind !== COPY_DATA && kind !== FLUSH) this.isUnsynced = true;
  }

  /** The server has said something of this kind; `status` is the last byte of it. */
  answered(kind: number, status: number): void {
    if (kind === READY) {
      this.owed = Math.max(0, this.owed - 1);
      this.isCopyingIn = false;
      this.inTransaction = status !== IDLE;
    } else if (kind === COPY_IN) {
      this.isCopyingIn = true;
      // The end of the batch that began the copy is one of those that are passed over.
      if (!this.lastOwedBySync || this.owed === 0) return;
      this.owed--;
      this.isUnsynced = this.owed === 0;
    } else if (kind === ERROR) this.isCopyingIn = false;
  }
}
