import { gzipSync } from 'node:zlib';

/** So much text, or so many pieces, become one member of a compressed file. */
const MEMBER_CHARACTERS = 1 << 16;
const MEMBER_PIECES = 60;

/**
 * Text compressed in members of its own: a file of them is whole behind each one, so that a recorder that is killed
 * leaves one that can be read. The last pieces are lost with it.
 */
export async function* packed(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let text = '';
  let count = 0;
  let isFirst = true;
  for await (const piece of pieces) {
    text += piece;
    count++;
    // The head is a member of its own, so that there is a trace from the first moment on.
    if (!isFirst && text.length < MEMBER_CHARACTERS && count < MEMBER_PIECES) continue;
    yield gzipSync(text);
    isFirst = false;
    text = '';
    count = 0;
  }
  if (text !== '') yield gzipSync(text);
}
