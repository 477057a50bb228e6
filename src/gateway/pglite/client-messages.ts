/** A whole message of a client: the letter of its type, and all its bytes. */
export interface ClientMessage {
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Thrown for bytes that are no valid message of the protocol. */
class ProtocolViolation extends Error {}

/** Cuts the bytes of a client, which arrive in chunks of any size, into whole messages. */
export class MessageCutter {
  private parts: Uint8Array[] = [];
  private held = 0;
  private needed = HEADER_BYTES;

  push(bytes: Uint8Array): ClientMessage[] {
    this.parts.push(bytes);
    this.held += bytes.length;
    if (this.held < this.needed) return [];
    const all = this.parts.length === 1 ? bytes : Buffer.concat(this.parts);
    const messages: ClientMessage[] = [];
    let at = 0;
    this.needed = HEADER_BYTES;
    while (all.length - at >= HEADER_BYTES) {
      const type = String.fromCharCode(all[at] as number);
      const length = checkedLength(type, lengthAt(all, at));
      if (all.length - at < 1 + length) {
        this.needed = 1 + length;
        break;
      }
      messages.push({ type, bytes: all.subarray(at, at + 1 + length) });
      at += 1 + length;
    }
    this.parts = at === all.length ? [] : [all.subarray(at)];
    this.held = all.length - at;
    return messages;
  }
}

const HEADER_BYTES = 5;

/** The longest message that Postgres accepts of each type. Anything else would end the whole instance of PGlite. */
const LONG = 2 ** 30 - 1;
const SHORT = 10_000;
const LONGEST: Readonly<Record<string, number>> = {
  Q: LONG,
  P: LONG,
  B: LONG,
  F: LONG,
  d: LONG,
  D: SHORT,
  E: SHORT,
  C: SHORT,
  S: SHORT,
  H: SHORT,
  X: SHORT,
  c: SHORT,
  f: SHORT,
};

function checkedLength(type: string, length: number): number {
  const most = LONGEST[type];
  if (most === undefined) {
    throw new ProtocolViolation(`invalid frontend message type ${type.charCodeAt(0)}`);
  }
  if (length < 4 || length > most) {
    throw new ProtocolViolation(`invalid length ${length} of a message of type ${type}`);
  }
  return length;
}

function lengthAt(bytes: Uint8Array, at: number): number {
  return new DataView(bytes.buffer, bytes.byteOffset + at + 1, 4).getInt32(0);
}
