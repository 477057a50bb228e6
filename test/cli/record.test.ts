import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

// Nothing listens on this port.
const NOWHERE = 'postgres://shop:hush@127.0.0.1:1/shop';
const record = (...args: readonly string[]) =>
  run(['trace', 'record', '--database-url', NOWHERE, '-o', 'x.jsonl', ...args]);
const last = (err: string) => err.trimEnd().split('\n').at(-1);

describe('tidemark trace record', () => {
  test('of an unreachable server is a problem without its password, and leaves no file', async () => {
    const { code, err, written } = await record();
    expect([code, written]).toEqual([2, {}]);
    expect(last(err)).toBe(
      'tidemark: --database-url: 127.0.0.1:1 cannot be reached (ECONNREFUSED); start it, or correct the address',
    );
    expect(err).not.toContain('hush');
  });

  test.each([
    [['--every', '10'], '--every: found "10"; write a time with its unit such as 10s or 5m, 1s or more'],
    [
      ['--every', '4m'],
      '--every: questions up to 480s after the activity of others keep a compute awake that sleeps after 300s; shorten --every or --lately, or record with --always',
    ],
    [['--project', 'p'], '--project: it names a compute, but there is no API address; add --api-url'],
    [
      ['--api-url', 'http://a', '--project', 'p'],
      '--endpoint: it is not given; say which compute is recorded: --project and --endpoint',
    ],
    [
      ['--api-url', 'http://a', '--project', 'p', '--endpoint', 'e'],
      'TIDEMARK_API_KEY: is not set; put an API key there',
    ],
    [
      ['--api-url', 'nowhere'],
      '--api-url: it is not an address; write one such as http://127.0.0.1:4010/api/v2',
    ],
  ])('%j: a problem', async (args, message) => {
    const { code, err } = await record(...args);
    expect([code, err]).toEqual([2, `tidemark: ${message}\n`]);
  });

  test.each([
    [
      ['--always'],
      /^--always: a question each 10s keeps the compute awake: 186 CU-hours, \$41\.29 a\n {2}month/,
    ],
    [[], /Then it ends, and the compute sleeps at most 2 min 10 s\s+later/],
    [['--look-again', '1h'], /asks again, which wakes a\s+sleeping\s+compute: at\s+most\n? *686\n? *wakes/],
  ])('%j: says first what it does to the compute, in 80 columns', async (args, foreword) => {
    const { err } = await record(...args);
    expect(err).toMatch(foreword);
    const [said = ''] = err.split('tidemark: ');
    expect(Math.max(...said.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  });
});
