import { gzipSync } from 'node:zlib';

/** A member of the compressed file ends after this much text or this many pieces. */
const MEMBER_CHARACTERS = 1 << 16;
const MEMBER_PIECES = 60;

/**
 * Compresses text into independent gzip members. The file is valid after each member, so a recorder that is killed
 * leaves a file that can be read and loses only the last pieces.
 */
export async function* gzipMembers(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let text = '';
  let count = 0;
  let isFirst = true;
  for await (const piece of pieces) {
    text += piece;
    count++;
    // The head is a member of its own, so that the trace is readable from the start.
    if (!isFirst && text.length < MEMBER_CHARACTERS && count < MEMBER_PIECES) continue;
    yield gzipSync(text);
    isFirst = false;
    text = '';
    count = 0;
  }
  if (text !== '') yield gzipSync(text);
}
