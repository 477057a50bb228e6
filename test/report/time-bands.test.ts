import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/facts/index.ts';
import { jsonDocument } from '../../src/report/page/json-document.ts';
import { bar } from '../../src/report/pictures/bar.ts';
import { sizePicture } from '../../src/report/pictures/size-picture.ts';
import { timeBands } from '../../src/report/pictures/time-bands.ts';
import { createZone } from '../../src/workload/index.ts';
import { run } from '../cli/run.ts';

const MONDAY = Date.UTC(2026, 2, 2);

describe('bands over a time', () => {
  test('show the highest value of each column, and mark missing values', () => {
    const levels = Array.from({ length: 120 }, (_, i) => (i < 60 ? 0 : i === 60 ? 1 : i < 90 ? 0.5 : null));
    expect(timeBands([{ label: 'Highest size of all', levels }], MONDAY + 6 * HOUR_MS, DAY_MS, 78)).toEqual([
      `Highest size… |${' '.repeat(30)}█${'▄'.repeat(14)}${'·'.repeat(15)}|`,
      `${' '.repeat(15)}06:00          12:00          18:00          3 Mar`,
    ]);
  });

  test('fill the available columns, whatever is drawn', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 40, unit: 'grapheme-ascii' }),
        fc.array(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), { minLength: 1, maxLength: 800 }),
        fc.integer({ min: 0, max: 4e12 }),
        fc.integer({ min: 1000, max: 4e11 }),
        fc.integer({ min: 38, max: 200 }),
        (label, levels, from, length, columns) => {
          const [band, axis] = timeBands([{ label, levels }], from, length, columns) as [string, string];
          expect(band.length).toBe(columns - 2);
          expect(axis.length).toBeLessThanOrEqual(columns - 2);
          // Every known level above 0 is visible, and nothing else is drawn.
          const drawn = band.slice(15, -1);
          expect(/[▁-█]/.test(drawn)).toBe(levels.some((level) => level !== null && level > 0));
          expect(drawn.includes('·') || levels.some((level) => level !== null)).toBe(true);
        },
      ),
    );
  });
});

test('a bar is as long as its share, and any share above 0 is visible', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.integer({ min: 1, max: 60 }),
      (share, width) => {
        const length = bar(share, width).length;
        expect(length).toBeLessThanOrEqual(width);
        expect(Math.abs(length - share * width)).toBeLessThanOrEqual(1);
        expect(length > 0).toBe(share > 0);
      },
    ),
  );
});

describe('the size over time', () => {
  const about = { startMs: MONDAY, zone: createZone('UTC') };
  const timeSeries = (mostCu: readonly number[], throttledMs = mostCu.map(() => 0)) =>
    ({ stepMs: HOUR_MS, mostCu, throttledMs }) as never;

  test('of one compute has its throttling below', () => {
    const sizes = Array.from({ length: 60 }, (_, i) => (i < 20 ? 0 : i < 40 ? 0.5 : 2));
    const throttled = sizes.map((_, i) => (i === 39 ? HOUR_MS / 2 : 1));
    const page = sizePicture(
      { computes: [{ name: 'main', cost: 1, timeSeries: timeSeries(sizes, throttled) }] },
      about,
    );
    expect(JSON.parse(jsonDocument(page))).toEqual([
      {
        kind: 'picture',
        lines: [
          '█ is 2 CU, · asleep; a column is 1 h',
          `Highest size  |${'·'.repeat(20)}${'▂'.repeat(20)}${'█'.repeat(20)}|`,
          `Throttled     |${' '.repeat(39)}▄${' '.repeat(20)}|`,
          `${' '.repeat(15)}2 Mar       12:00       3 Mar       12:00       4 Mar`,
        ],
      },
    ]);
  });

  test('is left out if nothing changes: always one size, or never awake', () => {
    for (const sizes of [
      [1, 1, 1],
      [0, 0, 0],
    ])
      expect(
        sizePicture({ computes: [{ name: 'a | · b', cost: 1, timeSeries: timeSeries(sizes) }] }, about),
      ).toEqual([]);
  });

  test('of many computes shows the most expensive ones, in their order', () => {
    const computes = Array.from({ length: 9 }, (_, i) => ({
      name: `c${i}`,
      cost: i % 2 === 0 ? 1 : 2 + i,
      timeSeries: timeSeries([0, 1]),
    }));
    const [picture] = sizePicture({ computes }, about);
    const lines = picture?.kind === 'picture' ? picture.lines : [];
    expect(lines[0]).toBe('Highest size of the 6 that cost most: █ is 1 CU, · asleep; a column is 2 min');
    expect(lines.slice(1, -1).map((line) => line.slice(0, 2))).toEqual(['c0', 'c1', 'c2', 'c3', 'c5', 'c7']);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(78);
  });

  test('is part of the answer of simulate, in a block that Markdown keeps as it is', async () => {
    const files = {
      'a.yaml':
        'why: Q?\nhorizon: 2h\ncompute: { min: 0.25, max: 1 }\ndemand: [{ kind: poller, every: 1h }]\n',
    };
    const { out } = await run(['simulate', 'a.yaml', '--no-compare', '--format', 'markdown'], files);
    expect(out).toMatch(/```text\n█ is 0.25 CU, · asleep; a column is 2 min\nHighest size {2}\|█.*·.*\|\n/);
  });
});
