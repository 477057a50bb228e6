import { framed, kindOf } from './wire/framed.ts';
import { FrameScanner } from './wire/frames.ts';

const QUERY = kindOf('Q');
const FUNCTION_CALL = kindOf('F');
const FLUSH = kindOf('H');
const SYNC = kindOf('S');
const OF_A_BATCH = new Set([...'PBDEC'].map(kindOf));
const NOTHING = Buffer.alloc(0);

/** Postgres itself raises the error, so that a transaction fails as it would on a full disk. */
const STATEMENT = `do $$begin raise exception 'could not write to file "base/pgsql_tmp/pgsql_tmp0.0": No space left on device' using errcode = '53100'; end$$`;
const RAISE = framed(QUERY, Buffer.from(`${STATEMENT}\0`));

/** Statements that end a transaction need no disk, so they pass. */
const NEEDS_NO_DISK = /^\s*(?:rollback|abort|commit|end)\b/i;

/** The same error in the middle of a batch of extended queries. Postgres skips the rest of the batch. */
const RAISE_IN_BATCH = Buffer.concat([
  framed(kindOf('P'), Buffer.from(`\0${STATEMENT}\0\0\0`)),
  framed(kindOf('B'), Buffer.alloc(8)),
  framed(kindOf('E'), Buffer.alloc(5)),
  framed(FLUSH),
]);

/** Replaces a client's messages to Postgres while the disk of its compute is full. */
export class FullDisk {
  private readonly frames = new FrameScanner();
  private parts: Uint8Array[] = [];
  /** Whether the current batch has failed before its Sync. */
  private isRefused = false;

  replace(bytes: Uint8Array): Uint8Array {
    const { frames } = this;
    const out: Uint8Array[] = [];
    frames.feed(bytes);
    while (frames.next()) {
      this.parts.push(bytes.subarray(frames.start, frames.end));
      if (!frames.completes) continue;
      out.push(this.replaceOne(frames.type, Buffer.concat(this.parts)));
      this.parts = [];
    }
    return Buffer.concat(out);
  }

  private replaceOne(type: number, message: Buffer): Buffer {
    switch (type) {
      case QUERY:
        return NEEDS_NO_DISK.test(message.toString('utf8', 5, message.length - 1)) ? message : RAISE;
      case FUNCTION_CALL:
        return RAISE;
      case FLUSH:
        if (this.isRefused) return message;
        this.isRefused = true;
        return RAISE_IN_BATCH;
      case SYNC: {
        const wasRefused = this.isRefused;
        this.isRefused = false;
        return wasRefused ? message : RAISE;
      }
      default:
        return OF_A_BATCH.has(type) ? NOTHING : message;
    }
  }
}
