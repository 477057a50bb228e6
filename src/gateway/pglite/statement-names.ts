import { framed, kindOf } from '../wire/framed.ts';
import type { ClientMessage } from './client-messages.ts';

/**
 * Renames prepared statements so that sessions do not share them: PGlite has one set of names for all sessions.
 *
 * The first session that uses a name keeps it, so that DEALLOCATE finds it. Later sessions get another name in its
 * place. Portals need no new names: they end with their transaction, and only one session has a transaction open.
 */
export class StatementNames {
  private readonly owners = new Map<string, SessionStatements>();
  private count = 0;

  /** Replaces the name in a message by the name that the session's statement has in PGlite. */
  translate(own: SessionStatements, { type, bytes }: ClientMessage): Uint8Array {
    if (type === 'P') return this.renamed(bytes, HEADER_BYTES, (name) => this.claim(own, name));
    if (type === 'B') {
      return this.renamed(bytes, bytes.indexOf(0, HEADER_BYTES) + 1, (name) => this.find(own, name));
    }
    if ((type !== 'D' && type !== 'C') || bytes[HEADER_BYTES] !== STATEMENT) return bytes;
    const renamed = this.renamed(bytes, HEADER_BYTES + 1, (name) => this.find(own, name));
    if (type === 'C') this.release(own, nameAt(bytes, HEADER_BYTES + 1));
    return renamed;
  }

  /** The messages that close all statements of a session that ends. */
  closeAll(own: SessionStatements): Uint8Array {
    const names = [...own.values()];
    for (const name of [...own.keys()]) this.release(own, name);
    return Buffer.concat(names.map((name) => framed(CLOSE, Buffer.from(`S${name}\0`, 'latin1'))));
  }

  private claim(own: SessionStatements, name: string): string {
    const known = own.get(name);
    if (known !== undefined) return known;
    const real = this.owners.has(name) ? `tidemark ${++this.count}` : name;
    own.set(name, real);
    this.owners.set(real, own);
    return real;
  }

  /** The name of a statement in PGlite. A name that only another session uses becomes one that nobody uses. */
  private find(own: SessionStatements, name: string): string {
    return own.get(name) ?? (this.owners.has(name) ? 'tidemark 0' : name);
  }

  private release(own: SessionStatements, name: string): void {
    const real = own.get(name);
    if (real === undefined) return;
    own.delete(name);
    this.owners.delete(real);
  }

  private renamed(bytes: Uint8Array, at: number, rename: (name: string) => string): Uint8Array {
    const end = bytes.indexOf(0, at);
    // Postgres reports a name without an end. An empty name is the unnamed statement.
    if (at < HEADER_BYTES || end <= at) return bytes;
    const name = nameAt(bytes, at);
    const real = rename(name);
    if (real === name) return bytes;
    const body = [bytes.subarray(HEADER_BYTES, at), Buffer.from(real, 'latin1'), bytes.subarray(end)];
    return framed(bytes[0] as number, ...body);
  }
}

/** The names that a session uses, each with its name in PGlite. */
export type SessionStatements = Map<string, string>;

const HEADER_BYTES = 5;
const CLOSE = kindOf('C');
const STATEMENT = kindOf('S');

/** Reads a name byte by byte, because it is in the encoding of the client. */
function nameAt(bytes: Uint8Array, at: number): string {
  return Buffer.from(bytes.subarray(at, bytes.indexOf(0, at))).toString('latin1');
}
