import type { Duplex } from 'node:stream';
import { after } from './timer.ts';
import { type Complaint, complaint } from './wire/messages.ts';

/** A client that does not read the last message within this time is cut off. */
const LAST_WORDS_MS = 2_000;

/** Ends a connection, with an error message if there is one, even if the client does not react. */
export function dismiss(stream: Duplex, why: Complaint | null = null): void {
  if (stream.destroyed) return;
  if (why === null) stream.end();
  else stream.end(complaint(why));
  // The stream reports the client's end only if the rest of its bytes is read.
  stream.resume();
  stream.once(
    'close',
    after(LAST_WORDS_MS, () => stream.destroy()),
  );
}
