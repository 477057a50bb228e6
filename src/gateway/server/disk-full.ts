import { FrameScanner } from '../wire/frames.ts';

/**
 * What a server says when the temporary files of a session reach their limit, as a full disk would say it: that is what
 * happens to a compute of the service. All else passes by as it came.
 */
export class DiskFull {
  private readonly scanner = new FrameScanner();
  private readonly message: string;
  /** The parts of an error that is not whole yet. */
  private held: Buffer[] = [];

  constructor(processId: number) {
    this.message = `could not write to file "base/pgsql_tmp/pgsql_tmp${processId}.0": No space left on device`;
  }

  /** What the client is to see of a chunk: the same bytes in nearly every case, and none while an error is not whole. */
  retold(chunk: Buffer): Buffer {
    const scanner = this.scanner;
    let told: Buffer[] | undefined;
    let from = 0;
    scanner.feed(chunk);
    while (scanner.next()) {
      if (scanner.type !== ERROR_RESPONSE) continue;
      this.held.push(chunk.subarray(scanner.start, scanner.end));
      told ??= [];
      told.push(chunk.subarray(from, scanner.start));
      from = scanner.end;
      if (!scanner.completes) continue;
      told.push(this.retoldError(Buffer.concat(this.held)));
      this.held = [];
    }
    return told === undefined ? chunk : Buffer.concat([...told, chunk.subarray(from)]);
  }

  private retoldError(frame: Buffer): Buffer {
    // One byte to a character and back, so that no encoding of the client's is touched.
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
/** File, line and routine would tell of another error. */
const SOURCE = /^[FLR]/;
