import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LoadAverage } from '../../src/compute/index.ts';
import { Histogram } from '../../src/compute/resources/histogram.ts';
import { MarkHeap } from '../../src/compute/resources/mark-heap.ts';
import { Agenda } from '../../src/simulator/agenda/agenda.ts';

describe('the agenda', () => {
  test('orders events by time, then rank, then the order of setting', () => {
    const command = fc.record({ slot: fc.nat({ max: 99 }), atMs: fc.nat({ max: 20 }), clears: fc.boolean() });
    fc.assert(
      fc.property(
        fc.array(command, { maxLength: 200, size: 'max' }),
        fc.array(fc.nat({ max: 3 }), { minLength: 100, maxLength: 100 }),
        (commands, ranks) => {
          const agenda = new Agenda();
          const slots = ranks.map((rank, i) => agenda.slot(rank, i % 7, i));
          const set = new Map<number, { atMs: number; order: number }>();
          commands.forEach(({ slot, atMs, clears }, order) => {
            if (clears) {
              agenda.clear(slots[slot] as number);
              set.delete(slot);
            } else {
              agenda.set(slots[slot] as number, atMs);
              set.set(slot, { atMs, order });
            }
          });
          const wanted = [...set]
            .sort(
              ([a, x], [b, y]) =>
                x.atMs - y.atMs || (ranks[a] as number) - (ranks[b] as number) || x.order - y.order,
            )
            .map(([slot]) => slot);
          const given: number[] = [];
          while (agenda.nextMs() < Number.POSITIVE_INFINITY) given.push(agenda.subjectOf(agenda.take()));
          expect(given).toEqual(wanted);
        },
      ),
    );
  });

  test('gives the first event after any sequence of set, move, clear and take', () => {
    const command = fc.record({
      slot: fc.nat({ max: 9 }),
      afterMs: fc.nat({ max: 20 }),
      does: fc.constantFrom('set' as const, 'set' as const, 'set earlier asked' as const, 'clear' as const),
      takes: fc.nat({ max: 2 }),
    });
    fc.assert(
      fc.property(
        fc.array(command, { maxLength: 100, size: 'max' }),
        fc.array(fc.nat({ max: 3 }), { minLength: 10, maxLength: 10 }),
        (commands, ranks) => {
          const agenda = new Agenda();
          for (const [i, rank] of ranks.entries()) agenda.slot(rank, 0, i);
          const set = new Map<number, { atMs: number; order: number }>();
          let asked = agenda.order();
          for (const { slot, afterMs, does, takes } of commands) {
            const atMs = agenda.nowMs + afterMs;
            if (does === 'clear') {
              agenda.clear(slot);
              set.delete(slot);
            } else {
              const order = does === 'set' ? agenda.order() : asked;
              agenda.set(slot, atMs, order);
              set.set(slot, { atMs, order });
              asked = agenda.order();
            }
            for (let i = 0; i < takes && set.size > 0; i++) {
              const [first] = [...set].sort(
                ([a, x], [b, y]) =>
                  x.atMs - y.atMs || (ranks[a] as number) - (ranks[b] as number) || x.order - y.order,
              );
              expect(agenda.nextMs()).toBe(first?.[1].atMs);
              expect(agenda.take()).toBe(first?.[0]);
              set.delete(first?.[0] as number);
            }
            expect([...ranks.keys()].map((one) => agenda.timeOf(one))).toEqual(
              [...ranks.keys()].map((one) => set.get(one)?.atMs ?? Number.POSITIVE_INFINITY),
            );
          }
        },
      ),
    );
  });
});

test('the heap orders jobs by mark, and by arrival if marks are equal', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 9 }), { maxLength: 60, size: 'max' }),
      fc.array(fc.nat({ max: 59 })),
      (marks, removed) => {
        const heap = new MarkHeap();
        marks.forEach((mark, job) => {
          heap.push(job, mark);
        });
        for (const job of removed) heap.remove(job);
        const left = marks.map((mark, job) => ({ mark, job })).filter(({ job }) => !removed.includes(job));
        const wanted = left.sort((a, b) => a.mark - b.mark || a.job - b.job).map(({ job }) => job);
        expect(left.map(() => heap.pop())).toEqual(wanted);
      },
    ),
  );
});

describe('the load average', () => {
  test('equals the recurrence of the Linux kernel, in closed form', () => {
    const counts = fc.array(fc.tuple(fc.nat({ max: 8 }), fc.integer({ min: 1, max: 50 })), {
      minLength: 1,
      maxLength: 20,
    });
    fc.assert(
      fc.property(counts, (stretches) => {
        const average = new LoadAverage();
        let [tick, one, five] = [0, 0, 0];
        for (const [runnable, ticks] of stretches) {
          for (let i = 0; i < ticks; i++) {
            tick++;
            average.count(tick, runnable);
            one = one * Math.exp(-5 / 60) + runnable * (1 - Math.exp(-5 / 60));
            five = five * Math.exp(-5 / 300) + runnable * (1 - Math.exp(-5 / 300));
          }
          expect(average.load1(tick)).toBeCloseTo(one, 9);
          expect(average.load5(tick)).toBeCloseTo(five, 9);
        }
      }),
    );
  });
});

describe('the histogram', () => {
  test('does not skip to the next value if a rank is slightly too large in floating point', () => {
    const histogram = new Histogram();
    for (let ms = 1; ms <= 50; ms++) histogram.add(ms);
    // 0.14 x 50 is 7.000000000000001.
    expect([0.14, 0.28, 0.5, 1].map((share) => histogram.quantile(share))).toEqual([7, 14, 25, 50]);
  });

  test('gives quantiles within 3.2%, and the exact mean and maximum', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat({ max: 10_000_000 }), { minLength: 1, maxLength: 300, size: 'max' }),
        fc.double({ min: 0.01, max: 1, noNaN: true }),
        (values, share) => {
          const histogram = new Histogram();
          for (const value of values) histogram.add(value);
          const sorted = values.toSorted((a, b) => a - b);
          const place = Math.ceil(share * values.length * (1 - 1e-12));
          const exact = sorted[Math.max(0, place - 1)] as number;
          expect(histogram.quantile(share)).toBeGreaterThanOrEqual(exact);
          expect(histogram.quantile(share)).toBeLessThanOrEqual(exact * 1.032);
          expect(histogram.max).toBe(sorted.at(-1));
          expect(histogram.mean).toBeCloseTo(
            values.reduce((sum, value) => sum + value, 0) / values.length,
            6,
          );
        },
      ),
    );
  });
});
