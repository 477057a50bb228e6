/**
 * Finds the frames of Postgres's protocol, a type byte and a length that counts itself, in bytes that come cut anywhere.
 * For each chunk, `feed` it and then ask `next` until there is no more: each time the fields tell of one frame, or of
 * the part of it that this chunk has. Nothing is copied and nothing is made.
 *
 * A body of one byte, such as that of ReadyForQuery, is `chunk[end - 1]` where the frame is complete.
 */
export class FrameScanner {
  /** What begins the frame. */
  type = 0;
  /** Where in the chunk the part begins, the type and the length included, and where it ends. */
  start = 0;
  end = 0;
  /** Whether the chunk has the frame's first byte. */
  begins = false;
  /** Whether it has its last. */
  completes = false;

  private chunk: Uint8Array = NOTHING;
  private at = 0;
  /** How much of the header has been seen of a frame that is cut within it. */
  private headerBytes = 0;
  private length = 0;
  /** How much of its body is still to come. */
  private missing = 0;

  /** Whether what came so far ends with a frame. */
  get isBetween(): boolean {
    return this.headerBytes === 0 && this.missing === 0;
  }

  feed(chunk: Uint8Array): void {
    this.chunk = chunk;
    this.at = 0;
  }

  /** Whether there was more; throws at a length that no frame has. */
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

  /** A frame that began before, or whose header does not end in this chunk. */
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
