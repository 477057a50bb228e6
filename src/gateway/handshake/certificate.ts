import { generateKeyPairSync, sign } from 'node:crypto';

/** The names in the certificate: the machine itself, and the host names of computes. */
const NAMES = ['localhost', '*.localhost'];
const ADDRESSES = [Buffer.from([127, 0, 0, 1]), Buffer.concat([Buffer.alloc(15), Buffer.from([1])])];
const YEARS = 10;
const DAY_MS = 86_400_000;

/** Makes a key and a self-signed certificate, and returns both as one PEM text. */
export function selfSigned(nowMs: number, serial: Uint8Array): string {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const until = new Date(nowMs);
  until.setUTCFullYear(until.getUTCFullYear() + YEARS);
  const name = sequence(set(sequence(objectId('550403'), der(0x0c, Buffer.from('tidemark')))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    // The leading byte makes the serial number positive.
    der(0x02, Buffer.concat([Buffer.from([0x01]), serial])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(new Date(nowMs - DAY_MS)), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames())),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(
    body,
    ECDSA_WITH_SHA256,
    der(0x03, Buffer.concat([Buffer.alloc(1), signature])),
  );
  return `${privateKey.export({ type: 'pkcs8', format: 'pem' })}${pem('CERTIFICATE', certificate)}`;
}

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));

function alternativeNames(): Buffer {
  const names = [
    ...NAMES.map((name) => der(0x82, Buffer.from(name))),
    ...ADDRESSES.map((address) => der(0x87, address)),
  ];
  return sequence(objectId('551d11'), der(0x04, sequence(...names)));
}

function objectId(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

/** Encodes a time: years before 2050 have two digits, later ones four. */
function time(at: Date): Buffer {
  const digits = `${at.toISOString().replaceAll(/[-:T]|\.\d+/g, '')}`;
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(digits.slice(2)))
    : der(0x18, Buffer.from(digits));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts));
}

function set(part: Buffer): Buffer {
  return der(0x31, part);
}

/** Encodes a value in DER: its tag, its length, its content. */
function der(kind: number, content: Buffer): Buffer {
  const { length } = content;
  const head =
    length < 0x80
      ? [kind, length]
      : length < 0x100
        ? [kind, 0x81, length]
        : [kind, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

function pem(label: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
