import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cheapestTogether } from '../../../src/planner/index.ts';

interface Option {
  readonly cost: number;
  readonly uses: readonly number[];
}

const RESOURCES = 3;

const anyLists = fc.array(
  fc.array(
    fc.record({
      cost: fc.nat({ max: 12 }),
      uses: fc.array(fc.nat({ max: 9 }), { minLength: RESOURCES, maxLength: RESOURCES }),
    }),
    { maxLength: 5 },
  ),
  { maxLength: 4 },
);

/** Every combination of one option from each list, the earlier options of the earlier lists first. */
function combinations(lists: readonly (readonly Option[])[]): Option[][] {
  const [first, ...rest] = lists;
  if (first === undefined) return [[]];
  return first.flatMap((option) => combinations(rest).map((others) => [option, ...others]));
}

const costOf = (options: readonly Option[]) => options.reduce((sum, { cost }) => sum + cost, 0);

test('finds the first of the cheapest combinations within the limits, as trying all does', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyLists,
      fc.array(fc.nat({ max: 25 }), { minLength: RESOURCES, maxLength: RESOURCES }),
      async (unsorted, most) => {
        const lists = unsorted.map((list) => [...list].sort((one, other) => one.cost - other.cost));
        const fits = (options: readonly Option[]) =>
          most.every(
            (bound, at) => options.reduce((sum, { uses }) => sum + (uses[at] as number), 0) <= bound,
          );
        const [best = null] = combinations(lists)
          .filter(fits)
          .sort((one, other) => costOf(one) - costOf(other));
        expect(await cheapestTogether(lists, fits)).toEqual(best);
      },
    ),
  );
});

test('does not ask about options that cost too much', async () => {
  const asked: string[] = [];
  const lists = [
    [{ cost: 1, name: 'a' }],
    [
      { cost: 1, name: 'b' },
      { cost: 2, name: 'c' },
    ],
  ];
  await cheapestTogether(lists, (some) => {
    asked.push(some.map(({ name }) => name).join(''));
    return true;
  });
  expect(asked).toEqual(['a', 'ab']);
});
