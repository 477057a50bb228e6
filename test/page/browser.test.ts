import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { run } from '../cli/run.ts';
import { findChromium, type Opened, openChromium } from '../console/chromium.ts';
import { COMMANDS, files, json } from '../picture/documents.ts';

const executable = findChromium();

describe.runIf(executable === null)('reports in a browser', () => {
  test('are not tested, because there is no Chromium: set TIDEMARK_CHROMIUM', () => {
    expect(executable).toBeNull();
  });
});

const OFFICE = ['simulate', 'scenarios/office-hours.yaml'] as const;
const SCROLLING = `[...document.querySelectorAll('.chart')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 6)
  .map(({ dataset, scrollWidth }) => dataset.chart + ' ' + scrollWidth)`;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.runIf(executable !== null)('reports in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-report-'));
  const requests: string[] = [];
  const complaints: string[] = [];
  let opened: Opened;
  let page: Page;

  beforeAll(async () => {
    opened = await openChromium(executable as string);
    page = await opened.context.newPage();
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
  });
  afterAll(async () => {
    await opened?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const known = new Map<readonly string[], Promise<string>>();
  const printedBy = (args: readonly string[]) => {
    const text = known.get(args) ?? json(args);
    known.set(args, text);
    return text;
  };

  /** The report of what a command prints, opened from a file. */
  async function open(args: readonly string[], change = (text: string) => text): Promise<void> {
    const text = change(await printedBy(args));
    const { written, err } = await run(['report', '-', '-o', 'out'], { ...files, '-': text });
    expect(err).toBe('');
    const path = join(folder, `${args.join(' ').replaceAll(/\W+/g, '-')}.html`);
    writeFileSync(path, written['out/report.html'] as string);
    requests.length = 0;
    complaints.length = 0;
    await page.goto(pathToFileURL(path).href);
    await page.waitForSelector('[data-ready=all]', { state: 'attached' });
  }

  const isQuiet = () => {
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
    expect(requests).toHaveLength(1);
  };

  /** Returns the paths of the marks of each chart. */
  const drawn = () =>
    page.evaluate<Record<string, string[]>>(`Object.fromEntries(
      [...document.querySelectorAll('[data-chart]')].map((chart) => [
        chart.dataset.chart,
        [...chart.querySelectorAll('.role-mark path, .role-mark line')].map(
          (mark) => mark.getAttribute('d') + mark.getAttribute('transform'),
        ),
      ]),
    )`);

  const seriousOf = async () => {
    await page.evaluate(axe);
    return page.evaluate<string[]>(`axe.run(document).then(({ violations }) =>
      violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)),
    )`);
  };

  test.each(
    [OFFICE, ...COMMANDS.slice(0, 1), ...COMMANDS.slice(4, 5), ...COMMANDS.slice(6)].map(
      (args) => [args.join(' '), args] as const,
    ),
  )(
    '%s: opens without errors, draws all charts, is accessible, and fits paper and a phone',
    async (_, args) => {
      await open(args);
      const charts = Object.entries(await drawn());
      expect(charts.length).toBeGreaterThan(0);
      expect(charts.filter(([, marks]) => marks.length === 0)).toEqual([]);
      expect(await seriousOf()).toEqual([]);
      await page.emulateMedia({ colorScheme: 'dark' });
      await expect.poll(drawn).not.toEqual({});
      expect(await seriousOf()).toEqual([]);
      await page.setViewportSize({ width: 375, height: 700 });
      const wide = await page.evaluate('document.documentElement.scrollWidth');
      expect(wide).toBeLessThanOrEqual(375);
      // None has to be moved by itself either, but for a few pixels of a number at an end.
      await expect.poll(() => page.evaluate<string[]>(SCROLLING)).toEqual([]);
      expect((await page.pdf()).byteLength).toBeGreaterThan(10_000);
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.emulateMedia({ colorScheme: 'light' });
      isQuiet();
    },
  );

  test('all charts over time show the chosen part, and no other chart changes', async () => {
    await open(OFFICE);
    const before = await drawn();
    const brush = page.locator('[data-chart=overview] .brush');
    await brush.scrollIntoViewIfNeeded();
    const { x, y, width } = (await brush.boundingBox()) as { x: number; y: number; width: number };
    await page.mouse.move(x + 0.25 * width, y + 10);
    await page.mouse.down();
    await page.mouse.move(x + 0.5 * width, y + 10, { steps: 4 });
    await page.mouse.up();
    const status = page.locator('#shown');
    // A quarter of eight days, from the second on.
    await status.filter({ hasText: /Shown: 2026-03-0[34] [\d:]+ to 2026-03-0[56] / }).waitFor();
    const after = await drawn();
    const changed = Object.keys(before).filter((name) => `${before[name]}` !== `${after[name]}`);
    expect(changed).toEqual(
      Object.keys(before).filter((name) => !['overview', 'awake-week', 'life'].includes(name)),
    );

    await page.getByRole('button', { name: 'Show all of the time' }).click();
    await status.filter({ hasText: 'All of the time' }).waitFor();
    expect(await drawn()).toEqual(before);

    // The same by keys alone, and within a chart.
    const last = page.getByRole('slider', { name: 'Last instant shown' });
    await last.focus();
    for (let i = 0; i < 5; i++) await page.keyboard.press('PageDown');
    // The page may handle the last of several quick keys a moment later.
    await expect.poll(() => last.getAttribute('aria-valuenow')).toBe('50');
    await status.filter({ hasText: 'Shown' }).waitFor();
    isQuiet();
  });

  test('tables hold the figures of the result', async () => {
    await open(OFFICE);
    const result = JSON.parse(await printedBy(OFFICE)) as {
      computes: { timeSeries: { mostConnections: number[] } }[];
      beside: { cost: number }[];
    };
    const table = (chart: string) =>
      page.evaluate<string[][]>(
        `[...document.querySelectorAll('#chart-${chart} tbody tr')].map((row) =>
          [...row.children].map((cell) => cell.textContent),
        )`,
      );
    const mostConnections = result.computes.flatMap(({ timeSeries }) => timeSeries.mostConnections);
    const changes = mostConnections.filter((value, i) => i === 0 || value !== mostConnections[i - 1]);
    expect((await table('connections')).slice(0, -1).map(([, value]) => Number(value))).toEqual(changes);
    const ends = (await table('cost')).at(-1) ?? [];
    for (const { cost } of result.beside) expect(ends).toContain(String(cost));
  });

  test('names with markup are shown as text', async () => {
    const name = '</script><script>document.title = "broken"</script><img src=x onerror=alert(1)>';
    await open(OFFICE, (text) => {
      const result = JSON.parse(text) as {
        why: string;
        beside: { name: string }[];
        page: [{ text: string }];
      };
      result.why = name;
      result.page[0].text = name;
      for (const one of result.beside) one.name = name;
      return JSON.stringify(result);
    });
    expect(await page.locator('.question').textContent()).toBe(name);
    expect(await page.title()).not.toBe('broken');
    expect(await page.locator('img').count()).toBe(0);
    isQuiet();
  });
});
