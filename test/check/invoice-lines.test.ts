import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type ExplainedLine, explainedLines } from '../../src/check/index.ts';
import { DAY_MS, factSet, GIB, MICROS } from '../../src/facts/index.ts';
import { type MeteredSeries, NOTHING_STATED, type Terms } from '../../src/planner/index.ts';

const GB = 1e9;
const NOVEMBER = { fromMs: Date.UTC(2026, 10), untilMs: Date.UTC(2026, 11) };
const NOVEMBER_HOURS = 720;
const facts = factSet('2026-11');
const SCALE: Terms = { facts, plan: 'scale', prices: facts.prices.value };

/** The same amount on each day of a month. */
function daily(line: MeteredSeries['line'], perDay: number, days = 30): MeteredSeries {
  return {
    line,
    project: 'shop',
    spans: Array.from({ length: days }, (_, i) => ({
      fromMs: NOVEMBER.fromMs + i * DAY_MS,
      untilMs: NOVEMBER.fromMs + (i + 1) * DAY_MS,
      value: perDay,
    })),
  };
}

const cents = (amount: number) => Math.round(amount * 100) * (MICROS / 100);
const explain = (
  line: { name: string; amount: number; quantity?: number; price?: number },
  metered: readonly MeteredSeries[],
  terms: Terms = SCALE,
): ExplainedLine => {
  const { name, amount, quantity, price } = line;
  const billed = {
    name,
    micros: cents(amount),
    ...(quantity === undefined
      ? {}
      : { quantity, priceMicros: price === undefined ? null : Math.round(price * MICROS) }),
  };
  const [explained] = explainedLines([billed], { ...NOVEMBER, stated: null, metered }, terms);
  return explained as ExplainedLine;
};

/** Sizes whose wrong amounts are several cents away from the right one. */
const anyGb = fc.integer({ min: 50, max: 5000 });

describe('a line of an invoice', () => {
  test('is as expected if it is what the records cost, rounded to cents', () => {
    fc.assert(
      fc.property(anyGb, (gb) => {
        const amount = (gb * NOVEMBER_HOURS * 0.35) / 744;
        const found = explain({ name: 'Root branch storage', amount }, [daily('storage', gb * GB * 24)]);
        expect(found.reason).toEqual({ kind: 'as expected' });
        expect(found.line).toBe('storage');
        expect(found.expected?.micros).toBe(Math.round(amount * MICROS));
      }),
    );
  });

  test('divided by the hours of the month is found', () => {
    fc.assert(
      fc.property(anyGb, (gb) => {
        const found = explain({ name: 'storage', amount: gb * 0.35 }, [daily('storage', gb * GB * 24)]);
        expect(found.reason).toEqual({ kind: 'hours', hours: NOVEMBER_HOURS });
      }),
    );
  });

  test('in GB of 2^30 bytes is found', () => {
    fc.assert(
      fc.property(anyGb, (gb) => {
        const amount = (gb * GB * 0.2 * NOVEMBER_HOURS) / (744 * GIB);
        const found = explain({ name: 'Instant restore', amount }, [daily('restoreHistory', gb * GB * 24)]);
        expect(found.reason).toEqual({ kind: 'binary GB' });
      }),
    );
  });

  test('without the included amount taken off is found', () => {
    fc.assert(
      fc.property(fc.integer({ min: 501, max: 9000 }), (gb) => {
        const found = explain({ name: 'egress', amount: gb * 0.1 }, [daily('transfer', (gb * GB) / 30)]);
        expect(found.reason).toEqual({ kind: 'included', included: expect.closeTo(500, 6) });
        expect(found.micros - (found.expected?.micros ?? 0)).toBe(50 * MICROS);
      }),
    );
  });

  test('by the terms of an older price list is found', () => {
    fc.assert(
      fc.property(fc.integer({ min: 101, max: 9000 }), (gb) => {
        const found = explain({ name: 'transfer', amount: (gb - 100) * 0.1 }, [
          daily('transfer', (gb * GB) / 30),
        ]);
        expect(found.reason).toEqual({ kind: 'terms', as: { facts: '2026-08', plan: 'scale' } });
      }),
    );
  });

  test('at the price of another plan is found, by records and by its own price', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100, max: 9000 }), (cuHours) => {
        const records = [daily('compute', (cuHours * 3600) / 30)];
        const amount = cuHours * 0.106;
        expect(explain({ name: 'compute', amount }, records).reason).toEqual({
          kind: 'terms',
          as: { facts: '2026-11', plan: 'launch' },
        });
        const priced = explain({ name: 'compute', amount, quantity: cuHours, price: 0.106 }, records);
        const price = { kind: 'price', price: 106_000, as: { facts: '2026-11', plan: 'launch' } };
        expect(priced.reason).toEqual(price);
        expect(explain({ name: 'compute', amount, quantity: cuHours }, []).reason).toEqual(price);
      }),
    );
  });

  test('with a price that nobody has names that price', () => {
    const found = explain({ name: 'storage', amount: 40, quantity: 100, price: 0.4 }, []);
    expect(found.reason).toEqual({ kind: 'price', price: 400_000, as: null });
    expect(explain({ name: 'storage', amount: 40, quantity: 100 }, []).reason).toEqual(found.reason);
  });

  test('that does not multiply is found before everything else', () => {
    fc.assert(
      fc.property(anyGb, fc.integer({ min: 5, max: 999 }), (gb, off) => {
        const found = explain({ name: 'storage', amount: gb * 0.35 + off / 100, quantity: gb, price: 0.35 }, [
          daily('storage', gb * GB * 24),
        ]);
        expect(found.reason).toEqual({ kind: 'arithmetic', product: expect.closeTo(gb * 350_000, 3) });
      }),
    );
  });

  test('with another quantity than the records names both', () => {
    fc.assert(
      fc.property(anyGb, fc.integer({ min: 2, max: 40 }), (gb, by) => {
        // The price is right and no known rule leads to this quantity.
        const quantity = 3 * gb + by;
        const found = explain({ name: 'storage', amount: quantity * 0.35, quantity, price: 0.35 }, [
          daily('storage', gb * GB * 24),
        ]);
        expect(found.reason).toEqual({
          kind: 'quantity',
          billed: quantity,
          expected: expect.closeTo((gb * NOVEMBER_HOURS) / 744, 6),
        });
      }),
    );
  });

  test('has no known reason if nothing leads to its amount', () => {
    const found = explain({ name: 'storage', amount: 123.45 }, [daily('storage', 100 * GB * 24)]);
    expect(found.reason).toEqual({ kind: 'unexplained' });
  });

  test('is not judged by records of a part of the month', () => {
    const found = explain({ name: 'storage', amount: 33.87 }, [daily('storage', 100 * GB * 24, 15)]);
    expect(found.reason).toEqual({ kind: 'partial', known: 0.5 });
    expect(found.expected?.micros).toBe(Math.round((100 * 0.35 * MICROS * NOVEMBER_HOURS) / 744));
  });

  test('has no expectation without records, and says what its own figures show', () => {
    expect(explain({ name: 'storage', amount: 35, quantity: 100, price: 0.35 }, []).reason).toEqual({
      kind: 'price is right',
    });
    expect(explain({ name: 'storage', amount: 35 }, []).reason).toEqual({ kind: 'no records' });
    expect(explain({ name: 'compute', amount: 35 }, []).reason).toEqual({ kind: 'replayed' });
    expect(explain({ name: 'support', amount: 35 }, []).reason).toEqual({ kind: 'no such line' });
  });

  test('is unknown if the fact set does not state its rule', () => {
    const old = factSet('2026-08');
    const terms: Terms = { facts: old, plan: 'scale', prices: old.prices.value };
    const reason = (name: string, metered: readonly MeteredSeries[]) =>
      explain({ name, amount: 9 }, metered, terms).reason;
    expect(reason('snapshots', [])).toEqual({
      kind: 'unknown',
      unknown: { kind: 'fact', fact: 'snapshots' },
    });
    expect(reason('storage', [daily('storage', GB * 24)])).toEqual({
      kind: 'unknown',
      unknown: { kind: 'fact', fact: 'storageRule' },
    });
  });

  test('was not billed before the service had its price', () => {
    const april = { fromMs: Date.UTC(2026, 3), untilMs: Date.UTC(2026, 4) };
    const spans = [{ ...april, value: 100 * GB * 720 }];
    const [found] = explainedLines(
      [{ name: 'snapshots', micros: 0 }],
      { ...april, stated: null, metered: [{ line: 'snapshots', project: 'shop', spans }] },
      SCALE,
    );
    expect(found?.reason).toEqual({ kind: 'not yet', since: '2026-05-01' });
    expect(found?.expected?.micros).toBe(0);
  });

  test('of storage has that of child branches in it, unless the invoice has a line for them', () => {
    const use = {
      ...NOVEMBER,
      stated: null,
      metered: [daily('storage', 100 * GB * 24), daily('branchStorage', 10 * GB * 24)],
    };
    const both = explainedLines([{ name: 'storage', micros: cents(37.26) }], use, SCALE);
    expect(both.map(({ reason }) => reason.kind)).toEqual(['as expected']);
    const apart = explainedLines(
      [
        { name: 'Root storage', micros: cents(33.87) },
        { name: 'Child storage', micros: cents(3.39) },
      ],
      use,
      SCALE,
    );
    expect(apart.map(({ reason }) => reason.kind)).toEqual(['as expected', 'as expected']);
  });

  test('is held against what a scenario states, if there are no records', () => {
    const stated = { ...NOTHING_STATED, storageBytes: 100 * GB, transferBytes: 700 * GB };
    const found = explainedLines(
      [
        { name: 'storage', micros: cents(33.87) },
        { name: 'transfer', micros: cents(20) },
      ],
      { ...NOVEMBER, stated, metered: [] },
      SCALE,
    );
    expect(found.map(({ reason }) => reason.kind)).toEqual(['as expected', 'as expected']);
  });
});
