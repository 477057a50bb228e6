import type { Duplex } from 'node:stream';
import { timerAfter } from './timer.ts';
import { type ErrorFields, errorMessage } from './wire/messages.ts';

/** A client that does not read the last message within this time is cut off. */
const DISMISSAL_MS = 2_000;

/** Ends a connection, with an error message if there is one, even if the client does not react. */
export function dismiss(stream: Duplex, why: ErrorFields | null = null): void {
  if (stream.destroyed) return;
  if (why === null) stream.end();
  else stream.end(errorMessage(why));
  // The stream reports the client's end only if the rest of its bytes is read.
  stream.resume();
  stream.once(
    'close',
    timerAfter(DISMISSAL_MS, () => stream.destroy()),
  );
}
