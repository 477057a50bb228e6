import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type FactSetName,
  factSet,
  LISTED_SIZES_CU,
  PLAN_NAMES,
  type PlanName,
  sizeProblems,
  suspendProblems,
} from '../../src/facts/index.ts';
import { describeProblem } from '../../src/problem/index.ts';

const FIELDS = { min: '--min', max: '--max' };

function problemsOf(name: FactSetName, plan: PlanName, minCu: number, maxCu: number): string[] {
  return sizeProblems(factSet(name), plan, { minCu, maxCu }, FIELDS).map(describeProblem);
}

describe('problems with a size', () => {
  test.each<[FactSetName, PlanName, number, number, string[]]>([
    ['spec', 'scale', 0.25, 16, []],
    ['spec', 'scale', 56, 56, []],
    ['spec', 'scale', 17, 18, ['--min: 17 CU is not a size; use 16 or 18']],
    [
      'spec',
      'scale',
      0.3,
      100,
      ['--min: 0.3 CU is not a size; use 0.25 or 0.5', '--max: 100 CU is not a size; use 56'],
    ],
    ['spec', 'scale', 4, 2, ['--min: 4 CU is above the maximum of 2 CU; use 2 or less, or raise --max']],
    [
      'spec',
      'scale',
      8,
      18,
      [
        '--max: autoscaling goes up to 16 CU, and larger sizes are fixed, not 18; use 16 or less, or a fixed size',
      ],
    ],
    [
      '2026-08',
      'scale',
      0.25,
      16,
      ['--max: a range spans 8 CU at most in the fact set 2026-08, not 15.75; use 0.25 to 8 or 8 to 16'],
    ],
    ['2026-08', 'free', 0.25, 2, []],
    ['2026-08', 'free', 1, 4, ['--max: the free plan autoscales up to 2 CU, not 4; use 2 or another plan']],
    ['spec', 'free', 0.25, 0.25, []],
    ['spec', 'free', 1, 1, ['--max: the free plan has sizes up to 0.25 CU, not 1; use 0.25 or another plan']],
    [
      'spec',
      'free',
      0.25,
      0.5,
      ['--max: the free plan has no autoscaling; use the same size for both ends, or a paid plan'],
    ],
    [
      'spec',
      'launch',
      18,
      18,
      ['--max: the launch plan has sizes up to 16 CU, not 18; use 16 or another plan'],
    ],
  ])('%s, %s, %s to %s', (name, plan, minCu, maxCu, problems) => {
    expect(problemsOf(name, plan, minCu, maxCu)).toEqual(problems);
  });

  test('a size is accepted exactly if the rules allow it', () => {
    const anyCu = fc.oneof(
      fc.constantFrom(...LISTED_SIZES_CU),
      fc.integer({ min: 0, max: 240 }).map((n) => n / 4),
    );
    fc.assert(
      fc.property(
        fc.constantFrom<FactSetName>('spec', '2026-08', '2026-11'),
        fc.constantFrom(...PLAN_NAMES),
        anyCu,
        anyCu,
        (name, plan, minCu, maxCu) => {
          const freeMost = name === 'spec' ? { fixed: 0.25, range: 0 } : { fixed: 2, range: 2 };
          const most = { free: freeMost, launch: { fixed: 16, range: 16 }, scale: { fixed: 56, range: 16 } }[
            plan
          ];
          const listed = LISTED_SIZES_CU.includes(minCu) && LISTED_SIZES_CU.includes(maxCu);
          const spread = name === 'spec' ? Number.POSITIVE_INFINITY : 8;
          const right =
            listed &&
            (minCu === maxCu
              ? minCu <= most.fixed
              : minCu < maxCu && maxCu <= most.range && maxCu - minCu <= spread);
          expect(problemsOf(name, plan, minCu, maxCu).length === 0).toBe(right);
        },
      ),
    );
  });
});

describe('problems with a scale-to-zero timeout', () => {
  const of = (name: FactSetName, plan: PlanName, ms: number | null, cu = 1) =>
    suspendProblems(factSet(name), plan, ms, cu, '--suspend-after').map(describeProblem);

  test.each<[string, string[], string[]]>([
    ['every plan allows the default', of('spec', 'free', 300_000), []],
    ['paid plans allow off', of('spec', 'launch', null), []],
    [
      'the free plan has no choice',
      of('spec', 'free', null),
      ['--suspend-after: the free plan always scales to zero after 300s; use 300s'],
    ],
    [
      'launch has the default or off',
      of('spec', 'launch', 60_000),
      ['--suspend-after: the launch plan has no timeout of 60s; use 300s or off'],
    ],
    ['scale goes down to a minute', of('spec', 'scale', 60_000), []],
    [
      'scale does not go below a minute',
      of('spec', 'scale', 59_000),
      ['--suspend-after: 59s is outside 60s to 604800s; use 60s or off'],
    ],
    [
      'scale does not go above a week',
      of('spec', 'scale', 604_801_000),
      ['--suspend-after: 604801s is outside 60s to 604800s; use 604800s or off'],
    ],
    ['by the specification large sizes may sleep', of('spec', 'scale', 300_000, 24), []],
    [
      'by the public documentation large sizes never sleep',
      of('2026-08', 'scale', 300_000, 24),
      ['--suspend-after: 24 CU never scales to zero in the fact set 2026-08; use off'],
    ],
  ])('%s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });
});
