import { describe, expect, test } from 'vitest';
import { factSet } from '../../src/facts/index.ts';
import type { PlanAnswer } from '../../src/report/plan/plan-answer.ts';
import { priceBlocks } from '../../src/report/plan/price.ts';

const at = (minCu: number, maxCu: number, costPerMonth: number) => ({
  configuration: { size: { minCu, maxCu }, suspendAfterMs: 300_000, route: 'direct' },
  outcome: { costPerMonth },
  broken: [],
});
const recommendation = at(0.25, 3, 41.9);
const prices = { currency: 'USD', computeMicrosPerCuHour: { scale: 222_000 } };
const words = (knee: ReturnType<typeof at>, more: Readonly<Record<string, unknown>> = {}) => {
  const answer = {
    verdict: 'choose',
    recommendation,
    worthwhile: 0.1,
    growth: { keptAt: 1.5 },
    knee: {
      ...knee,
      keptAt: 3,
      morePerMonth: knee.outcome.costPerMonth - recommendation.outcome.costPerMonth,
    },
    costly: [],
    ruledOut: null,
    refused: null,
    simulation: { prices, plan: 'scale', facts: factSet('spec') },
    ...more,
  };
  const [list] = priceBlocks(answer as unknown as PlanAnswer);
  return list?.kind === 'list' ? list.items.map(({ text }) => text) : [];
};

describe('a configuration that carries far more demand', () => {
  test('needs no reason if it costs more', () => {
    expect(words(at(0.25, 6, 42))[0]).toBe(
      'For $0.10 more a month, 0.25 to 6 CU, sleep after 5m meets all objectives at 3 times the demand, and the recommendation at 1.5 times.',
    );
  });

  test('for the same money is not the recommendation, because the maximum limits what a month costs', () => {
    expect(words(at(0.25, 6, 41.9))[0]).toBe(
      'For the same money, 0.25 to 6 CU, sleep after 5m meets all objectives at 3 times the demand, and the recommendation at 1.5 times. ' +
        'It is not the recommendation, because the maximum limits the cost of a month that goes wrong: $495.50 with the recommendation, $991.01 with this.',
    );
  });

  test('has another reason if its minimum is larger', () => {
    expect(words(at(0.5, 3, 41.9))[0]).toMatch(
      /It is not the recommendation, because its larger minimum costs more if demand falls\.$/,
    );
  });
});
