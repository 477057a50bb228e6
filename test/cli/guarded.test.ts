import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { guarded, oneLine } from '../../src/cli/guarded.ts';
import type { Terminal } from '../../src/cli/terminal.ts';
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

  test('is not in the words about a fault of our own', async () => {
    const args = ['serve', '--control-token', MARKED, '--database-url', address, 'unknown'];
    let shown = '';
    const terminal = {
      hasColours: false,
      environment: () => undefined,
      err: (text: string) => {
        shown += text;
      },
    } as unknown as Terminal;
    guarded(terminal, args).err(
      `report it with: tidemark ${args.join(' ')}: ${decodeURIComponent(MARKED)}\n`,
    );
    expect(shown).toBe(
      'report it with: tidemark serve --control-token … --database-url postgres://u:…@127.0.0.1:1/x unknown: …\n',
    );
  });
});

test('no text steers the terminal, and one field of a log stays within its line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
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
