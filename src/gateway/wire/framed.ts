/** A message of Postgres's protocol: its kind, its length, which counts itself, and what it says. */
export function framed(kind: number, ...parts: readonly Uint8Array[]): Buffer {
  const head = Buffer.alloc(5);
  head[0] = kind;
  head.writeInt32BE(
    parts.reduce((sum, part) => sum + part.length, 4),
    1,
  );
  return Buffer.concat([head, ...parts]);
}

/** Kinds of messages are letters, and travel as their numbers. */
export function kindOf(letter: string): number {
  return letter.charCodeAt(0);
}
