import { FrameScanner } from '../wire/frames.ts';

/**
 * Replaces the error of a session whose temporary files reach their limit by the error of a full disk, which a compute
 * of the service gives. All other bytes pass unchanged.
 */
export class TempFileLimit {
  private readonly scanner = new FrameScanner();
  private readonly message: string;
  /** The parts of an error that has not arrived in full yet. */
  private held: Buffer[] = [];

  constructor(processId: number) {
    this.message = `could not write to file "base/pgsql_tmp/pgsql_tmp${processId}.0": No space left on device`;
  }

  /** Returns the bytes of a chunk for the client. Bytes of an error are held back until it has arrived in full. */
  rewrite(chunk: Buffer): Buffer {
    const scanner = this.scanner;
    let parts: Buffer[] | undefined;
    let from = 0;
    scanner.feed(chunk);
    while (scanner.next()) {
      if (scanner.type !== ERROR_RESPONSE) continue;
      this.held.push(chunk.subarray(scanner.start, scanner.end));
      parts ??= [];
      parts.push(chunk.subarray(from, scanner.start));
      from = scanner.end;
      if (!scanner.completes) continue;
      parts.push(this.rewriteError(Buffer.concat(this.held)));
      this.held = [];
    }
    return parts === undefined ? chunk : Buffer.concat([...parts, chunk.subarray(from)]);
  }

  private rewriteError(frame: Buffer): Buffer {
    // With one byte a character, text in any encoding of the client stays as it is.
    const fields = frame.toString('latin1', HEADER).split('\0');
    const limited = (field: string) => field.startsWith('M') && field.includes('temp_file_limit');
    if (!fields.includes('C53400') || !fields.some(limited)) return frame;
    const body = Buffer.from(
      fields
        .filter((field) => !SOURCE.test(field))
        .map((field) => (field === 'C53400' ? 'C53100' : limited(field) ? `M${this.message}` : field))
        .join('\0'),
      'latin1',
    );
    const header = Buffer.from([ERROR_RESPONSE, 0, 0, 0, 0]);
    header.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([header, body]);
  }
}

const ERROR_RESPONSE = 0x45;
const HEADER = 5;
/** File, line and routine, which belong to the other error. */
const SOURCE = /^[FLR]/;
