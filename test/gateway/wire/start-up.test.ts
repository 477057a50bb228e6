import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readStartUp } from '../../../src/gateway/wire/start-up.ts';

describe('the first packet', () => {
  test('has the parameters of a session', () => {
    const name = fc.stringMatching(/^[a-z_.]{1,12}$/);
    const value = fc.string().filter((text) => !text.includes('\0') && Buffer.from(text).toString() === text);
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(name, value), { selector: ([key]) => key }), (pairs) => {
        const words = pairs.flatMap(([key, text]) => [key, '\0', text, '\0']);
        const body = Buffer.concat([int32(196_608), Buffer.from(`${words.join('')}\0`)]);
        const parameters = new Map(pairs);
        expect(readStartUp(body)).toEqual({ kind: 'session', major: 3, minor: 0, parameters });
      }),
    );
  });

  test('can ask for encryption, or for a cancel', () => {
    expect(readStartUp(int32(80_877_103))).toEqual({ kind: 'encryption', by: 'tls' });
    expect(readStartUp(int32(80_877_104))).toEqual({ kind: 'encryption', by: 'gss' });
    expect(readStartUp(Buffer.concat([int32(80_877_102), int32(7), int32(-9)]))).toEqual({
      kind: 'cancel',
      process: 7,
      key: -9,
    });
  });

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['half a version', Buffer.from([0, 3])],
    ['no end', Buffer.concat([int32(196_608), Buffer.from('user\0me\0')])],
    ['a name without a value', Buffer.concat([int32(196_608), Buffer.from('user\0\0')])],
    ['an empty name', Buffer.concat([int32(196_608), Buffer.from('\0x\0\0')])],
    ['a cancel without a key', Buffer.concat([int32(80_877_102), int32(7)])],
    ['a wish for encryption with more', Buffer.concat([int32(80_877_103), int32(0)])],
  ])('is invalid: %s', (_what, body) => {
    expect(readStartUp(body)).toBeNull();
  });

  test('is read or refused without an exception, whatever its bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isSession) => {
        const body = isSession ? Buffer.concat([int32(196_608), bytes]) : Buffer.from(bytes);
        readStartUp(body);
      }),
      { numRuns: 2000 },
    );
  });
});

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
