import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const scenarios = readdirSync(new URL('scenarios/', root)).filter((name) => name.endsWith('.yaml'));
const reports = readdirSync(new URL('reports/', root), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();
const PLAN = 'office-week-plan';
const gallery = read('reports/index.html');

// `npm run reports` shows whether a scenario still gives its report: it then changes none.
describe('shipped scenarios', () => {
  test('have one report each, and there is one of a plan', () => {
    expect(reports.filter((name) => name !== PLAN)).toEqual(
      scenarios.map((name) => name.replace('.yaml', '')).sort(),
    );
    expect(reports).toContain(PLAN);
    expect(scenarios.length).toBeGreaterThanOrEqual(12);
  });

  test.each(scenarios)('%s states a question, and its report has the same one', (name) => {
    const [, why = ''] = /^why: (\S.*)$/m.exec(read(`scenarios/${name}`)) ?? [];
    expect(why).not.toBe('');
    const { why: asked } = JSON.parse(read(`reports/${name.replace('.yaml', '')}/result.json`));
    expect(asked).toBe(why);
  });

  test.each(reports)('%s has its result, its text, and a page with all of its charts', (name) => {
    const files = readdirSync(new URL(`reports/${name}/`, root)).sort();
    const page = read(`reports/${name}/report.md`);
    const shown = [...page.matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, picture]) => picture as string);
    expect(shown.length).toBeGreaterThanOrEqual(2);
    expect(files).toEqual(['report.md', 'report.txt', 'result.json', ...shown].sort());
    for (const picture of shown) {
      const svg = read(`reports/${name}/${picture}`);
      expect(svg).toMatch(/^<svg [^>]*role="img"><title>[^<]+<\/title><desc>[^<]+<\/desc><style>@media/);
    }
  });

  test('their reports are small enough to clone', () => {
    const sizes = reports.flatMap((name) =>
      readdirSync(new URL(`reports/${name}/`, root)).map(
        (file) => statSync(new URL(`reports/${name}/${file}`, root)).size,
      ),
    );
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(9_000_000);
  });
});

describe('the gallery', () => {
  test.each(reports)('has %s with its question and two of its charts', (name) => {
    const [, article = ''] = new RegExp(`<article id="${name}"(.*?)</article>`, 's').exec(gallery) ?? [];
    const { why } = JSON.parse(read(`reports/${name}/result.json`));
    expect(article).toContain(`<p class="question">${why ?? 'A week of an internal tool'}`);
    expect(gallery).toContain(`href="#${name}"`);
    const pictures = [...article.matchAll(/<img src="([^"]+)"[^>]* alt="([^"]+)"/g)];
    expect(pictures).toHaveLength(2);
    for (const [, picture, alt] of pictures) {
      const [, title, about] =
        /<title>(.*?)<\/title><desc>(.*?)<\/desc>/.exec(read(`reports/${picture}`)) ?? [];
      expect(alt).toBe(`${title} ${about}`);
    }
    for (const file of ['report.md', 'report.txt', 'result.json'])
      expect(article).toContain(`href="${name}/${file}"`);
  });

  test('has only links that lead to existing files or headings', () => {
    const links = [...gallery.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link]) => link as string);
    expect(links.length).toBeGreaterThan(100);
    for (const link of links)
      expect(
        link.startsWith('#')
          ? gallery.includes(`id="${link.slice(1)}"`)
          : existsSync(new URL(`reports/${link}`, root)),
        link,
      ).toBe(true);
    expect(gallery).not.toMatch(/<script|https?:/);
  });
});

function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}
