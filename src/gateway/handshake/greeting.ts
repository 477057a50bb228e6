import type { Duplex } from 'node:stream';
import type { SecureContext } from 'node:tls';
import { dismiss } from '../dismissal.ts';
import { type ErrorFields, negotiateVersion } from '../wire/messages.ts';
import { LONGEST_START_UP, readStartUp, type StartUp } from '../wire/start-up.ts';
import { encrypted } from './encryption.ts';
import { readBytes } from './read-bytes.ts';

/** A client that has sent its start-up packet. */
export interface Greeted {
  /** The stream of its bytes: its socket, or the decrypted stream over TLS. */
  readonly stream: Duplex;
  readonly start: Exclude<StartUp, { kind: 'encryption' }>;
  /** The host name in its SNI; null without TLS. */
  readonly serverName: string | null;
}

/** The first byte of a connection that begins with TLS directly. */
const TLS_HANDSHAKE = 0x16;

/** Reads the start-up packet of a client, with or without TLS. Dismisses the client and returns null if it is wrong. */
export async function greet(socket: Duplex, tls: () => SecureContext): Promise<Greeted | null> {
  let stream = socket;
  let serverName: string | null = null;
  let isEncrypted = false;
  const encrypt = async (context: SecureContext): Promise<boolean> => {
    const secure = await encrypted(stream, context);
    if (secure === null) return false;
    ({ stream, serverName } = secure);
    isEncrypted = true;
    return true;
  };
  // A client may ask for one kind of encryption and, if it is refused, for the other one. More requests are invalid.
  for (let attempts = 0; attempts < 4; attempts++) {
    const head = await readBytes(stream, 4);
    if (head === null) return refused(stream, null);
    if (head[0] === TLS_HANDSHAKE && attempts === 0) {
      stream.unshift(head);
      if (!(await encrypt(tls()))) return refused(stream, null);
      continue;
    }
    const length = head.readInt32BE(0);
    if (length < 8 || length > LONGEST_START_UP) return refused(stream, NO_START_UP);
    const body = await readBytes(stream, length - 4);
    if (body === null) return refused(stream, null);
    const start = readStartUp(body);
    if (start === null) return refused(stream, NO_START_UP);
    if (start.kind === 'encryption') {
      if (start.by === 'gss' || isEncrypted) {
        stream.write('N');
        continue;
      }
      // An honest client sends nothing before the handshake. Plain bytes here were injected by an attacker.
      if (stream.readableLength > 0) return refused(stream, NO_START_UP);
      // If there is no certificate, this throws before the S, so that the client can still read the error.
      const context = tls();
      stream.write('S');
      if (!(await encrypt(context))) return refused(stream, null);
      continue;
    }
    if (start.kind === 'session') {
      if (start.major !== 3) return refused(stream, unsupported(start.major, start.minor));
      const unknown = [...start.parameters.keys()].filter((name) => name.startsWith('_pq_.'));
      if (start.minor > 0 || unknown.length > 0) stream.write(negotiateVersion(0, unknown));
    }
    return { stream, start, serverName };
  }
  return refused(stream, NO_START_UP);
}

const NO_START_UP: ErrorFields = {
  severity: 'FATAL',
  sqlstate: '08P01',
  message: 'invalid length or content of the startup packet',
};

function unsupported(major: number, minor: number): ErrorFields {
  return {
    severity: 'FATAL',
    sqlstate: '0A000',
    message: `unsupported frontend protocol ${major}.${minor}: the gateway speaks 3.0`,
  };
}

function refused(stream: Duplex, why: ErrorFields | null): null {
  dismiss(stream, why);
  return null;
}
