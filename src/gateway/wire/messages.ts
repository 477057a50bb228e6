import { framed, kindOf } from './framed.ts';

/** The messages of the Postgres protocol that the gateway itself sends. */

/** The fields of an error or a notice. */
export interface ErrorFields {
  readonly severity: 'FATAL' | 'ERROR' | 'NOTICE' | 'WARNING';
  readonly sqlstate: string;
  readonly message: string;
  readonly detail?: string | null;
  readonly hint?: string | null;
}

export function errorMessage({ severity, sqlstate, message, detail, hint }: ErrorFields): Buffer {
  const fields: readonly (readonly [string, string | null | undefined])[] = [
    ['S', severity],
    ['V', severity],
    ['C', sqlstate],
    ['M', message],
    ['D', detail],
    ['H', hint],
  ];
  const encoded = fields.flatMap(([code, text]) => (text == null ? [] : [code, text, '\0']));
  return framed(
    kindOf(severity === 'FATAL' || severity === 'ERROR' ? 'E' : 'N'),
    Buffer.from(`${encoded.join('')}\0`),
  );
}

export const AUTHENTICATED = framed(kindOf('R'), int32(0));

export function saslMechanisms(names: readonly string[]): Buffer {
  return framed(kindOf('R'), int32(10), Buffer.from(`${names.map((name) => `${name}\0`).join('')}\0`));
}

export function saslContinue(text: string): Buffer {
  return framed(kindOf('R'), int32(11), Buffer.from(text));
}

export function saslFinal(text: string): Buffer {
  return framed(kindOf('R'), int32(12), Buffer.from(text));
}

export function parameterStatus(name: string, value: string): Buffer {
  return framed(kindOf('S'), Buffer.from(`${name}\0${value}\0`));
}

/** The key that the client sends back in a cancel request. */
export function backendKey(process: number, key: number): Buffer {
  return framed(kindOf('K'), int32(process), int32(key));
}

export function readyForQuery(status: 'I' | 'T' | 'E'): Buffer {
  return framed(kindOf('Z'), Buffer.from(status));
}

/** Tells a client that asks for a newer protocol, or for extensions of it, what the gateway supports. */
export function negotiateVersion(minor: number, unknown: readonly string[]): Buffer {
  const names = Buffer.from(unknown.map((name) => `${name}\0`).join(''));
  return framed(kindOf('v'), int32(minor), int32(unknown.length), names);
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
