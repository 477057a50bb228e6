import type { Duplex } from 'node:stream';

/** Reads so many bytes from a connection that does not flow yet; null where it ends before. */
export function take(stream: Duplex, count: number): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const done = (bytes: Buffer | null) => {
      for (const event of EVENTS) stream.off(event, look);
      resolve(bytes);
    };
    const look = () => {
      const bytes = stream.read(count) as Buffer | null;
      // At the end of a stream `read` gives what is left, however little.
      if (bytes !== null) done(bytes.length === count ? bytes : null);
      else if (stream.destroyed || stream.readableEnded) done(null);
    };
    // They are listened to once and not anew for each part: a stream that has too little tells every new listener so at
    // once, and the two would keep each other busy before anything more could arrive.
    for (const event of EVENTS) stream.on(event, look);
    look();
  });
}

const EVENTS = ['readable', 'end', 'close', 'error'];
