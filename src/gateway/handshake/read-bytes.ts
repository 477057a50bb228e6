import type { Duplex } from 'node:stream';

/** Reads a number of bytes from a paused connection; null if it ends before. */
export function readBytes(stream: Duplex, count: number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const done = (bytes: Buffer | null) => {
      for (const event of EVENTS) stream.off(event, look);
      resolve(bytes);
    };
    const look = () => {
      const bytes = stream.read(count) as Buffer | null;
      // At the end of a stream, `read` returns the rest, even if it is shorter than `count`.
      if (bytes !== null) done(bytes.length === count ? bytes : null);
      else if (stream.destroyed || stream.readableEnded) done(null);
    };
    // One listener stays for all parts. A stream with too few bytes calls each new listener of `readable` at once, so a
    // new listener for each part would loop before more bytes could arrive.
    for (const event of EVENTS) stream.on(event, look);
    look();
  });
}

const EVENTS = ['readable', 'end', 'close', 'error'];
