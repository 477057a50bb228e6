import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { factSet, GIB, maxConnectionsAt } from '../../src/facts/index.ts';
import { TraceBounds } from '../../src/trace/bounds/bounds.ts';
import { traceWithCapacity } from '../../src/trace/bounds/with-capacity.ts';
import { chunked, type Quantity, summaryOf, type Trace } from '../../src/trace/index.ts';
import { column, MIDNIGHT, traceOf } from './traces.ts';

const MINUTE = 60_000;
const FACTS = factSet('spec');

/** Values minute after minute, with the size in force if it is known. */
function measured(quantity: Quantity, rows: readonly (readonly number[])[]): Trace {
  const columns = [
    column(quantity, 'maximum'),
    ...(rows[0]?.length === 2 ? [column('capacityCu', 'point')] : []),
  ];
  return traceOf(
    columns,
    rows.map((row, minute) => [minute, ...row]),
  );
}

function boundsOf(trace: Trace) {
  const bounds = new TraceBounds(trace.head, MINUTE, FACTS);
  bounds.take(trace, null);
  return bounds.result;
}

describe('samples at a limit', () => {
  test.each([
    ['connections', 1, [404, 405, 450], 450],
    ['memory', 2, [7.1 * GIB, 7.2 * GIB, 8 * GIB], 8 * GIB],
    ['workingSet', 1, [2.87 * GIB, 2.89 * GIB, 3.2 * GIB], Math.floor(3.2 * GIB)],
  ] as const)('of %s are those at 90%% or more of the limit of the size', (quantity, cu, values, limit) => {
    const [bound, ...others] = boundsOf(
      measured(
        quantity,
        values.map((value) => [value, cu]),
      ),
    );
    expect(others).toEqual([]);
    expect(bound).toEqual({
      quantity,
      samples: 2,
      of: 3,
      limit,
      capacityCu: cu,
      spans: [{ fromMs: MIDNIGHT + MINUTE, untilMs: MIDNIGHT + 3 * MINUTE }],
    });
  });

  test('are not counted if the size is unknown', () => {
    expect(boundsOf(measured('connections', [[450]]))).toEqual([]);
    expect(boundsOf(measured('connections', [[450, Number.NaN]]))).toEqual([]);
    expect(boundsOf(measured('cpu', [[1, 1]]))).toEqual([]);
  });

  test('are not counted if more samples are above it: they were measured on another machine', () => {
    expect(
      boundsOf(
        measured('connections', [
          [440, 1],
          [2000, 1],
          [3000, 1],
        ]),
      ),
    ).toEqual([]);
    expect(
      boundsOf(
        measured('connections', [
          [440, 1],
          [450, 1],
          [3000, 1],
        ]),
      )[0]?.samples,
    ).toBe(2);
  });

  test('of connections are counted against the largest size so far, because the limit stays when a compute shrinks', () => {
    const [bound] = boundsOf(
      measured('connections', [
        [300, 2],
        [300, 0.25],
        [110, 0.25],
        [880, 0.25],
      ]),
    );
    expect(bound).toMatchObject({ samples: 1, of: 4, limit: 901, capacityCu: 2 });
  });

  test('of connections are counted against the limit of the range, if both its ends are given', () => {
    const trace = measured('connections', [[850], [850]]);
    const told = traceWithCapacity(trace, [
      { fromMs: MIDNIGHT, cu: 8, minCu: 0.25 },
      { fromMs: MIDNIGHT + MINUTE, cu: 8 },
    ]);
    // Eight times the minimum, or the maximum if only that is known.
    expect(boundsOf(told)[0]).toMatchObject({ samples: 1, of: 2, limit: 901, capacityCu: 8 });
  });

  test('of memory include those after a process was killed for lack of memory', () => {
    const memory = [3.9, 1, 1, 3.9, 3, 3.9, Number.NaN, 1].map((gib) => [gib * GIB, 1]);
    const [bound] = boundsOf(measured('memory', memory));
    expect(bound).toMatchObject({ samples: 4, of: 7, limit: 4 * GIB });
  });

  test('are counted out of those that are busy or at the limit', () => {
    const trace = measured('connections', [
      [440, 1],
      [10, 1],
      [10, 1],
      [440, 1],
    ]);
    const bounds = new TraceBounds(trace.head, MINUTE, FACTS);
    bounds.take(trace, Float64Array.of(0.5, 0.5, 0, 0));
    expect(bounds.result).toMatchObject([{ samples: 2, of: 3 }]);
  });

  test('make the answer to a question bounded', async () => {
    const answers = async (value: number) => {
      const { bounds, questions } = await summaryOf(chunked(measured('workingSet', [[value, 1]])), null);
      const { answerable, why } = questions.find(({ question }) => question === 'cache, working set') ?? {};
      return [bounds[0]?.samples, answerable, why];
    };
    expect(await answers(3 * GIB)).toEqual([
      1,
      'bounded',
      'it was as large as the cache: it is a lower bound',
    ]);
    expect(await answers(GIB)).toEqual([0, 'yes', 'the working set is known']);
  });
});

test('no sample below 90% is counted and none above is missed, however the trace is cut and whatever is unknown', async () => {
  const size = fc.constantFrom(0, 0.25, 1, 2, 4, Number.NaN);
  const share = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constant(Number.NaN));
  const rows = fc.array(fc.tuple(share, size), { minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 7 }), async (given, length) => {
      let largest = 0;
      const seen = given.map(([part, cu]) => {
        largest = Math.max(largest, cu > 0 ? cu : 0);
        const limit = cu > 0 ? maxConnectionsAt(FACTS, largest) : Number.NaN;
        return { value: part * (Number.isNaN(limit) ? 100 : limit), cu, limit };
      });
      const trace = measured(
        'connections',
        seen.map(({ value, cu }) => [value, cu]),
      );
      const bounds = new TraceBounds(trace.head, MINUTE, FACTS);
      for await (const chunk of chunked(trace, length).chunks) bounds.take(chunk, null);
      const known = seen.filter(({ value, limit }) => value > 0 && limit > 0);
      const full = known.filter(({ value, limit }) => value >= 0.9 * limit);
      const [bound] = bounds.result;
      expect([bound?.samples ?? 0, bound?.of ?? 0]).toEqual([full.length, known.length]);
      expect(bounds.result).toEqual(boundsOf(trace));
    }),
  );
});
