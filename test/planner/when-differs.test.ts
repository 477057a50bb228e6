import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../../src/facts/index.ts';
import {
  type Configuration,
  comparisonOf,
  configurationOf,
  evaluate,
  type FigureName,
  PROFILES,
  withConfiguration,
  withWhenDiffers,
} from '../../src/planner/index.ts';
import { Run, type Simulation } from '../../src/simulator/index.ts';
import { runs } from '../runs.ts';
import { anyDemand, anyWorld, load, USUAL, world } from './worlds.ts';

const SMALL: Configuration = { ...USUAL, size: { minCu: 0.25, maxCu: 0.25 }, suspendAfterMs: MINUTE_MS };

describe('when two configurations differ', () => {
  test('is the hour in which the smaller one is short of CPU', () => {
    const busy = Array.from({ length: 360 }, (_, minute) => (minute >= 120 && minute < 180 ? 1.5 : 0.1));
    const simulation = world([load(busy)]);
    const { a, b, figures } = differing(simulation, USUAL, SMALL);
    const hour = { fromMs: 2 * HOUR_MS, untilMs: 3 * HOUR_MS };
    for (const name of ['cost', 'throttled', 'delay-p95'] as const) {
      const when = figures.find(({ figure }) => figure === name)?.when;
      expect([name, when]).toMatchObject([name, { worst: hour, daily: { hour: 2 } }]);
    }
    expect(a.broken).toEqual([]);
    expect(b.broken.find(({ objective }) => objective === 'throttled')?.when?.worst).toMatchObject(hour);
  });

  test('is the same the other way round, and for cost it is the hour with the largest excess of metered CU', () => {
    fc.assert(
      fc.property(fc.oneof(anyWorld, anyDemand), (simulation) => {
        const one = differing(simulation, USUAL, SMALL).figures;
        const other = differing(simulation, SMALL, USUAL).figures;
        const whenOf = (figures: typeof one) => new Map(figures.map(({ figure, when }) => [figure, when]));
        expect(whenOf(one)).toEqual(whenOf(other));
        const cost = one.find(({ figure }) => figure === 'cost');
        if (cost?.when == null) return;
        const [ofA, ofB] = [USUAL, SMALL].map((configuration) => meteredByHour(simulation, configuration));
        const sign = cost.verdict === 'worse' ? 1 : -1;
        const more = (ofB ?? []).map((amount, hour) => Math.max(0, sign * (amount - (ofA?.[hour] ?? 0))));
        const most = Math.max(...more);
        expect(cost.when.worst.fromMs).toBe(more.indexOf(most) * HOUR_MS);
        expect(cost.when.worst.share).toBeCloseTo(most / more.reduce((sum, amount) => sum + amount, 0), 12);
      }),
      runs(10, 40),
    );
  });

  test('is unknown for thresholds, for equal figures, and for runs of different times', () => {
    const simulation = world([load([0.1, 3, 0.1])], HOUR_MS);
    const named = (figures: ReturnType<typeof differing>['figures']) =>
      figures.flatMap(({ figure, when }): FigureName[] => (when == null ? [] : [figure]));
    expect(named(differing(simulation, USUAL, USUAL).figures)).toEqual([]);
    expect(named(differing(simulation, USUAL, SMALL).figures)).not.toContain('disk-free');
    const longer = { ...simulation, horizonMs: 2 * HOUR_MS };
    expect(named(differing(simulation, USUAL, SMALL, longer).figures)).toEqual([]);
  });
});

function differing(simulation: Simulation, before: Configuration, after: Configuration, ofB = simulation) {
  const [a, b] = [withConfiguration(simulation, before), withConfiguration(ofB, after)];
  const [ranA, ranB] = [a, b].map((one) => ({
    simulation: one,
    outcome: evaluate(one, configurationOf(one)),
  }));
  if (ranA === undefined || ranB === undefined) throw new Error('there are two of them');
  return withWhenDiffers(comparisonOf(ranA, ranB, PROFILES.balanced), a, b);
}

function meteredByHour(simulation: Simulation, configuration: Configuration): number[] {
  const run = new Run(withConfiguration(simulation, configuration));
  const hours: number[] = [];
  for (let before = 0; run.nowMs < simulation.horizonMs; ) {
    run.advance(Math.min(simulation.horizonMs, run.nowMs + HOUR_MS));
    const metered = run.computes[0]?.meter.quarterCuMsAt(run.nowMs) ?? 0;
    hours.push(metered - before);
    before = metered;
  }
  return hours;
}
