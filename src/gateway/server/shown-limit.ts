import { framed, kindOf } from '../wire/framed.ts';
import { FrameScanner } from '../wire/frames.ts';

const QUERY = kindOf('Q');
const PARSE = kindOf('P');
const NOTHING = Buffer.alloc(0);
const HEADER_BYTES = 5;
/** A longer message is another statement. */
const MOST_BYTES = 256;
const SHOW_STATEMENT = /^\s*show\s+max_connections\s*;?\s*$/i;

/**
 * Rewrites `SHOW max_connections` so that the server answers with the limit of the compute, not with its own. All other
 * messages of a client pass unchanged.
 */
export class ShownLimit {
  private readonly frames = new FrameScanner();
  private readonly text: Buffer;
  /** Whether the current message may be `SHOW max_connections`. */
  private mayMatch = false;
  /** The bytes of that message so far. */
  private held = NOTHING;

  constructor(maxConnections: number) {
    this.text = Buffer.from(`select '${maxConnections}'::text as max_connections`);
  }

  rewrite(bytes: Uint8Array): Uint8Array {
    const { frames } = this;
    const out: Uint8Array[] = [];
    let from = 0;
    frames.feed(bytes);
    while (frames.next()) {
      const { type, start, end, begins, completes } = frames;
      if (begins) this.mayMatch = type === QUERY || type === PARSE;
      if (!this.mayMatch) continue;
      const part = bytes.subarray(start, end);
      const message = Buffer.concat([this.held, part.subarray(0, MOST_BYTES)]);
      this.mayMatch = message.length < MOST_BYTES;
      const replacement = this.mayMatch && completes ? this.rewriteOne(type, message) : null;
      const isKept = this.mayMatch && !completes;
      if (isKept || replacement !== null) {
        out.push(bytes.subarray(from, start), replacement ?? NOTHING);
        from = end;
      } else if (this.held.length > 0) {
        out.push(bytes.subarray(from, start), this.held);
        from = start;
      }
      this.held = isKept ? message : NOTHING;
    }
    return out.length === 0 ? bytes : Buffer.concat([...out, bytes.subarray(from)]);
  }

  /** The replacement of a message; null if it is another statement. */
  private rewriteOne(type: number, message: Buffer): Buffer | null {
    const nameEnd = type === PARSE ? message.indexOf(0, HEADER_BYTES) + 1 : HEADER_BYTES;
    const textEnd = message.indexOf(0, nameEnd);
    if (!SHOW_STATEMENT.test(message.toString('latin1', nameEnd, textEnd))) return null;
    return framed(type, message.subarray(HEADER_BYTES, nameEnd), this.text, message.subarray(textEnd));
  }
}
