import { createHash } from 'node:crypto';
import type { Link } from './backend.ts';
import { FrameScanner } from './wire/frames.ts';

/** A statement that a client has prepared: its name on servers, and the message that prepares it there. */
interface Statement {
  readonly name: string;
  readonly parse: Buffer;
}

/** An answer that is to come: to something that the client has asked, or that was put in for it. */
interface Awaited {
  readonly isOwn: boolean;
  /** The statement that the server then has. */
  readonly prepares: string | null;
  /** It ends a batch: after a mistake the server answers nothing before it. */
  readonly endsBatch: boolean;
}

const code = (letter: string) => letter.charCodeAt(0);
const PARSE = code('P');
const BIND = code('B');
const DESCRIBE = code('D');
const CLOSE = code('C');
const SYNC = code('S');
const QUERY = code('Q');
const FUNCTION_CALL = code('F');
const STATEMENT = code('S');
const PARSED = code('1');
const CLOSED = code('3');
const READY = code('Z');
const DONE = code('C');

/** What each server has prepared. */
const preparedOn = new WeakMap<Link, Set<string>>();

/**
 * The prepared statements of one client of the pooler, whose transactions each run on another server. On servers they
 * are named after their text, and prepared there before their first use; what servers say to that, the client does not
 * hear.
 */
export class PooledStatements {
  private readonly known = new Map<string, Statement>();
  private readonly fromClient = new FrameScanner();
  private readonly fromServer = new FrameScanner();
  private readonly awaited: Awaited[] = [];
  private parts: Uint8Array[] = [];
  private isDropping = false;

  /** What a server is to be sent for what the client has said. */
  toServer(bytes: Uint8Array, link: Link): readonly Uint8Array[] {
    const { fromClient } = this;
    const out: Uint8Array[] = [];
    let passedTo = 0;
    fromClient.feed(bytes);
    while (fromClient.next()) {
      const { type, start, end, begins, completes } = fromClient;
      if (!isAboutStatements(type)) {
        if (begins && endsBatch(type)) this.awaited.push(BATCH_END);
        continue;
      }
      if (start > passedTo) out.push(bytes.subarray(passedTo, start));
      passedTo = end;
      this.parts.push(bytes.subarray(start, end));
      if (!completes) continue;
      const message = Buffer.concat(this.parts);
      this.parts = [];
      this.translate(type, message, serverOf(link), out);
    }
    if (passedTo < bytes.length) out.push(passedTo === 0 ? bytes : bytes.subarray(passedTo));
    return out;
  }

  /** What the client is to hear of what the server has said. */
  toClient(bytes: Uint8Array, link: Link): readonly Uint8Array[] {
    const { fromServer } = this;
    const out: Uint8Array[] = [];
    let passedTo = 0;
    fromServer.feed(bytes);
    while (fromServer.next()) {
      const { type, start, end, begins, completes } = fromServer;
      if (begins) this.isDropping = this.isUnheard(type);
      if (type === READY && begins) this.batchEnds(serverOf(link));
      if (type === DONE && begins && completes && forgetsAll(bytes, start, end)) {
        serverOf(link).clear();
        this.known.clear();
      }
      if (!this.isDropping) continue;
      if (start > passedTo) out.push(bytes.subarray(passedTo, start));
      passedTo = end;
    }
    if (passedTo < bytes.length) out.push(passedTo === 0 ? bytes : bytes.subarray(passedTo));
    return out;
  }

  private translate(type: number, message: Buffer, server: Set<string>, out: Uint8Array[]): void {
    if (type === PARSE) {
      const { text: name, next } = wordAt(message, 5);
      if (name === '') server.delete('');
      if (name === '' || next === message.length) {
        this.expect(false, null);
        out.push(message);
        return;
      }
      const rest = message.subarray(next);
      const statement = { name: nameFor(rest), parse: rest };
      this.known.set(name, statement);
      if (server.has(statement.name)) {
        this.expect(true, null);
        out.push(framed(CLOSE, Buffer.from(`S${statement.name}\0`)));
      }
      this.expect(false, statement.name);
      server.add(statement.name);
      out.push(parseOf(statement));
      return;
    }
    if (type === BIND) {
      const portal = wordAt(message, 5);
      const name = wordAt(message, portal.next);
      const statement = this.ready(name.text, server, out);
      out.push(
        statement === null
          ? message
          : framed(
              BIND,
              message.subarray(5, portal.next),
              zeroEnded(statement.name),
              message.subarray(name.next),
            ),
      );
      return;
    }
    const isStatement = message[5] === STATEMENT;
    const { text: name } = wordAt(message, 6);
    if (type === CLOSE) this.expect(false, null);
    if (!isStatement || name === '') {
      out.push(message);
      return;
    }
    if (type === DESCRIBE) {
      const statement = this.ready(name, server, out);
      out.push(statement === null ? message : framed(DESCRIBE, Buffer.from(`S${statement.name}\0`)));
      return;
    }
    // Others may use what servers have. To close what is not there is no mistake.
    this.known.delete(name);
    out.push(framed(CLOSE, Buffer.from('Snone\0')));
  }

  /** A statement of the client, prepared on the server by now; null where the client has none of that name. */
  private ready(name: string, server: Set<string>, out: Uint8Array[]): Statement | null {
    const statement = this.known.get(name);
    if (name === '' || statement === undefined) return null;
    if (!server.has(statement.name)) {
      this.expect(true, statement.name);
      server.add(statement.name);
      out.push(parseOf(statement));
    }
    return statement;
  }

  private expect(isOwn: boolean, prepares: string | null): void {
    this.awaited.push({ isOwn, prepares, endsBatch: false });
  }

  private isUnheard(type: number): boolean {
    if (type !== PARSED && type !== CLOSED) return false;
    return this.awaited.shift()?.isOwn ?? false;
  }

  /** What the server has not answered by the end of a batch, it has passed over after a mistake. */
  private batchEnds(server: Set<string>): void {
    for (let next = this.awaited.shift(); next !== undefined && !next.endsBatch; next = this.awaited.shift())
      if (next.prepares !== null) server.delete(next.prepares);
  }
}

const BATCH_END: Awaited = { isOwn: false, prepares: null, endsBatch: true };

function isAboutStatements(type: number): boolean {
  return type === PARSE || type === BIND || type === DESCRIBE || type === CLOSE;
}

function endsBatch(type: number): boolean {
  return type === SYNC || type === QUERY || type === FUNCTION_CALL;
}

function serverOf(link: Link): Set<string> {
  const known = preparedOn.get(link) ?? new Set();
  preparedOn.set(link, known);
  return known;
}

function nameFor(parse: Buffer): string {
  return `tidemark_${createHash('sha256').update(parse).digest('hex').slice(0, 24)}`;
}

function parseOf({ name, parse }: Statement): Buffer {
  return framed(PARSE, zeroEnded(name), parse);
}

/** `DISCARD ALL` and `DEALLOCATE ALL` leave a server without statements. */
function forgetsAll(bytes: Uint8Array, start: number, end: number): boolean {
  const tag = Buffer.from(bytes.buffer, bytes.byteOffset + start + 5, end - start - 6).toString('latin1');
  return tag === 'DISCARD ALL' || tag === 'DEALLOCATE ALL';
}

function wordAt(message: Buffer, start: number): { readonly text: string; readonly next: number } {
  const end = message.indexOf(0, start);
  if (end < 0) return { text: '', next: message.length };
  return { text: message.toString('utf8', start, end), next: end + 1 };
}

function zeroEnded(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

function framed(type: number, ...parts: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(5);
  head[0] = type;
  head.writeInt32BE(
    parts.reduce((sum, part) => sum + part.length, 4),
    1,
  );
  return Buffer.concat([head, ...parts]);
}
