/** The request in the first packet of a connection. */
export type StartUp =
  | { readonly kind: 'encryption'; readonly by: 'tls' | 'gss' }
  | { readonly kind: 'cancel'; readonly process: number; readonly key: number }
  | {
      readonly kind: 'session';
      readonly major: number;
      readonly minor: number;
      readonly parameters: ReadonlyMap<string, string>;
    };

/** Postgres refuses a longer first packet. */
export const LONGEST_START_UP = 10_000;

const CANCEL = 80_877_102;
const TLS = 80_877_103;
const GSS = 80_877_104;

/** Reads a first packet without its length; null if it is malformed. */
export function readStartUp(body: Buffer): StartUp | null {
  if (body.length < 4) return null;
  const code = body.readInt32BE(0);
  if (code === TLS || code === GSS)
    return body.length === 4 ? { kind: 'encryption', by: code === TLS ? 'tls' : 'gss' } : null;
  if (code === CANCEL) {
    // Newer versions of the protocol have longer keys, which the gateway never gives.
    if (body.length !== 12) return null;
    return { kind: 'cancel', process: body.readInt32BE(4), key: body.readInt32BE(8) };
  }
  const parameters = readParameters(body.subarray(4));
  return parameters === null
    ? null
    : { kind: 'session', major: code >>> 16, minor: code & 0xffff, parameters };
}

/** Reads names and values, each with a zero byte after it, and one more at the end. */
function readParameters(body: Buffer): Map<string, string> | null {
  if (body.length === 0 || body[body.length - 1] !== 0) return null;
  if (body.length === 1) return new Map();
  if (body[body.length - 2] !== 0) return null;
  const words = body.subarray(0, -2).toString('utf8').split('\0');
  if (words.length % 2 !== 0) return null;
  const parameters = new Map<string, string>();
  for (let i = 0; i < words.length; i += 2) {
    const name = words[i] as string;
    if (name === '') return null;
    parameters.set(name, words[i + 1] as string);
  }
  return parameters;
}
