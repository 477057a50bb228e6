import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guarded } from '../../src/cli/terminal/guarded.ts';
import type { Terminal } from '../../src/cli/terminal/terminal.ts';
import { InvariantError, oneLine } from '../../src/problem/index.ts';
import { run } from './run.ts';

const MARKED = 'sEcReT-of-%40-tests';

describe('a secret in a flag or a variable', () => {
  const address = `postgres://u:${MARKED}@127.0.0.1:1/x`;
  test.each([
    [['serve', '--port', '0', '--no-pg', '--database-url', address]],
    [['serve', '--port', '0', `--database-url=${address}`, '--clock', 'fast']],
    [['serve', '--port', '0', '--backend-url', address]],
    [['serve', '--port', '0', '--backend-url', `${address}#`]],
    [['serve', '--no-pg', '--control-token', MARKED, '--clock', 'fast']],
    [['collect', '--api-url', 'http://127.0.0.1:1/', '--api-key', MARKED, '--consumption', '-o', 'x']],
    [['collect', '--api-url', `http://u:${MARKED}@127.0.0.1:1/`, '--consumption', '-o', 'x']],
    [['serve', `--database-urll=${address}`]],
    [['trace', 'record', '--database-url', address, '-o', 'x.jsonl']],
    [['trace', 'fetch', 'prometheus', '--url', `http://u:${MARKED}@127.0.0.1:1/`, '-o', 'x.jsonl']],
    [['keys', 'list', '--url', `http://u:${MARKED}@127.0.0.1:1/`]],
  ])('%j is in no message', async (args) => {
    const { code, out, err } = await run(args, {}, { environment: { TIDEMARK_API_KEY: MARKED } });
    expect(code).not.toBe(0);
    expect(err).not.toBe('');
    for (const form of [MARKED, decodeURIComponent(MARKED)]) expect(out + err).not.toContain(form);
  });

  test('is not in the report of an internal error', async () => {
    const args = ['serve', '--port', '0', '--no-pg', '--log', 'off', '--control-token', MARKED];
    const { code, out, err } = await run(
      args,
      {},
      {
        environment: { DATABASE_URL: address },
        onOutput: () => {
          throw new InvariantError(`${address} and ${decodeURIComponent(MARKED)} are kept secret`);
        },
      },
    );
    expect([code, out]).toEqual([70, '']);
    expect(err).toContain('postgres://u:…@127.0.0.1:1/x and … are kept secret\n');
    expect(err).toContain('--log off --control-token …\n');
    for (const form of [MARKED, decodeURIComponent(MARKED)]) expect(err).not.toContain(form);
  });
});

/** Half of them are control characters. fast-check's own set of all characters takes seconds to make. */
const ANY_CHARACTER = fc
  .oneof(
    fc.integer({ min: 0, max: 0x9f }),
    fc.integer({ min: 0, max: 0xffff }),
    fc.constantFrom(0x2028, 0x2029),
  )
  .map((code) => String.fromCharCode(code));

test('no text controls the terminal, and one field of a log stays on its line', () => {
  fc.assert(
    fc.property(fc.string({ unit: ANY_CHARACTER }), (text) => {
      let shown = '';
      const show = (more: string) => {
        shown += more;
      };
      const terminal = { hasColours: true, environment: () => undefined, err: show, out: show };
      const { out, err } = guarded(terminal as unknown as Terminal, []);
      out(`\u001b[2J${text}\u009b`);
      err(text);
      expect(shown).not.toMatch(/(?![\n\t])\p{Cc}/u);
      expect(oneLine(text)).not.toMatch(/\p{Cc}|[\u2028\u2029]/u);
    }),
  );
  expect(oneLine('/a\nerror forged\u001b[31m')).toBe('/a\\u000aerror forged\\u001b[31m');
});

test('frames, progress and status lines stay on their lines, and keep our colours', () => {
  const shown: string[] = [];
  const show = (text: string) => {
    shown.push(text);
  };
  const lines = { show, done: () => {} };
  const terminal = {
    hasColours: true,
    environment: () => undefined,
    progress: (what: string) => {
      show(what);
      return lines;
    },
    status: () => lines,
    screen: {
      columns: 80,
      draw: (frame: readonly string[]) => shown.push(...frame),
      onKey: () => () => {},
      close() {},
    },
  } as unknown as Terminal;
  const { progress, status, screen } = guarded(terminal, []);
  progress('reading a\nb\u001b[2J');
  status().show('c\r\nd of postgres://u:hidden@h/x');
  screen?.draw(['\u001b[1mtitle\n\u001b[22m', '\u001b]0;x\u0007']);
  expect(shown).toEqual([
    'reading a\\u000ab\\u001b[2J',
    'c\\u000d\\u000ad of postgres://u:…@h/x',
    '\u001b[1mtitle\\u000a\u001b[22m',
    '\\u001b]0;x\\u0007',
  ]);
  expect(screen?.columns).toBe(80);
});
