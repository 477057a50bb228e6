import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as node from '../../src/trace/gzip/gunzip.ts';
import * as browser from '../../src/trace/gzip/gunzip-in-browser.ts';
import { piecewise, zipped } from './read.ts';

const PLAIN = randomBytes(500_000);
const PACKED = zipped(PLAIN);

test('the module for browsers exports the names of the one for Node', () => {
  expect(Object.keys(browser)).toEqual(Object.keys(node));
});

describe.each([
  ['Node', node.gunzip],
  ['a browser', browser.gunzip],
])('gunzip for %s', (_, gunzip) => {
  test('gives the whole file, whatever its pieces are', async () => {
    for (const size of [1000, 65_536, PACKED.length])
      expect(Buffer.concat(await all(gunzip(piecewise(cut(PACKED, size)), 'a.gz'))).equals(PLAIN)).toBe(true);
  });

  test('closes the file if its consumer stops early', async () => {
    let isClosed = false;
    async function* pieces() {
      try {
        yield* cut(PACKED, 65_536);
      } finally {
        isClosed = true;
      }
    }
    for await (const piece of gunzip(pieces(), 'a.gz')) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    await expect.poll(() => isClosed).toBe(true);
  });

  test('passes on an error of the file itself', async () => {
    const error = new Error('the disk is gone');
    async function* pieces() {
      yield PACKED.subarray(0, 1000);
      throw error;
    }
    await expect(all(gunzip(pieces(), 'a.gz'))).rejects.toBe(error);
  });
});

test.each([
  ['a truncated file', PACKED.subarray(0, -20)],
  ['a damaged file', Uint8Array.from(PACKED).fill(0xff, 20, 60)],
])('a browser refuses %s', async (_, packed) => {
  await expect(all(browser.gunzip(piecewise(cut(packed, 1000)), 'a.gz'))).rejects.toThrow(
    'a.gz: the browser cannot unpack this gzip file: it is truncated or damaged, or several files joined; ' +
      'unpack it first, or copy it again',
  );
});

async function all(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  for await (const piece of pieces) found.push(piece);
  return found;
}

function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
    bytes.subarray(at * size, (at + 1) * size),
  );
}
