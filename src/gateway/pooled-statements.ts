import { createHash } from 'node:crypto';
import type { BackendLink } from './backend.ts';
import { framed, kindOf } from './wire/framed.ts';
import { FrameScanner } from './wire/frames.ts';

/** A prepared statement of a client: its name on servers, and the body of the message that prepares it there. */
interface Statement {
  readonly name: string;
  readonly parse: Buffer;
}

/** An expected answer, to a message of the client or to one that was added for it. */
interface ExpectedAnswer {
  readonly isOwn: boolean;
  /** Undoes the assumption that the message succeeds. Called if the server skips the message after an error. */
  readonly undo: (() => void) | null;
  /** The type of the message if it ends a batch. After an error, the server answers nothing before that message. */
  readonly endsBatchBy: number | null;
}

const PARSE = kindOf('P');
const BIND = kindOf('B');
const DESCRIBE = kindOf('D');
const CLOSE = kindOf('C');
const SYNC = kindOf('S');
const QUERY = kindOf('Q');
const FUNCTION_CALL = kindOf('F');
const STATEMENT = kindOf('S');
const PARSED = kindOf('1');
const CLOSED = kindOf('3');
const READY = kindOf('Z');
const DONE = kindOf('C');
const ERROR = kindOf('E');
const COPY_IN = kindOf('G');
const COPY_DONE = kindOf('c');
const COPY_FAIL = kindOf('f');

/** The names of the statements that each server has prepared. */
const preparedOn = new WeakMap<BackendLink, Set<string>>();

/**
 * The prepared statements of one client of the pooler, whose transactions run on different servers. On servers,
 * statements are named after a hash of their text, and are prepared before their first use. Answers to that are hidden
 * from the client.
 */
export class PooledStatements {
  private readonly known = new Map<string, Statement>();
  private readonly fromClient = new FrameScanner();
  private readonly fromServer = new FrameScanner();
  private readonly expected: ExpectedAnswer[] = [];
  private parts: Uint8Array[] = [];
  /** The parts of a CommandComplete message that is not complete yet. */
  private tag: Uint8Array[] = [];
  private isDropping = false;
  private isCopyingIn = false;

  /** Translates bytes of the client for a server. */
  toServer(bytes: Uint8Array, link: BackendLink): readonly Uint8Array[] {
    const { fromClient } = this;
    const out: Uint8Array[] = [];
    let copiedUntil = 0;
    fromClient.feed(bytes);
    while (fromClient.next()) {
      const { type, start, end, begins, completes } = fromClient;
      if (!isAboutStatements(type)) {
        if (begins) this.otherMessageBegins(type);
        continue;
      }
      if (start > copiedUntil) out.push(bytes.subarray(copiedUntil, start));
      copiedUntil = end;
      this.parts.push(bytes.subarray(start, end));
      if (!completes) continue;
      const message = Buffer.concat(this.parts);
      this.parts = [];
      this.translate(type, message, serverOf(link), out);
    }
    if (copiedUntil < bytes.length) out.push(copiedUntil === 0 ? bytes : bytes.subarray(copiedUntil));
    return out;
  }

  /** Translates bytes of a server for the client. */
  toClient(bytes: Uint8Array, link: BackendLink): readonly Uint8Array[] {
    const { fromServer } = this;
    const out: Uint8Array[] = [];
    let copiedUntil = 0;
    fromServer.feed(bytes);
    while (fromServer.next()) {
      const { type, start, end, begins, completes } = fromServer;
      if (begins) this.isDropping = this.isHidden(type);
      if (begins && (type === DONE || type === ERROR)) this.isCopyingIn = false;
      if (begins && type === READY) this.batchEnds();
      if (begins && type === COPY_IN) this.copyBegins();
      if (type === DONE) {
        this.tag.push(bytes.subarray(start, end));
        if (completes) this.commandCompleted(serverOf(link));
      }
      if (!this.isDropping) continue;
      if (start > copiedUntil) out.push(bytes.subarray(copiedUntil, start));
      copiedUntil = end;
    }
    if (copiedUntil < bytes.length) out.push(copiedUntil === 0 ? bytes : bytes.subarray(copiedUntil));
    return out;
  }

  private translate(type: number, message: Buffer, server: Set<string>, out: Uint8Array[]): void {
    if (type === PARSE) {
      const { text: name, next } = wordAt(message, 5);
      if (name === '' || next === message.length) {
        this.expect(false);
        out.push(message);
        return;
      }
      const rest = message.subarray(next);
      const existing = this.prepared(name, server, out);
      if (existing !== null) {
        // The client prepares a name twice. The server reports that the statement exists already.
        this.expect(false);
        out.push(parseOf({ name: existing.name, parse: rest }));
        return;
      }
      const statement = { name: nameFor(rest), parse: rest };
      this.known.set(name, statement);
      this.prepare(statement, server, out, { isOwn: false, undo: () => this.known.delete(name) });
      return;
    }
    if (type === BIND) {
      const portal = wordAt(message, 5);
      const name = wordAt(message, portal.next);
      const statement = this.prepared(name.text, server, out);
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
    if (type === DESCRIBE) {
      const found = isStatement ? this.prepared(name, server, out) : null;
      out.push(found === null ? message : framed(DESCRIBE, Buffer.from(`S${found.name}\0`)));
      return;
    }
    const statement = isStatement ? this.known.get(name) : undefined;
    if (statement === undefined) {
      this.expect(false);
      out.push(message);
      return;
    }
    // Other clients may use the statement on the server, so the message closes a name that does not exist, which is no
    // error.
    this.known.delete(name);
    this.expect(false, () => this.known.set(name, statement));
    out.push(closeOf('none'));
  }

  /** Returns a statement of the client, and prepares it on the server if necessary; null if the client has none. */
  private prepared(name: string, server: Set<string>, out: Uint8Array[]): Statement | null {
    const statement = this.known.get(name);
    if (statement === undefined) return null;
    if (!server.has(statement.name)) this.prepare(statement, server, out, { isOwn: true, undo: () => {} });
    return statement;
  }

  /** Prepares a statement. It is closed first, because the server may have it from before an error or from a client. */
  private prepare(
    statement: Statement,
    server: Set<string>,
    out: Uint8Array[],
    { isOwn, undo }: { readonly isOwn: boolean; readonly undo: () => void },
  ): void {
    const { name } = statement;
    this.expect(true);
    out.push(closeOf(name));
    server.add(name);
    this.expect(isOwn, () => {
      server.delete(name);
      undo();
    });
    out.push(parseOf(statement));
  }

  private expect(isOwn: boolean, undo: (() => void) | null = null): void {
    this.expected.push({ isOwn, undo, endsBatchBy: null });
  }

  private isHidden(type: number): boolean {
    if (type !== PARSED && type !== CLOSED) return false;
    return this.expected.shift()?.isOwn ?? false;
  }

  /** Undoes messages that the server skipped after an error: those without an answer at the end of the batch. */
  private batchEnds(): void {
    const end = this.expected.findIndex(({ endsBatchBy }) => endsBatchBy !== null);
    const skipped = this.expected.splice(0, end < 0 ? this.expected.length : end + 1);
    for (const { undo } of skipped.reverse()) undo?.();
  }

  /** Notes the start of a client's message that is not about statements. */
  private otherMessageBegins(type: number): void {
    if (type === COPY_DONE || type === COPY_FAIL) this.isCopyingIn = false;
    if (!endsBatch(type) || (type === SYNC && this.isCopyingIn)) return;
    this.expected.push({ isOwn: false, undo: null, endsBatchBy: type });
  }

  /** Notes the start of a COPY, during which the server ignores Sync, also one that the client has sent already. */
  private copyBegins(): void {
    this.isCopyingIn = true;
    if (this.expected.at(-1)?.endsBatchBy === SYNC) this.expected.pop();
  }

  /** Forgets all statements after `DISCARD ALL` and `DEALLOCATE ALL`. */
  private commandCompleted(server: Set<string>): void {
    const tag = Buffer.concat(this.tag.splice(0)).toString('latin1', HEADER_BYTES).replace('\0', '');
    if (tag !== 'DISCARD ALL' && tag !== 'DEALLOCATE ALL') return;
    server.clear();
    this.known.clear();
  }
}

const HEADER_BYTES = 5;

function isAboutStatements(type: number): boolean {
  return type === PARSE || type === BIND || type === DESCRIBE || type === CLOSE;
}

function endsBatch(type: number): boolean {
  return type === SYNC || type === QUERY || type === FUNCTION_CALL;
}

function serverOf(link: BackendLink): Set<string> {
  const known = preparedOn.get(link) ?? new Set();
  preparedOn.set(link, known);
  return known;
}

function nameFor(parse: Buffer): string {
  return `tidemark_${createHash('sha256').update(parse).digest('hex').slice(0, 24)}`;
}

function closeOf(name: string): Buffer {
  return framed(CLOSE, Buffer.from(`S${name}\0`));
}

function parseOf({ name, parse }: Statement): Buffer {
  return framed(PARSE, zeroEnded(name), parse);
}

function wordAt(message: Buffer, start: number): { readonly text: string; readonly next: number } {
  const end = message.indexOf(0, start);
  if (end < 0) return { text: '', next: message.length };
  return { text: message.toString('utf8', start, end), next: end + 1 };
}

function zeroEnded(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}
