import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findChromium, type Opened, openChromium } from '../console/chromium.ts';
import { type StaticServer, serveFolder } from './static-server.ts';

const executable = findChromium();
const built = fileURLToPath(new URL('../../site/dist', import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.runIf(executable === null)('the site in a browser', () => {
  test('is not tested, because there is no Chromium: set TIDEMARK_CHROMIUM', () => {
    expect(executable).toBeNull();
  });
});

describe.runIf(executable !== null)('the site in a browser', () => {
  // The build knows neither of these folders.
  let server: StaticServer;
  let opened: Opened;
  let page: Page;
  const complaints: string[] = [];
  const elsewhere: string[] = [];

  beforeAll(async () => {
    server = await serveFolder(built, '/a folder/of/any-name/');
    opened = await openChromium(executable as string);
  });
  afterAll(async () => {
    await opened?.close();
    server?.close();
  });
  beforeEach(async () => {
    await page?.close();
    page = await opened.context.newPage();
    await page.emulateMedia({ colorScheme: 'light' });
    complaints.length = 0;
    elsewhere.length = 0;
    page.on('console', (message) => complaints.push(`${page.url()}: ${message.text()}`));
    page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error}`));
    page.on('response', (response) => {
      if (response.status() !== 200) complaints.push(`${page.url()}: ${response.status()} ${response.url()}`);
    });
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(server.address) && !/^(blob|data):/.test(url)) elsewhere.push(url);
    });
  });

  const open = async (path: string) => {
    await page.goto(server.address + path);
    await isAlive();
  };
  /** Waits until the scripts of a page of the generator have taken over. */
  const isAlive = () =>
    page.waitForFunction(
      `document.querySelector('#app') === null || document.querySelector('#app').__vue_app__ !== undefined`,
    );
  const isQuiet = () => {
    expect(complaints).toEqual([]);
    expect(elsewhere).toEqual([]);
  };
  const heading = () => page.innerText('h1');
  const path = () => decodeURI(page.url()).slice(decodeURI(server.address).length);
  const search = async (words: string) => {
    await page.keyboard.press('Control+k');
    await page.fill('#localsearch-input', words);
    await page.waitForSelector('.results .result');
    return page.evaluate<string[]>(
      `[...document.querySelectorAll('.results .result')].map((one) => one.innerText.replaceAll('\\n', ' '))`,
    );
  };

  test('every page that links lead to is there, with its pictures and headings, and loads nothing from elsewhere', async () => {
    const waiting = [server.address];
    const known = new Set(waiting);
    const headings = new Map<string, ReadonlySet<string>>();
    const links: { readonly from: string; readonly to: string }[] = [];
    const files = new Set<string>();
    for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) {
      await page.goto(url);
      await isAlive();
      const found = await page.evaluate<Found>(FIND);
      headings.set(url, new Set(found.headings));
      for (const picture of found.pictures) files.add(picture);
      for (const to of found.links) {
        if (!to.startsWith(server.address)) continue;
        links.push({ from: url, to });
        const target = to.split('#')[0] as string;
        if (!/(\/|\.html)$/.test(target)) files.add(target);
        else if (!known.has(target)) {
          known.add(target);
          waiting.push(target);
        }
      }
    }
    isQuiet();
    const missing: string[] = [];
    for (const file of files) if ((await fetch(file)).status !== 200) missing.push(file);
    expect(missing).toEqual([]);
    const withoutHeading = links.filter(({ to }) => {
      const [target = '', anchor = ''] = to.split('#');
      return anchor !== '' && !headings.get(target)?.has(decodeURIComponent(anchor));
    });
    // The lab keeps its state behind the sign of a heading.
    expect(withoutHeading.filter(({ from }) => !from.endsWith('/lab.html'))).toEqual([]);
    const visited = [...known].map((url) => decodeURI(url).slice(decodeURI(server.address).length));
    expect(visited).toEqual(
      expect.arrayContaining(['', 'lab.html', 'docs/', 'docs/planning.html', 'reports/']),
    );
    expect(visited.length).toBeGreaterThan(120);
    expect(files.size).toBeGreaterThan(140);
  });

  test('the docs are found by search, from the landing page and from a report', async () => {
    await open('');
    expect((await search('scale to zero timeout'))[0]).toMatch(/Glossary.*scale-to-zero timeout/);
    await page.keyboard.press('Escape');
    await open('reports/poller/report.html');
    expect((await search('hidden demand'))[0]).toMatch(/hidden demand/i);
    await page.keyboard.press('Enter');
    await expect.poll(path).toMatch(/^docs\/[a-z-]+\.html#/);
    await page.waitForSelector('main h1');
    isQuiet();
  });

  test('links work after each other without a page being loaded anew, at all depths', async () => {
    await open('');
    const nav = page.getByRole('navigation', { name: 'Main Navigation' });
    await nav.getByRole('link', { name: 'Docs' }).click();
    await expect.poll(heading).toMatch(/^Documentation/);
    await page.getByRole('main').getByRole('link', { name: 'The lab' }).first().click();
    await expect.poll(heading).toMatch(/^The lab/);
    await nav.getByRole('link', { name: 'Gallery' }).click();
    await expect.poll(heading).toBe('What tidemark answers');
    await page.getByRole('link', { name: 'All pictures and figures of Poller' }).click();
    await expect.poll(path).toBe('reports/poller/report.html');
    await nav.getByRole('link', { name: 'Docs' }).click();
    await expect.poll(path).toBe('docs/');
    await page.getByRole('link', { name: 'tidemark', exact: true }).first().click();
    await expect.poll(path).toBe('');
    await nav.getByRole('link', { name: 'Lab' }).click();
    await page.waitForSelector('.results[aria-busy=false] .charts canvas');
    expect(path()).toMatch(/^lab\.html/);
    isQuiet();
  });

  test('the lab draws its charts', async () => {
    await open('lab.html');
    await page.waitForSelector('.results[aria-busy=false] .charts canvas');
    expect(await heading()).toMatch(/^0\.25 to 2 CU, sleep after 5m costs/);
    const isDrawn = `[...document.querySelectorAll('.charts canvas')].some((one) =>
      one.getContext('2d').getImageData(0, 0, one.width, one.height).data.some((value) => value !== 0))`;
    expect(await page.evaluate<boolean>(isDrawn)).toBe(true);
    isQuiet();
  });

  test('works at the root of a server too', async () => {
    const atRoot = await serveFolder(built, '/');
    try {
      await page.goto(`${atRoot.address}docs/planning.html`);
      await isAlive();
      expect((await search('hidden demand'))[0]).toMatch(/hidden demand/i);
      await page.keyboard.press('Enter');
      await expect.poll(() => new URL(page.url()).hash).not.toBe('');
      expect(complaints).toEqual([]);
    } finally {
      atRoot.close();
    }
  });

  const PAGES = ['', 'docs/planning.html', 'reports/', 'reports/office-week-plan/report.html'];
  test.each(PAGES)('is accessible in light and dark, and on a phone: /%s', async (path) => {
    for (const width of [1280, 375]) {
      await page.setViewportSize({ width, height: 900 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await open(path);
        expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(
          width,
        );
        await page.evaluate(axe);
        const serious = await page.evaluate<string[]>(
          `axe.run(document).then(({ violations }) => violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
            .flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
        );
        expect(serious, `${width} ${colorScheme}`).toEqual([]);
      }
    }
    isQuiet();
  });
});

interface Found {
  readonly links: readonly string[];
  readonly pictures: readonly string[];
  readonly headings: readonly string[];
}

/** The addresses that a page links to, those of its pictures, and the names that links can lead to. */
const FIND = `({
  links: [...document.querySelectorAll('a[href]')].map((one) => one.href),
  pictures: [...document.querySelectorAll('img')].map((one) => one.src),
  headings: [...document.querySelectorAll('[id]')].map((one) => one.id),
})`;
