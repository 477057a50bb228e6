import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MarkedSpans } from '../../src/trace/bounds/marked-spans.ts';

test('marked spans cover all that was marked, are disjoint, and are few', () => {
  const gaps = fc.array(fc.record({ gap: fc.nat({ max: 50 }), length: fc.integer({ min: 1, max: 20 }) }), {
    maxLength: 3000,
  });
  fc.assert(
    fc.property(gaps, (given) => {
      const spans = new MarkedSpans();
      const marked: [number, number][] = [];
      let atMs = 0;
      for (const { gap, length } of given) {
        marked.push([atMs + gap, atMs + gap + length]);
        spans.mark(atMs + gap, atMs + gap + length);
        atMs += gap + length;
      }
      const { all } = spans;
      expect(all.length).toBeLessThanOrEqual(500);
      for (const [i, { fromMs }] of all.entries())
        if (i > 0) expect(fromMs).toBeGreaterThan(all[i - 1]?.untilMs ?? 0);
      let at = 0;
      for (const [fromMs, untilMs] of marked) {
        while ((all[at]?.untilMs ?? 0) < untilMs) at++;
        expect(all[at]?.fromMs).toBeLessThanOrEqual(fromMs);
      }
      expect([all[0]?.fromMs, all.at(-1)?.untilMs]).toEqual([marked[0]?.[0], marked.at(-1)?.[1]]);
    }),
  );
});
