import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { fonts } from '../../src/library/node/drawing-files.ts';
import { chartsOf, inBothThemes, readResultDocument, svgOf, THEMES } from '../../src/picture/index.ts';

/** A colour of a ramp may stand for its neighbour, which nobody sees. */
const NEAR = 3;

describe.each(['office-hours', 'connection-storm', 'nightly-batch', 'office-week-plan'])(
  'a chart of %s in both themes',
  (name) => {
    const file = new URL(`../../reports/${name}/result.json`, import.meta.url);
    const document = readResultDocument(JSON.parse(readFileSync(file, 'utf8')), name);
    const light = chartsOf(document, THEMES.light);
    const dark = chartsOf(document, THEMES.dark);

    test.each(light.map((chart, i) => [chart.name, i] as const))(
      '%s has the light drawing, and the dark one for readers who prefer dark',
      async (_, i) => {
        const one = await svgOf(light[i] as (typeof light)[number], THEMES.light, fonts());
        const other = await svgOf(dark[i] as (typeof dark)[number], THEMES.dark, fonts());
        const both = inBothThemes(one, other);
        const [style = ''] = /<style>.*<\/style>/.exec(both) ?? [];
        expect(both.replace(style, '')).toBe(one);
        const rules = new Map(
          [...style.matchAll(/\[([^\]]+)\]\{[a-z-]+:([^}]+)\}/g)].map(([, selector, colour]) => [
            selector,
            colour as string,
          ]),
        );
        expect(rules.size).toBeGreaterThan(2);
        const shown = one.replaceAll(/((?:fill|stroke|stop-color))="([^"]+)"/g, (attribute, property) =>
          rules.has(attribute) ? `${property}="${rules.get(attribute)}"` : attribute,
        );
        const [found, wanted] = [shown.split(COLOUR), other.split(COLOUR)];
        expect(found.length).toBe(wanted.length);
        const different = found.filter((part, j) => !isNear(part, wanted[j] as string));
        expect(different).toEqual([]);
      },
    );
  },
);

const COLOUR = /(?<= (?:fill|stroke|stop-color)=")([^"]+)/;

function isNear(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [channels(one), channels(other)];
  return a.length === 3 && a.every((level, i) => Math.abs(level - (b[i] ?? Number.NaN)) <= NEAR);
}

function channels(colour: string): number[] {
  const hex = /^#(..)(..)(..)$/.exec(colour)?.slice(1);
  if (hex !== undefined) return hex.map((level) => Number.parseInt(level, 16));
  return /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1).map(Number) ?? [];
}
