import { framed, kindOf } from '../wire/framed.ts';

/** Follows the answers of Postgres, which arrive in chunks of any size, and knows whether Postgres is idle. */
export class AnswerTracker {
  private header: number[] = [];
  private type = '';
  private left = 0;
  private body: number[] = [];
  /** The type of the last message except reports, and the transaction state of the last ReadyForQuery. */
  private last = 'Z';
  private state = 'I';

  constructor(private readonly commandCompleted: (tag: string) => void) {}

  /** Whether no query runs and no transaction is open. */
  get idle(): boolean {
    return this.last === 'Z' && this.state === 'I';
  }

  push(bytes: Uint8Array): void {
    let at = 0;
    while (at < bytes.length) {
      if (this.header.length < 5) {
        this.header.push(bytes[at++] as number);
        if (this.header.length < 5) continue;
        this.begin();
      } else {
        const part = Math.min(this.left, bytes.length - at);
        if (READ.has(this.type)) this.body.push(...bytes.subarray(at, at + Math.min(part, TAG_BYTES)));
        this.left -= part;
        at += part;
      }
      if (this.left === 0) this.finish();
    }
  }

  private begin(): void {
    const [type, a, b, c, d] = this.header as [number, number, number, number, number];
    this.type = String.fromCharCode(type);
    this.left = ((a << 24) | (b << 16) | (c << 8) | d) - 4;
    this.body = [];
  }

  private finish(): void {
    this.header = [];
    if (REPORTS.has(this.type)) return;
    this.last = this.type;
    if (this.type === 'Z') this.state = String.fromCharCode(this.body[0] as number);
    if (this.type === 'C') this.commandCompleted(String.fromCharCode(...this.body.slice(0, -1)));
  }
}

/** Notices, notifications and changed parameters may come at any time. */
const REPORTS = new Set(['N', 'A', 'S']);
const READ = new Set(['C', 'Z']);
const TAG_BYTES = 64;

/** Reads the rows of an answer to our own statements. Throws if it has an error. */
export function rowsOf(answer: Uint8Array): (string | null)[][] {
  const rows: (string | null)[][] = [];
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.length);
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const body = bytes.subarray(at + 5, at + 1 + bytes.readInt32BE(at + 1));
    const type = String.fromCharCode(bytes[at] as number);
    if (type === 'E') throw new ServerError(body);
    if (type === 'D') rows.push(columnsOf(body));
  }
  return rows;
}

function columnsOf(body: Buffer): (string | null)[] {
  const columns: (string | null)[] = [];
  let at = 2;
  for (let left = body.readInt16BE(0); left > 0; left--) {
    const length = body.readInt32BE(at);
    at += 4;
    columns.push(length < 0 ? null : body.toString('utf8', at, at + length));
    at += Math.max(0, length);
  }
  return columns;
}

/** An error that Postgres answered to one of our own statements. */
export class ServerError extends Error {
  readonly sqlstate: string;

  constructor(body: Buffer) {
    const fields = new Map(
      body
        .toString('utf8')
        .split('\0')
        .map((field) => [field.slice(0, 1), field.slice(1)]),
    );
    super(fields.get('M') ?? 'unknown error');
    this.sqlstate = fields.get('C') ?? 'XX000';
  }
}

export function queryMessage(text: string): Uint8Array {
  return framed(kindOf('Q'), Buffer.from(`${text}\0`));
}

export const SYNC = framed(kindOf('S'));
