import type { Reading, ReadSettings } from './reading.ts';

/** Reads a trace in whatever format its first bytes are, gzip too. Throws a problem where it is none. */
export async function readTrace(_bytes: AsyncIterable<Uint8Array>, settings: ReadSettings): Promise<Reading> {
  throw new Error(`${settings.name}: no format is known yet`);
}
