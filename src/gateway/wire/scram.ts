import { createHash, createHmac, pbkdf2Sync, timingSafeEqual } from 'node:crypto';

/** The data with which a server checks a password by SCRAM-SHA-256. The password cannot be computed from it. */
export interface Verifier {
  readonly salt: Buffer;
  readonly iterations: number;
  readonly storedKey: Buffer;
  readonly serverKey: Buffer;
}

/** The number that Postgres uses by default. */
const ITERATIONS = 4096;

export function verifierOf(password: string, salt: Buffer): Verifier {
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, ITERATIONS, 32, 'sha256');
  return {
    salt,
    iterations: ITERATIONS,
    storedKey: sha256(hmac(salted, 'Client Key')),
    serverKey: hmac(salted, 'Server Key'),
  };
}

/** The server's part of a SCRAM exchange. */
interface Challenge {
  /** The message for the client. */
  readonly message: string;
  /** The final message if the client's answer is right; null if it is wrong. */
  check(answer: string): string | null;
}

/** Answers a client's first message; null if it is malformed. `nonce` is unguessable printable text. */
export function challenge(first: string, verifier: Verifier, nonce: string): Challenge | null {
  const parts = /^([ny]),(?:a=[^,]*)?,(n=[^,]*,r=([\x21-\x2b\x2d-\x7e]+)(?:,.*)?)$/s.exec(first);
  if (parts === null) return null;
  const [, flag, bare, clientNonce] = parts;
  const together = `${clientNonce}${nonce}`;
  const message = `r=${together},s=${verifier.salt.toString('base64')},i=${verifier.iterations}`;
  const header = Buffer.from(first.slice(0, first.length - (bare as string).length)).toString('base64');
  return {
    message,
    check(answer) {
      const final = /^(c=([^,]*),r=([^,]*)(?:,.*)?),p=([^,]*)$/s.exec(answer);
      if (final === null || flag === undefined) return null;
      const [, withoutProof, binding, echoed, proof] = final;
      if (binding !== header || echoed !== together) return null;
      const signed = `${bare},${message},${withoutProof}`;
      const signature = hmac(verifier.storedKey, signed);
      const given = Buffer.from(proof as string, 'base64');
      if (given.length !== signature.length) return null;
      const clientKey = Buffer.from(given.map((byte, i) => byte ^ (signature[i] as number)));
      if (!timingSafeEqual(sha256(clientKey), verifier.storedKey)) return null;
      return `v=${hmac(verifier.serverKey, signed).toString('base64')}`;
    },
  };
}

function hmac(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
