import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { realityPage } from '../../bench/reality/page.ts';
import { realityCharts } from '../../bench/reality/pictures.ts';
import type { RealityResults } from '../../bench/reality/results.ts';
import { svgOf, THEMES } from '../../src/picture/index.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
const results = JSON.parse(read('bench/reality.json').toString()) as RealityResults;

describe('docs/reality.md', () => {
  test('is generated from the measurements', () => {
    expect(realityPage(results)).toBe(read('docs/reality.md').toString());
  });

  test('has pictures of them', async () => {
    const fonts = { regular: read('fonts/Inter-Regular.ttf'), semiBold: read('fonts/Inter-SemiBold.ttf') };
    for (const chart of realityCharts(results, THEMES.light))
      expect(await svgOf(chart, THEMES.light, fonts)).toBe(read(`docs/${chart.name}.svg`).toString());
  });

  test('shows experiments of both halves, so that parameters are judged by other queries and rates', () => {
    for (const half of ['sets', 'judges'] as const)
      expect(results.experiments.filter((one) => one.half === half).length).toBeGreaterThan(5);
  });
});
