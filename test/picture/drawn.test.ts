import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { drawingModule, fonts } from '../../src/library/node/drawing-files.ts';
import type { SimulationDocument } from '../../src/picture/documents/simulation.ts';
import { textWidthOf } from '../../src/picture/drawing/font-widths.ts';
import { chartsOf, pngDrawer, type ResultDocument, svgOf } from '../../src/picture/index.ts';
import { light, printed } from './documents.ts';

/** Pictures are checked by what they show, against the result that they were drawn from. */
describe('a drawn chart', async () => {
  const office = resultOf(await printed(['simulate', 'scenarios/office-hours.yaml']));
  const storm = resultOf(await printed(['simulate', 'scenarios/connection-storm.yaml']));

  test('has a cell for each hour of the week, the darkest for hours that are awake throughout', async () => {
    const svg = await drawn(office, 'awake-week');
    const cells = pathsOf(svg, 'mark-rect');
    expect(cells).toHaveLength(168);
    const throughout = new Map<string, boolean>();
    office.hours.from.forEach((from, i) => {
      const time = new Date(`${from}Z`);
      const key = `${time.getUTCDay()} ${time.getUTCHours()}`;
      throughout.set(key, (throughout.get(key) ?? true) && office.hours.awakeMs[i] === 3_600_000);
    });
    const [, , darkest] = light.ramp;
    expect(cells.filter((cell) => cell.includes(`fill="${rgb(darkest)}"`))).toHaveLength(
      [...throughout.values()].filter(Boolean).length,
    );
  });

  test('has the sum of each cost at its end', async () => {
    const svg = await drawn(office, 'cost');
    const words = textsOf(svg);
    for (const { name, cost } of office.beside)
      expect(words).toContain(`$${cost.toFixed(2)}  ${name}`.replace('  ', ' '));
    expect(words).toContain(`$${office.totals.cost.toFixed(2)} this run`);
  });

  test('shows a limit that is reached, and its steps count every refusal', async () => {
    const [compute] = storm.computes;
    const svg = await drawn(storm, 'connections');
    expect(textsOf(svg)).toContain(`limit ${compute?.connections.clientLimit}`);
    const sum = compute?.timeSeries?.refused.reduce((total, count) => total + count, 0);
    expect(sum).toBe(compute?.refusals[0]?.count);
    expect(svg).toContain(`<title>${sum} connections were refused`);
  });

  test('has no overlapping texts', async () => {
    for (const document of [office, storm]) {
      for (const chart of chartsOf({ kind: 'simulation', result: document }, light)) {
        const boxes = textBoxes(await svgOf(chart, light, fonts()));
        for (const [i, one] of boxes.entries())
          for (const other of boxes.slice(i + 1))
            expect(`${chart.name}: ${overlap(one, other) ? `${one.text} | ${other.text}` : ''}`).toBe(
              `${chart.name}: `,
            );
      }
    }
  });

  test('has the same bytes each time, and its PNG is twice its size', async () => {
    const [chart] = chartsOf({ kind: 'simulation', result: storm }, light);
    if (chart === undefined) throw new Error('there is no chart');
    const draw = await pngDrawer(drawingModule(), fonts());
    const [one, other] = [await svgOf(chart, light, fonts()), await svgOf(chart, light, fonts())];
    expect(other).toBe(one);
    const png = draw(one);
    expect(Buffer.compare(Buffer.from(png), Buffer.from(draw(other)))).toBe(0);
    const view = new DataView(png.buffer, png.byteOffset);
    const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(one) ?? [];
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([2 * Number(width), 2 * Number(height)]);
  });

  test('escapes names', async () => {
    const [compute] = storm.computes;
    const odd = { ...compute, name: '</title><script>&amp;"' };
    const document = { ...storm, computes: [odd, { ...compute, name: 'b' }] } as SimulationDocument;
    const [chart] = chartsOf({ kind: 'simulation', result: document }, light);
    if (chart === undefined) throw new Error('there is no chart');
    const svg = await svgOf(chart, light, fonts());
    expect(svg).not.toContain('<script');
    expect(svg).toContain('&lt;/title&gt;&lt;script&gt;&amp;amp;');
  });
});

test('text widths are those of the font', () => {
  const bytes = readFileSync(new URL('../../fonts/Inter-Regular.ttf', import.meta.url));
  const width = textWidthOf(bytes);
  expect(width('', 12)).toBe(0);
  expect(width('ab', 10)).toBeCloseTo(width('a', 10) + width('b', 10), 9);
  expect(width('0', 1)).toBe(width('0', 1));
  expect(width('W', 100)).toBeGreaterThan(2 * width('i', 100));
  // A figure of Inter is 0.6 em wide at most, and a letter that it does not have is set as its empty box.
  expect(width('0123456789', 10) / 100).toBeCloseTo(0.62, 1);
  expect(width('\u{10ffff}', 10)).toBeGreaterThan(0);
});

function resultOf(document: ResultDocument): SimulationDocument {
  if (document.kind !== 'simulation') throw new Error('it is no simulation');
  return document.result;
}

async function drawn(result: SimulationDocument, name: string): Promise<string> {
  const chart = chartsOf({ kind: 'simulation', result }, light).find((one) => one.name === name);
  if (chart === undefined) throw new Error(`there is no ${name}`);
  return svgOf(chart, light, fonts());
}

/** The marks of a kind, legends and axes left out. */
function pathsOf(svg: string, kind: string): string[] {
  const group = new RegExp(`<g class="${kind} role-mark[^"]*"[^>]*>(.*?)</g>`, 's').exec(svg)?.[1] ?? '';
  return [...group.matchAll(/<path [^>]*>/g)].map(([path]) => path);
}

function textsOf(svg: string): string[] {
  return [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) =>
    (text as string).replace(/\s+/g, ' '),
  );
}

interface Box {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Returns the box of each text, from the places of its groups, its anchor and its size. */
function textBoxes(svg: string): Box[] {
  const width = textWidthOf(fonts().regular);
  const boxes: Box[] = [];
  const places: { x: number; y: number }[] = [{ x: 0, y: 0 }];
  for (const [tag, attributes = ''] of svg.matchAll(/<g\b([^>]*)>|<\/g>|<text\b[^>]*>[^<]*/g)) {
    const words = /<text\b[^>]*>([^<]*)/.exec(tag)?.[1];
    const at = places.at(-1) as { x: number; y: number };
    if (tag === '</g>') places.pop();
    else if (tag.startsWith('<g')) places.push(moved(at, attributes));
    else if (words !== undefined && words !== '' && !/opacity="0"|display="none"/.test(tag)) {
      const { x, y } = moved(at, tag);
      const size = Number(/font-size="([\d.]+)px"/.exec(tag)?.[1] ?? 11);
      const reach = width(words.replaceAll(/&\w+;/g, '&'), size);
      const anchor = /text-anchor="(\w+)"/.exec(tag)?.[1];
      const left = anchor === 'end' ? x - reach : anchor === 'middle' ? x - reach / 2 : x;
      boxes.push({ text: words, left, right: left + reach, top: y - 0.75 * size, bottom: y + 0.1 * size });
    }
  }
  return boxes;
}

function moved({ x, y }: { x: number; y: number }, attributes: string): { x: number; y: number } {
  const [, dx, dy] = /transform="translate\((-?[\d.]+),\s*(-?[\d.]+)\)/.exec(attributes) ?? [];
  return { x: x + Number(dx ?? 0), y: y + Number(dy ?? 0) };
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

function rgb(hex: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${parts.join(', ')})`;
}
