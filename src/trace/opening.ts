/** What a file begins with, as text. */
export function openingOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.subarray(0, LOOKED_AT)).replace(/^\ufeff/, '');
}

const LOOKED_AT = 4096;
