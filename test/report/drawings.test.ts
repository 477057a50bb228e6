import { describe, expect, test } from 'vitest';
import { drawnBars } from '../../src/lesson/bars.ts';
import { hoursPicture } from '../../src/report/check/hours-picture.ts';
import { type PageBlock, renderPage } from '../../src/report/page/page.ts';
import { savingsPicture } from '../../src/report/portfolio/savings-picture.ts';
import { awakePicture } from '../../src/report/simulate/awake-picture.ts';
import { dailyPicture } from '../../src/report/trace/daily-picture.ts';
import { run } from '../cli/run.ts';

const WIDTHS = Array.from({ length: 161 }, (_, i) => 40 + i);
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

/** Only hour 18 has a value. */
const EVENING = HOURS.map((hour) => (hour === 18 ? 1 : 0));

const awake = awakePicture({
  hours: {
    from: HOURS.map((hour) => `2026-03-02T${String(hour).padStart(2, '0')}:00`),
    awakeMs: EVENING.map((share) => share * 3_600_000),
    hours: HOURS.map(() => 1),
  },
} as never);
const zone = { name: 'America/Argentina/ComodRivadavia' };
const checked = hoursPicture({
  hours: EVENING.map((value) => ({ predicted: value, actual: value })),
  of: 'cu',
  simulation: { zone },
} as never);
const traced = dailyPicture({ daily: { quantity: 'cpu', hours: EVENING }, timezone: zone.name } as never);

describe('the hours of a day', () => {
  test.each([
    ['awake', awake],
    ['checked', checked],
    ['traced', traced],
  ])('stand above their labels at every width: %s', (_, page) => {
    for (const width of WIDTHS) {
      const lines = renderPage(page, 'text', width).split('\n');
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width);
      const bars = lines.filter((line) => line.includes('█'));
      const axis = lines.at(-1) as string;
      expect(bars.length).toBeGreaterThan(0);
      for (const line of bars) expect(line.indexOf('█')).toBe(axis.indexOf('18'));
    }
  });
});

test('the savings of many databases keep their figures at every width', () => {
  const row = (name: string, costNow: number, costThen: number) =>
    ({ row: { name, project: null, costNow, costThen, saving: costNow - costThen } }) as never;
  const page = savingsPicture({ currency: 'USD' } as never, [], [
    row('a-database-with-a-name-that-is-long', 12_345_678e6, 1_234_567e6),
    row('b', 10e6, 0),
  ] as never);
  for (const width of WIDTHS) {
    const lines = renderPage(page, 'text', width).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width);
    const first = lines.find((line) => line.includes('$12')) as string;
    expect(first).toMatch(/^ {2}a.* [▉-▏█]+░+ \$12,345,678 to \$1,234,567$/);
  }
});

describe('bars of a lesson', () => {
  test.each([2, 4])('of step %i fit every width', async (step) => {
    for (const width of [40, 60, 80, 132]) {
      const { out } = await run(['learn', String(step), '--answers'], {}, { columns: width });
      const drawn = out.split('\n').filter((line) => /[▉-▏█]/.test(line));
      expect(drawn.length).toBeGreaterThan(0);
      expect(Math.max(...drawn.map(({ length }) => length))).toBeLessThanOrEqual(width);
    }
  });

  test('keep their labels even if these are long', () => {
    const rows = [
      { label: 'a label of many words', value: 1, words: 'a hundred connections', isBad: false },
      { label: 'b', value: 0.1, words: '', isBad: true },
    ];
    for (let columns = 38; columns < 100; columns++) {
      const lines = drawnBars({ finding: '', about: '', rows })(columns);
      expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(columns);
      expect(lines.join('\n')).toMatch(/a label of many words[\s\S]*█{6,} a hundred connections\nb/);
    }
  });
});

test('a picture is left out only below 40 columns, and lines to paste never', () => {
  const pasted: PageBlock = { kind: 'picture', lines: [`tidemark plan ${'x'.repeat(60)} # █`] };
  for (const width of [20, 39]) {
    const out = renderPage([...awake, pasted], 'text', width);
    expect(out.replaceAll(/\s+/g, ' ')).toContain('(A picture is left out: it needs 40 columns.)');
    expect(out).toContain(pasted.lines[0]);
  }
});
