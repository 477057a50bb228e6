import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TempFileLimit } from '../../../src/gateway/server/temp-file-limit.ts';
import { cutAnywhere, frame } from '../wire/arbitrary-frames.ts';

const LIMITED = frame(
  'E',
  'SERROR\0VERROR\0C53400\0Mtemporary file size exceeds temp_file_limit (64kB)\0Wline 1\0Ffd.c\0L2265\0RFileWrite\0\0',
);
const FULL = frame(
  'E',
  'SERROR\0VERROR\0C53100\0Mcould not write to file "base/pgsql_tmp/pgsql_tmp77.0": No space left on device\0Wline 1\0\0',
);
const OTHERS = [
  frame('D', 'a row with temp_file_limit and C53400'),
  frame('Z', 'I'),
  frame('E', 'SERROR\0VERROR\0C53400\0Manother limit\0Fx.c\0\0'),
  frame('E', 'SERROR\0VERROR\0C22012\0Mtemp_file_limit\0\0'),
  frame('E', Buffer.from('SERROR\0VERROR\0C42601\0Mgrün\0\0', 'latin1')),
  frame('1', ''),
];

test('the limit of temporary files becomes a full disk wherever the bytes are cut, and all else passes unchanged', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(LIMITED, ...OTHERS)), fc.array(fc.nat()), (frames, cuts) => {
      const diskFull = new TempFileLimit(77);
      const told = cutAnywhere(Buffer.concat(frames), cuts).map((chunk) => diskFull.rewrite(chunk));
      const expected = frames.map((one) => (one === LIMITED ? FULL : one));
      expect(Buffer.concat(told)).toEqual(Buffer.concat(expected));
    }),
  );
});

test('a chunk without an error passes as the same object', () => {
  const diskFull = new TempFileLimit(77);
  const bytes = Buffer.concat([frame('T', 'columns'), frame('D', 'row'), frame('Z', 'I')]);
  for (const chunk of [bytes.subarray(0, 7), bytes.subarray(7)]) expect(diskFull.rewrite(chunk)).toBe(chunk);
});

test('an error is held back until it has arrived in full', () => {
  const diskFull = new TempFileLimit(77);
  expect(diskFull.rewrite(Buffer.concat([frame('D', 'row'), LIMITED.subarray(0, 1)]))).toEqual(
    frame('D', 'row'),
  );
  expect(diskFull.rewrite(LIMITED.subarray(1, 20))).toEqual(Buffer.alloc(0));
  expect(diskFull.rewrite(Buffer.concat([LIMITED.subarray(20), frame('Z', 'I')]))).toEqual(
    Buffer.concat([FULL, frame('Z', 'I')]),
  );
});
