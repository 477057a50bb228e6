/**
 * Finds the frames of the Postgres protocol in chunks of any size. A frame has a type byte, a length that includes
 * itself, and a body. `feed` a chunk, then call `next` until it returns false: each time, the fields describe one
 * frame, or the part of it in this chunk. It copies and allocates nothing.
 *
 * A body of one byte, such as that of ReadyForQuery, is `chunk[end - 1]` once the frame is complete.
 */
export class FrameScanner {
  /** The type byte of the frame. */
  type = 0;
  /** Where the part begins and ends in the chunk, with the type and the length. */
  start = 0;
  end = 0;
  /** Whether the chunk has the frame's first byte. */
  begins = false;
  /** Whether the chunk has the frame's last byte. */
  completes = false;

  private chunk: Uint8Array = NOTHING;
  private at = 0;
  /** How many bytes of the header have arrived, if a chunk ended within it. */
  private headerBytes = 0;
  private length = 0;
  /** How many bytes of the body have not arrived yet. */
  private missing = 0;

  /** Whether the bytes so far end at the end of a frame. */
  get isAtBoundary(): boolean {
    return this.headerBytes === 0 && this.missing === 0;
  }

  feed(chunk: Uint8Array): void {
    this.chunk = chunk;
    this.at = 0;
  }

  /** Moves to the next frame; false if the chunk has no more. Throws at an invalid length. */
  next(): boolean {
    const chunk = this.chunk;
    const at = this.at;
    if (at === chunk.length) return false;
    this.start = at;
    this.begins = this.headerBytes === 0 && this.missing === 0;
    if (!this.begins || at + HEADER > chunk.length) return this.nextPart();
    this.type = chunk[at] as number;
    this.finish(at + 1 + checked(bigEndian(chunk, at + 1)));
    return true;
  }

  /** Handles a frame that began in an earlier chunk, or whose header does not end in this one. */
  private nextPart(): boolean {
    const chunk = this.chunk;
    let at = this.at;
    if (this.begins) {
      this.type = chunk[at++] as number;
      this.headerBytes = 1;
      this.length = 0;
    }
    if (this.headerBytes > 0) {
      while (at < chunk.length && this.headerBytes < HEADER) {
        this.length = (this.length << 8) | (chunk[at++] as number);
        this.headerBytes++;
      }
      if (this.headerBytes < HEADER) {
        this.completes = false;
        this.end = this.at = at;
        return true;
      }
      this.missing = checked(this.length) - (HEADER - 1);
      this.headerBytes = 0;
    }
    this.finish(at + this.missing);
    return true;
  }

  private finish(end: number): void {
    this.missing = Math.max(0, end - this.chunk.length);
    this.completes = this.missing === 0;
    this.end = this.at = end - this.missing;
  }
}

const NOTHING = new Uint8Array(0);
const HEADER = 5;
const LONGEST = 2 ** 30;

function bigEndian(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] as number) << 24) |
    ((bytes[at + 1] as number) << 16) |
    ((bytes[at + 2] as number) << 8) |
    (bytes[at + 3] as number)
  );
}

function checked(length: number): number {
  if (length < HEADER - 1 || length > LONGEST) throw new Error(`a frame cannot be ${length} bytes long`);
  return length;
}
