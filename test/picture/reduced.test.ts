import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Point, reduced } from '../../src/picture/reduced.ts';

const line = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 50 }), fc.integer({ min: -1000, max: 1000 })), {
    minLength: 1,
    maxLength: 400,
  })
  .map((steps) => {
    let x = 0;
    return steps.map(([dx, y]): Point => {
      x += dx;
      return { x, y };
    });
  });

test('a reduced line keeps ends, spikes and order, and adds no points', () => {
  fc.assert(
    fc.property(line, fc.integer({ min: 1, max: 40 }), (points, stretches) => {
      const kept = reduced(points, stretches);
      expect(kept.length).toBeLessThanOrEqual(Math.max(4 * stretches, 1));
      const places = kept.map((point) => points.indexOf(point));
      expect(places).not.toContain(-1);
      expect(places).toEqual([...new Set(places)].sort((one, other) => one - other));
      expect([places[0], places.at(-1)]).toEqual([0, points.length - 1]);
      // Of any stretch of the line, the highest and the lowest are there.
      const [first, last] = [points[0] as Point, points.at(-1) as Point];
      const width = (last.x - first.x) / stretches;
      for (let stretch = 0; stretch < stretches; stretch++) {
        const [from, until] = [first.x + stretch * width, first.x + (stretch + 1) * width];
        const isInside = ({ x }: Point) => x >= from && (x < until || stretch === stretches - 1);
        const [all, some] = [points.filter(isInside), kept.filter(isInside)].map((part) =>
          part.map(({ y }) => y),
        );
        expect([Math.min(...(some ?? [])), Math.max(...(some ?? []))]).toEqual([
          Math.min(...(all ?? [])),
          Math.max(...(all ?? [])),
        ]);
      }
    }),
  );
});
