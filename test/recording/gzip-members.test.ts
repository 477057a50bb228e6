import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { gzipMembers } from '../../src/recording/gzip-members.ts';

test('the compressed text is valid after each member, from the head on', async () => {
  const pieces = ['head\n', ...Array.from({ length: 150 }, (_, i) => `${i}\n`)];
  async function* source() {
    yield* pieces;
  }
  const members: Uint8Array[] = [];
  const read: string[] = [];
  for await (const member of gzipMembers(source())) {
    members.push(member);
    read.push(gunzipSync(Buffer.concat(members)).toString());
  }
  expect(read[0]).toBe('head\n');
  expect(read.at(-1)).toBe(pieces.join(''));
  expect(read.every((text) => pieces.join('').startsWith(text) && text.endsWith('\n'))).toBe(true);
});
