import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const root = new URL('../../', import.meta.url);
const WEEK = 'scenarios/traces/office-week.jsonl';
const files = { [WEEK]: readFileSync(new URL(WEEK, root), 'utf8') };

describe('tidemark policies', () => {
  test('answers in text that fits 80 columns, with the available policies first', async () => {
    const { code, out, err } = await run(['policies', WEEK], files);
    expect([code, err]).toEqual([0, '']);
    const lines = out.split('\n');
    expect(lines.filter((line) => line.length > 80)).toEqual([]);
    expect(lines[0]).toMatch(/^Today you can buy only a fixed timeout, or none/);
    expect(out.match(/^.* {2}(?:yes|no)$/gm)?.map((line) => /\w+$/.exec(line)?.[0])).toEqual([
      'yes',
      'yes',
      'yes',
      'yes',
      'no',
      'no',
    ]);
    expect(out).toContain('The data cover 6.68 days');
  });

  test('says the same in Markdown, and all of it in a document with a schema', async () => {
    const { out } = await run(['policies', WEEK, '--format', 'markdown'], files);
    expect(out).toContain('| Policy | cold starts | share |');
    const document = JSON.parse((await run(['policies', WEEK, '--json'], files)).out);
    expect([document.schema, document.version, document.computes.length]).toEqual([
      'tidemark/policies',
      2,
      1,
    ]);
    for (const one of document.policies) expect(out).toContain(`| ${one.coldStarts} |`);
  });

  test('compares the timeouts that are asked for, and ten minutes', async () => {
    const { out } = await run(['policies', WEEK, '--timeouts', '1h,2h', '--json'], files);
    const timeouts = JSON.parse(out).policies.flatMap((one: { suspendAfterMs: number | null }) =>
      one.suspendAfterMs === null ? [] : [one.suspendAfterMs / 60_000],
    );
    expect(timeouts).toEqual([10, 60, 120]);
  });

  test.each(['30s', 'off', 'soon'])('refuses a timeout of %s', async (timeout) => {
    const { code, out, err } = await run(['policies', WEEK, '--timeouts', timeout], files);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(new RegExp(`^tidemark: --timeouts: found "${timeout}"; write .*\n$`));
  });

  test('says that there is no answer when it is interrupted', async () => {
    const { code, out, err } = await run(['policies', WEEK], files, { interruptAfter: 1 });
    expect([code, out]).toEqual([130, 'Interrupted: there is no answer.\n']);
    expect(err).toBe('tidemark: interrupted: there is no answer\n');
  });
});
