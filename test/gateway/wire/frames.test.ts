import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameScanner } from '../../../src/gateway/wire/frames.ts';
import { cutAnywhere, frame } from './arbitrary-frames.ts';

const frames = fc.array(
  fc.record({ type: fc.integer({ min: 0, max: 255 }), body: fc.uint8Array({ maxLength: 20 }) }),
);

/** Scans chunks, and puts the parts of each message together. */
function scanned(chunks: readonly Buffer[]) {
  const scanner = new FrameScanner();
  const found: { type: number; bytes: Buffer; whole: boolean }[] = [];
  for (const chunk of chunks) {
    let covered = 0;
    scanner.feed(chunk);
    while (scanner.next()) {
      expect(scanner.start).toBe(covered);
      covered = scanner.end;
      if (scanner.begins) found.push({ type: scanner.type, bytes: Buffer.alloc(0), whole: false });
      const last = found.at(-1) as (typeof found)[number];
      expect(scanner.type).toBe(last.type);
      expect(last.whole).toBe(false);
      last.bytes = Buffer.concat([last.bytes, chunk.subarray(scanner.start, scanner.end)]);
      last.whole = scanner.completes;
    }
    expect(covered).toBe(chunk.length);
  }
  return found;
}

describe('a scanner of frames', () => {
  test('finds the same frames however the bytes are cut', () => {
    fc.assert(
      fc.property(frames, fc.array(fc.nat()), (list, cuts) => {
        const each = list.map(({ type, body }) => frame(type, body));
        expect(scanned(cutAnywhere(Buffer.concat(each), cuts))).toEqual(
          list.map(({ type }, i) => ({ type, bytes: each[i], whole: true })),
        );
      }),
    );
  });

  test('finds them byte by byte', () => {
    const bytes = Buffer.concat([frame('D', 'some row'), frame('1', ''), frame('Z', 'T')]);
    expect(scanned([...bytes].map((byte) => Buffer.from([byte])))).toEqual([
      { type: 0x44, bytes: frame('D', 'some row'), whole: true },
      { type: 0x31, bytes: frame('1', ''), whole: true },
      { type: 0x5a, bytes: frame('Z', 'T'), whole: true },
    ]);
  });

  test('gives a body of one byte at the end of its frame', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('I', 'T', 'E')), fc.array(fc.nat()), (states, cuts) => {
        const bytes = Buffer.concat(states.flatMap((state) => [frame('D', 'row'), frame('Z', state)]));
        const scanner = new FrameScanner();
        const seen: string[] = [];
        for (const chunk of cutAnywhere(bytes, cuts)) {
          scanner.feed(chunk);
          while (scanner.next()) {
            if (scanner.type === 0x5a && scanner.completes)
              seen.push(String.fromCharCode(chunk[scanner.end - 1] as number));
          }
        }
        expect(seen).toEqual(states);
      }),
    );
  });

  test.each([3, 0, -1, 2 ** 30 + 1])('refuses a length of %d, whole or cut', (length) => {
    const bytes = Buffer.from('D\0\0\0\0');
    bytes.writeInt32BE(length, 1);
    const told = `a frame cannot be ${length} bytes long`;
    expect(() => scanned([bytes])).toThrow(told);
    expect(() => scanned([bytes.subarray(0, 3), bytes.subarray(3)])).toThrow(told);
  });

  test('accepts the longest frame', () => {
    const bytes = Buffer.from('D\0\0\0\0row');
    bytes.writeInt32BE(2 ** 30, 1);
    expect(scanned([bytes])).toEqual([{ type: 0x44, bytes, whole: false }]);
  });
});
