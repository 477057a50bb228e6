import { describe, expect, test } from 'vitest';
import {
  factSet,
  openRules,
  recommendableFacts,
  sizeProblems,
  suspendProblems,
} from '../../src/facts/index.ts';

const [spec, newest] = [factSet('spec'), factSet('2026-11')];
const FIELDS = { min: 'min', max: 'max' };

describe('a rule that a fact set leaves open', () => {
  test('is listed with the value of the newest documentation', () => {
    const document = 'public documentation';
    expect(openRules(spec)).toEqual([
      {
        fact: 'autoscaling',
        field: 'widestSpreadCu',
        value: 8,
        source: { document, section: 'manage/computes', date: '2026-08-26' },
      },
      {
        fact: 'sizesAboveAutoscalingSleep',
        field: null,
        value: false,
        source: { document, section: 'manage/computes', date: '2026-08-26' },
      },
    ]);
    expect(openRules(newest)).toEqual([]);
    expect(openRules(factSet('lakebase-2026-03'))).toEqual([]);
  });

  test('is closed for recommendations, and everything else stays as the set says', () => {
    const { autoscaling, sizesAboveAutoscalingSleep, ...others } = recommendableFacts(spec);
    expect(autoscaling).toEqual({ ...newest.autoscaling, takenFrom: '2026-11' });
    expect(sizesAboveAutoscalingSleep).toEqual({
      ...newest.sizesAboveAutoscalingSleep,
      takenFrom: '2026-11',
    });
    const { autoscaling: _, sizesAboveAutoscalingSleep: __, ...stated } = spec;
    expect(others).toEqual(stated);
    expect(recommendableFacts(newest)).toEqual(newest);
  });

  test('does not limit simulations', () => {
    const wide = { minCu: 0.25, maxCu: 13 };
    expect(sizeProblems(spec, 'scale', wide, FIELDS)).toEqual([]);
    expect(sizeProblems(recommendableFacts(spec), 'scale', wide, FIELDS)).toHaveLength(1);
    expect(suspendProblems(spec, 'scale', 300_000, 18, 'timeout')).toEqual([]);
    expect(suspendProblems(recommendableFacts(spec), 'scale', 300_000, 18, 'timeout')).toHaveLength(1);
  });
});
