import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from '../cli/run.ts';

/** The answer as JSON, for a shipped scenario. */
async function planned(file: string, flags: readonly string[] = []) {
  const files = { [file]: readFileSync(`scenarios/${file}`, 'utf8') };
  const { code, out } = await run(['plan', file, ...flags, '--json'], files);
  return { code, answer: JSON.parse(out) };
}

describe('a shipped project', () => {
  test('of a production and preview branches has one recommendation for all copies', async () => {
    const { code, answer } = await planned('preview-branches.yaml');
    expect([code, answer.schema, answer.version]).toEqual([0, 'tidemark/project-plan', 1]);
    expect(answer.totals).toMatchObject({ computesToday: 41, computesAdvised: 41 });
    expect(answer.entries).toMatchObject([
      { name: 'production', verdict: 'keep', today: { count: 1 }, branches: ['main'] },
      { name: 'preview', verdict: 'keep', today: { count: 40, judged: { breaking: 0 } } },
    ]);
    expect(answer.limits).toMatchObject([
      { name: 'active-computes', bound: 20, advised: { isBroken: false } },
      { name: 'branches', bound: 5000, advised: { found: 41, isBroken: false } },
    ]);
  });

  test('of a primary and two replicas has a recommendation for each', async () => {
    const { code, answer } = await planned('replicas.yaml', ['--timeouts', '5m,off', '--highest', '4']);
    expect(code).toBe(0);
    expect(answer.entries.map((one: { name: string; verdict: string }) => [one.name, one.verdict])).toEqual([
      ['primary', 'keep'],
      ['replica Europe', 'change'],
      ['replica America', 'change'],
    ]);
    expect(answer.limits[0].advised.found).toBe(0);
  });
});
