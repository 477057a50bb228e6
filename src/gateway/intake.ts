import type { Duplex } from 'node:stream';

/** Reads so many bytes from a connection that does not flow yet; null where it ends before. */
export async function take(stream: Duplex, count: number): Promise<Buffer | null> {
  for (;;) {
    const bytes = stream.read(count) as Buffer | null;
    // At the end of a stream `read` gives what is left, however little.
    if (bytes !== null) return bytes.length === count ? bytes : null;
    if (stream.destroyed || stream.readableEnded) return null;
    await readable(stream);
  }
}

function readable(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const events = ['readable', 'end', 'close', 'error'];
    const done = () => {
      for (const event of events) stream.off(event, done);
      resolve();
    };
    for (const event of events) stream.on(event, done);
  });
}
