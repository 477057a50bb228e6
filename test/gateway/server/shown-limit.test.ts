import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ShownLimit } from '../../../src/gateway/server/shown-limit.ts';
import { cutAnywhere, frame } from '../wire/arbitrary-frames.ts';

const ANSWERED = "select '901'::text as max_connections";
const ASKS: readonly (readonly [Buffer, Buffer])[] = [
  [frame('Q', 'show max_connections\0'), frame('Q', `${ANSWERED}\0`)],
  [frame('Q', ' SHOW\n\tMax_Connections ; \0'), frame('Q', `${ANSWERED}\0`)],
  [frame('P', 'a name\0show max_connections\0\0\0'), frame('P', `a name\0${ANSWERED}\0\0\0`)],
];
const OTHERS = [
  frame('Q', 'show max_connections; select 1\0'),
  frame('Q', 'begin; show max_connections\0'),
  frame('Q', "select 'show max_connections'\0"),
  frame('Q', `select 1 ${' '.repeat(300)}\0`),
  frame('P', `${'n'.repeat(300)}\0show max_connections\0\0\0`),
  frame('P', 'show max_connections\0select 1\0\0\0'),
  frame('d', 'show max_connections\0'),
  frame('S', ''),
];

test('SHOW max_connections is rewritten wherever the bytes are cut, and all else passes unchanged', () => {
  const anyMessage = fc.constantFrom(...ASKS, ...OTHERS.map((one) => [one, one] as const));
  fc.assert(
    fc.property(fc.array(anyMessage), fc.array(fc.nat()), (messages, cuts) => {
      const limit = new ShownLimit(901);
      const bytes = Buffer.concat(messages.map(([asked]) => asked));
      const sent = cutAnywhere(bytes, cuts).map((chunk) => limit.rewrite(chunk));
      expect(Buffer.concat(sent)).toEqual(Buffer.concat(messages.map(([, said]) => said)));
    }),
  );
});

test('a chunk without it passes as the same object', () => {
  const limit = new ShownLimit(901);
  const bytes = Buffer.concat(OTHERS);
  expect(limit.rewrite(bytes)).toBe(bytes);
});
