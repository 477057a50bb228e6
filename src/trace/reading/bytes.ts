/** Decodes UTF-8. A byte order mark stays in the text. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Encodes a text as UTF-8. */
export function bytesOf(text: string): Uint8Array {
  if (text.length > MOST_SCRATCH_CHARACTERS) return encoder.encode(text);
  return scratch.slice(0, encoder.encodeInto(text, scratch).written);
}

/** Each byte as one character. Only for short texts, because each character is an argument of a call. */
export function latin1Of(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** Copies pieces into memory of their own. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const encoder = new TextEncoder();

/** `encode` takes five times as long as a copy from here for the short texts of cells, and twice for whole blocks. */
const MOST_SCRATCH_CHARACTERS = 1 << 17;
const scratch = new Uint8Array(3 * MOST_SCRATCH_CHARACTERS);
