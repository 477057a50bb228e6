import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { baseCostFactor } from '../../bench/reality/base-cost.ts';
import type { Behaviour } from '../../bench/reality/behaviour.ts';
import { predictedFilling } from '../../bench/reality/cold-cache.ts';
import { predictedExperiment } from '../../bench/reality/compared-experiment.ts';
import {
  countedAt,
  experimentErrors,
  isSteady,
  isUnsteady,
  isUnsteadyShape,
  MOST_TRIES,
} from '../../bench/reality/errors.ts';
import { realityPage } from '../../bench/reality/page.ts';
import { realityCharts } from '../../bench/reality/pictures.ts';
import { type ComparedExperiment, keptText, type RealityResults } from '../../bench/reality/results.ts';
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

test.each(['open, 0.5 CU, 45%', 'connects, 1 CU, 60%'])(
  'the predictions of %s are those that the models make today',
  (name) => {
    const kept = results.experiments.find((one) => one.name === name) as ComparedExperiment;
    expect(JSON.parse(keptText(predictedExperiment(kept)))).toEqual(kept);
  },
);

test('the predictions of cold caches are those that the models make today', () => {
  for (const { predicted, ...known } of results.coldCaches)
    expect(JSON.parse(keptText(predictedFilling(known).filling))).toEqual(predicted);
});

test('the reference of plans says how far the cost of loads was from that on the server', () => {
  const judged = results.shapes.filter(({ isJudged }) => isJudged);
  const range = (of: 'random' | 'even') => {
    const errors = judged.map(({ asLoad, measured }) =>
      Math.round((asLoad[of] / measured.cuHours - 1) * 100),
    );
    return `${-Math.min(...errors)}% less to ${Math.max(...errors)}% more`;
  };
  const words = `the cost with queries at random was ${range('random')}, and else ${range('even')} (docs/reality.md)`;
  expect(read('docs/plan-reference.md').toString()).toContain(words);
});

describe('errors of predictions', () => {
  const behaviour = (p95Ms: number): Behaviour => ({
    perSecond: 100,
    p50Ms: 5,
    p95Ms,
    p99Ms: 100,
    usedVcpu: 0.5,
    runnable: 1,
  });
  const [experiment] = results.experiments as readonly [ComparedExperiment];
  const [part] = experiment.parts as readonly [ComparedExperiment['parts'][number]];

  test('are the median over measurements, each beside the prediction that knows its cost', () => {
    const parts = [
      { ...part, measured: [10, 100].map(behaviour), predicted: [12, 60].map(behaviour) },
      { ...part, measured: [10, 100].map(behaviour), predicted: [12, 120].map(behaviour) },
    ] as unknown as ComparedExperiment['parts'];
    // The median of all predictions is 36 ms, and that of all measurements 55 ms.
    expect(experimentErrors({ ...experiment, parts }).p95).toBeCloseTo(0.2, 12);
  });

  test('name the counts of a tick, which the averages of a minute have in them', () => {
    const remains = Math.exp(-5 / 60);
    const counts = [0, 9, 1, 0, 60];
    const load: number[] = [];
    for (const count of counts) load.push((load.at(-1) ?? 0) * remains + count * (1 - remains));
    expect(counts.map((_, n) => countedAt({ load }, 5000 * (n + 1) + 2))).toEqual(counts);
  });

  test('are of predictions that use as much processor time as was measured', () => {
    // A longer query shares its processor more often, and needs up to a tenth more of it.
    const usedMs = (factor: number) => 10 * factor * (1 + 0.1 * Math.min(1, 0.7 * factor));
    for (const measuredMs of [8, 10, 13])
      expect(usedMs(baseCostFactor(measuredMs, usedMs)) / measuredMs).toBeCloseTo(1, 3);
  });

  test('are measured again if the machine was unsteady in most parts of a demand', () => {
    const withTries = (tries: readonly number[]) => ({
      ...experiment,
      parts: tries.map((one) => ({ ...part, tries: one })),
    });
    expect(isUnsteady(withTries([MOST_TRIES, MOST_TRIES, 1, 1]))).toBe(false);
    expect(isUnsteady(withTries([MOST_TRIES, MOST_TRIES, MOST_TRIES, 1]))).toBe(true);
  });

  test('are of a shape that is measured again if the machine became slower or faster', () => {
    const unsteady = (afterCpuMs: number) =>
      isUnsteadyShape({ alone: { ...part.alone, cpuMs: 10 }, afterCpuMs });
    expect([9.4, 9.6, 10.4, 10.6].map(unsteady)).toEqual([true, false, false, true]);
  });

  test('are of a machine that kept its speed before, during and after a part', () => {
    const alone = (cpuMs: number) => ({ ...part.alone, cpuMs });
    const used = (usedVcpu: number) => ({ ...behaviour(10), usedVcpu });
    expect(isSteady([alone(10), alone(10.4)], [used(0.5), used(0.52)])).toBe(true);
    expect(isSteady([alone(10), alone(10.6)], [used(0.5), used(0.52)])).toBe(false);
    expect(isSteady([alone(10), alone(10.4)], [used(0.53), used(0.5)])).toBe(false);
  });
});
