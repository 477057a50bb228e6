/** A message of the Postgres protocol: its type, its length, which includes itself, and its body. */
export function framed(kind: number, ...parts: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(5);
  head[0] = kind;
  head.writeInt32BE(
    parts.reduce((sum, part) => sum + part.length, 4),
    1,
  );
  return Buffer.concat([head, ...parts]);
}

/** The byte of a message type, which is written as a letter. */
export function kindOf(letter: string): number {
  return letter.charCodeAt(0);
}
