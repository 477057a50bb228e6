/** A frame of Postgres's protocol. */
export function frame(type: number | string, body: string | Uint8Array): Buffer {
  const bytes = Buffer.from(body as string, 'latin1');
  const header = Buffer.alloc(5);
  header[0] = typeof type === 'string' ? type.charCodeAt(0) : type;
  header.writeInt32BE(4 + bytes.length, 1);
  return Buffer.concat([header, bytes]);
}

/** The bytes in chunks that end where the numbers say, each taken as a place among the bytes. */
export function cutAnywhere(bytes: Buffer, cuts: readonly number[]): readonly Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...places, bytes.length].map((place, i) => bytes.subarray(i === 0 ? 0 : places[i - 1], place));
}
