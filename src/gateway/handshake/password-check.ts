import type { Duplex } from 'node:stream';
import { kindOf } from '../wire/framed.ts';
import { saslContinue, saslFinal, saslMechanisms } from '../wire/messages.ts';
import { challenge, type Verifier } from '../wire/scram.ts';
import { readBytes } from './read-bytes.ts';

const MECHANISM = 'SCRAM-SHA-256';
/** A longer answer is no SCRAM message. */
const LONGEST_ANSWER = 4096;
const PASSWORD_MESSAGE = kindOf('p');

/** `gone` if the client has left, or does not speak the protocol. */
type Verdict = 'right' | 'wrong' | 'gone';

/** Checks with SCRAM whether a client knows the password, which is never sent. */
export async function checkPassword(stream: Duplex, verifier: Verifier, nonce: string): Promise<Verdict> {
  stream.write(saslMechanisms([MECHANISM]));
  const first = readFirst(await answer(stream));
  if (first === null) return 'gone';
  const exchange = challenge(first, verifier, nonce);
  if (exchange === null) return 'gone';
  stream.write(saslContinue(exchange.message));
  const proof = await answer(stream);
  if (proof === null) return 'gone';
  const signature = exchange.check(proof.toString('utf8'));
  if (signature === null) return 'wrong';
  stream.write(saslFinal(signature));
  return 'right';
}

async function answer(stream: Duplex): Promise<Buffer | null> {
  const head = await readBytes(stream, 5);
  if (head === null || head[0] !== PASSWORD_MESSAGE) return null;
  const length = head.readInt32BE(1) - 4;
  if (length < 0 || length > LONGEST_ANSWER) return null;
  return length === 0 ? Buffer.alloc(0) : readBytes(stream, length);
}

/** Reads the first SCRAM message of the client; null if it names another mechanism, or is malformed. */
function readFirst(body: Buffer | null): string | null {
  if (body === null) return null;
  const end = body.indexOf(0);
  if (end < 0 || body.subarray(0, end).toString('latin1') !== MECHANISM || body.length < end + 5) return null;
  const length = body.readInt32BE(end + 1);
  return length === body.length - end - 5 ? body.subarray(end + 5).toString('utf8') : null;
}
