/** The beginning of a file as text. */
export function openingOf(bytes: Uint8Array): string {
  const decoder = isUtf16(bytes) ? utf16Decoder(bytes) : new TextDecoder();
  return decoder.decode(bytes.subarray(0, LOOKED_AT)).replace(/^\ufeff/, '');
}

const LOOKED_AT = 4096;

/** Whether a text is UTF-16, which its byte order mark tells. */
export function isUtf16(bytes: Uint8Array): boolean {
  return (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
}

export function utf16Decoder(bytes: Uint8Array) {
  return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be');
}
