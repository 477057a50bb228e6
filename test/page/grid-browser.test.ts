import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findChromium, type Opened, openChromium } from '../console/chromium.ts';
import { portfolioPage } from './portfolios.ts';

const executable = findChromium();
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const MANY = 3000;

describe.runIf(executable !== null)('a page about many databases in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-grid-'));
  const complaints: string[] = [];
  let opened: Opened;
  let page: Page;

  beforeAll(async () => {
    opened = await openChromium(executable as string);
    page = await opened.context.newPage();
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
  });
  afterAll(async () => {
    await opened?.close();
    rmSync(folder, { recursive: true, force: true });
    expect(complaints).toEqual([]);
  });

  const open = async (count: number, name?: (i: number) => string) => {
    const path = join(folder, 'report.html');
    writeFileSync(path, await portfolioPage(count, name));
    await page.goto(pathToFileURL(path).href);
    await page.waitForSelector('.grid tbody tr');
  };
  const shown = () => page.locator('.grid tbody th').allTextContents();
  const header = (name: string) => page.locator('.grid thead').getByRole('button', { name });
  const status = () => page.locator('#grid > [role=status]').textContent();

  test('has only the rows in sight in its document, and sorts and filters all of them', async () => {
    await open(MANY);
    expect((await shown()).length).toBeLessThanOrEqual(60);
    expect(await page.locator('.grid table').getAttribute('aria-rowcount')).toBe(String(MANY + 1));
    await header('database').click();
    expect(await page.locator('.grid th[aria-sort=ascending]').allTextContents()).toEqual(['database ▲']);
    await header('database').click();
    expect((await shown())[0]).toBe('project-6/db-993');
    await page.getByLabel('Severity').selectOption('no data');
    expect(await shown()).toEqual([`project-${(MANY - 1) % 7}/db-${MANY - 1}`]);
    expect(await status()).toBe(`1 of ${MANY} databases.`);
    await page.getByLabel('Severity').selectOption('');
    await page.getByLabel('team').selectOption('team-1');
    await page.getByLabel('Name').fill('db-123');
    const found = Array.from({ length: MANY }, (_, i) => i).filter(
      (i) => i % 6 === 4 && String(i).startsWith('123'),
    );
    expect(await status()).toMatch(`${found.length} of ${MANY} databases.`);
  });

  test('is used by keys alone: rows, their details, and back', async () => {
    await open(MANY);
    await header('limit').focus();
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    expect(await focused()).toBe('project-0/db-0');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('project-1/db-1');
    await page.keyboard.press('End');
    expect(await focused()).toBe(`project-${(MANY - 1) % 7}/db-${MANY - 1}`);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    expect(await dialog.textContent()).toContain('x.csv: the file is empty; check it');
    expect(await dialog.locator('code').last().textContent()).toBe(
      `tidemark plan 'fleet.yaml#project-${(MANY - 1) % 7}/db-${MANY - 1}' --report report-db-${MANY - 1}`,
    );
    await page.keyboard.press('Escape');
    expect(await dialog.count()).toBe(0);
    expect(await focused()).toBe(`project-${(MANY - 1) % 7}/db-${MANY - 1}`);
    await page.keyboard.press('Home');
    expect(await focused()).toBe('project-0/db-0');
  });

  test('is accessible in both themes, and fits a phone and paper', async () => {
    const seriousOf = async () => {
      await page.evaluate(axe);
      return page.evaluate<string[]>(`axe.run(document).then(({ violations }) =>
        violations
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)),
      )`);
    };
    await open(60);
    expect(await seriousOf()).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('.grid tbody button').first().click();
    expect(await seriousOf()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 375, height: 700 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#first-rows').isVisible()).toBe(true);
    expect(await page.locator('#grid').isVisible()).toBe(false);
    await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('names with markup are shown as text', async () => {
    const name = '</script><script>document.title = "broken"</script><img src=x onerror=alert(1)>';
    await open(5, (i) => `${name}${i}`);
    expect((await shown())[0]).toBe(`project-0/${name}0`);
    expect(await page.title()).not.toBe('broken');
    expect(await page.locator('img').count()).toBe(0);
  });
});
