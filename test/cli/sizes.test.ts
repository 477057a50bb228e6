import { describe, expect, test } from 'vitest';
import { run } from './run.ts';

const json = async (...args: string[]) => JSON.parse((await run(['sizes', '--json', ...args])).out);

describe('tidemark sizes', () => {
  test('has 38 rows, in 80 columns', async () => {
    const { code, out, err } = await run(['sizes']);
    const lines = out.split('\n');
    expect([code, err]).toEqual([0, '']);
    expect(lines.filter((line) => /^ *[\d.]+ +\d+ GiB/.test(line))).toHaveLength(38);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
  });

  test('--json has the facts of each size, and names the facts that were taken from elsewhere', async () => {
    const answer = await json();
    expect(answer).toMatchObject({ schema: 'tidemark/sizes', version: 1, facts: '2026-11' });
    expect(answer.taken).toContain('listedSizesCu');
    expect(answer.sizes).toHaveLength(38);
    expect(answer.sizes[4]).toEqual({
      cu: 3,
      vcpu: 3,
      burstVcpu: 3,
      shared: false,
      ramBytes: 12_884_901_888,
      ramGb: 12,
      localFileCacheBytes: 9_663_676_416,
      maxConnections: 1258,
      clientConnections: 1251,
      poolSize: 1132,
      temporaryDiskBytes: 48_318_382_080,
      plans: ['launch', 'scale'],
      endsRange: true,
      monthPrice: { free: 0, launch: 236.592, scale: 495.504 },
    });
  });

  test('has other numbers for other fact sets', async () => {
    const answer = await json('--facts', '2026-08');
    expect(answer.taken).toEqual([]);
    expect(answer.sizes[0]).toMatchObject({ maxConnections: 104, localFileCacheBytes: 607 * 1024 ** 2 });
    const spec = await json('--facts', 'spec');
    expect(spec.taken).toContain('prices');
    expect(spec.sizes[4]).toMatchObject({
      localFileCacheBytes: 10_307_921_510,
      maxConnections: 1351,
      clientConnections: 1344,
      poolSize: 1215,
    });
  });

  test('describes a configuration: 0.25-4 follows 2 CU, 2-4 follows 4 CU, in words too', async () => {
    expect((await json('--min', '0.25', '--max', '4')).configuration).toMatchObject({
      connectionSizeCu: 2,
      maxConnections: 839,
    });
    expect((await json('--min', '2', '--max', '4')).configuration).toMatchObject({
      connectionSizeCu: 4,
      maxConnections: 1678,
    });
    const { out } = await run(['sizes', '--min', '0.25', '--max', '4']);
    expect(out.replaceAll('\n', ' ')).toContain(
      'the smaller of the maximum (4 CU) and 8 x the minimum (8 x 0.25 = 2 CU). Here that is 2 CU: 839. ' +
        'A minimum of 0.5 CU would allow all that 4 CU can have.',
    );
    expect(out).toMatch(/^ {3}0\.5 +4 CU +1678/m);
  });

  test('describes a fixed size above the autoscaling range alone', async () => {
    const answer = await json('--size', '24');
    expect(answer.configuration).toMatchObject({
      minCu: 24,
      maxCu: 24,
      maxConnections: 4000,
      plans: ['scale'],
    });
    expect(answer.sameMaximum).toHaveLength(1);
  });

  test('takes other prices from a file', async () => {
    const files = { 'p.yaml': 'date: 2025-06\ncomputePerCuHour: { scale: 0.26 }' };
    const { out } = await run(['sizes', '--size', '1', '--prices', 'p.yaml', '--json'], files);
    expect(JSON.parse(out)).toMatchObject({
      prices: { date: '2025-06', source: 'p.yaml' },
      atMin: { monthPrice: { launch: 78.864, scale: 193.44 } },
    });
  });
});
