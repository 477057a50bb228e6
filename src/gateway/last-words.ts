import type { Duplex } from 'node:stream';
import { after } from './timer.ts';
import { type Complaint, complaint } from './wire/messages.ts';

/** A client that does not take its last words, or does not go, is cut off after this. */
const LAST_WORDS_MS = 2_000;

/** Lets a client go, with a last word where there is one to say. */
export function letGo(stream: Duplex, why: Complaint | null): void {
  if (stream.destroyed) return;
  if (why === null) stream.end();
  else stream.end(complaint(why));
  // What the client still says is read, so that its end is seen.
  stream.resume();
  stream.once(
    'close',
    after(LAST_WORDS_MS, () => stream.destroy()),
  );
}
