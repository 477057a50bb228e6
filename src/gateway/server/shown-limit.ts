import { framed, kindOf } from '../wire/framed.ts';
import { FrameScanner } from '../wire/frames.ts';

const QUERY = kindOf('Q');
const PARSE = kindOf('P');
const NOTHING = Buffer.alloc(0);
const HEADER_BYTES = 5;
/** A longer message is another statement. */
const MOST_BYTES = 256;
const ASKS = /^\s*show\s+max_connections\s*;?\s*$/i;

/**
 * `SHOW max_connections`, which a server would answer with its own, asked in a way that the server answers with the limit
 * of the compute. All other messages of a client pass as they came.
 */
export class ShownLimit {
  private readonly frames = new FrameScanner();
  private readonly text: Buffer;
  /** The message under way may be the one. */
  private mayAsk = false;
  /** What has come of it. */
  private held = NOTHING;

  constructor(maxConnections: number) {
    this.text = Buffer.from(`select '${maxConnections}'::text as max_connections`);
  }

  inPlaceOf(bytes: Uint8Array): Uint8Array {
    const { frames } = this;
    const out: Uint8Array[] = [];
    let from = 0;
    frames.feed(bytes);
    while (frames.next()) {
      const { type, start, end, begins, completes } = frames;
      if (begins) this.mayAsk = type === QUERY || type === PARSE;
      if (!this.mayAsk) continue;
      const part = bytes.subarray(start, end);
      const asked = Buffer.concat([this.held, part.subarray(0, MOST_BYTES)]);
      this.mayAsk = asked.length < MOST_BYTES;
      const said = this.mayAsk && completes ? this.inPlaceOfOne(type, asked) : null;
      const isKept = this.mayAsk && !completes;
      if (isKept || said !== null) {
        out.push(bytes.subarray(from, start), said ?? NOTHING);
        from = end;
      } else if (this.held.length > 0) {
        out.push(bytes.subarray(from, start), this.held);
        from = start;
      }
      this.held = isKept ? asked : NOTHING;
    }
    return out.length === 0 ? bytes : Buffer.concat([...out, bytes.subarray(from)]);
  }

  /** null where it asks for something else. */
  private inPlaceOfOne(type: number, asked: Buffer): Buffer | null {
    const nameEnd = type === PARSE ? asked.indexOf(0, HEADER_BYTES) + 1 : HEADER_BYTES;
    const textEnd = asked.indexOf(0, nameEnd);
    if (!ASKS.test(asked.toString('latin1', nameEnd, textEnd))) return null;
    return framed(type, asked.subarray(HEADER_BYTES, nameEnd), this.text, asked.subarray(textEnd));
  }
}
