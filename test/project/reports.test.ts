import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { run } from '../cli/run.ts';

const root = new URL('../../', import.meta.url);
const scenarios = readdirSync(new URL('scenarios/', root)).filter((name) => name.endsWith('.yaml'));

describe('each shipped scenario gives what its report says', () => {
  test('there are as many reports as scenarios', () => {
    const reports = readdirSync(new URL('reports/', root)).filter((name) => name.endsWith('.txt'));
    expect(reports).toEqual(scenarios.map((name) => name.replace('.yaml', '.txt')));
    expect(scenarios.length).toBeGreaterThanOrEqual(12);
  });

  test.each(scenarios)('%s', async (name) => {
    const path = `scenarios/${name}`;
    const text = readFileSync(new URL(path, root), 'utf8');
    expect(text).toMatch(/^why: \S/);
    const { code, out, err } = await run(['simulate', path], { [path]: text });
    expect([code, err]).toEqual([0, '']);
    expect(out).toBe(readFileSync(new URL(`reports/${name.replace('.yaml', '.txt')}`, root), 'utf8'));
  });
});
