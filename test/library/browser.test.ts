import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as tidemark from '../../src/library/tidemark.ts';
import { readTrace } from '../../src/library/trace.ts';
import { findChromium, type Opened, openChromium } from '../console/chromium.ts';

const executable = findChromium();

describe.runIf(executable === null)('the library in a browser', () => {
  test('is not tested, because there is no Chromium: set TIDEMARK_CHROMIUM', () => {
    expect(executable).toBeNull();
  });
});

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

const WEEK = { name: 'office-week.jsonl', bytes: read('scenarios/traces/office-week.jsonl') };
const JOBS = {
  horizon: '6h',
  compute: { min: 0.25, max: 2, suspendAfter: '5m' },
  demand: [{ kind: 'cron', at: '10 * * * *', sessions: 2, query: { cpu: '20s', wait: '5s' } }],
};
const CSV = {
  name: 'load.csv',
  bytes: 'time,vcpu,connections\n2026-03-02 09:00,0.5,3\n2026-03-02 09:05,,4\n2026-03-02 09:10,1.25,2\n',
};

/** Calls of the library: the function and its arguments. */
const CALLS: readonly (readonly [name: string, ...args: unknown[]])[] = [
  ['plan', WEEK, { current: '0.5-2, 5m', objective: { throttled: '5%' } }],
  ['plan', JOBS],
  ['simulate', JOBS],
  ['readTrace', CSV, { timezone: 'Europe/Berlin' }],
  ['readTrace', { name: 'neon-day.json', bytes: read('scenarios/traces/neon-day.json') }],
];

const SITE = 'http://tidemark.test/';

describe.runIf(executable !== null)('the library in a browser', () => {
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
    // Nothing but the page and the module can be loaded.
    await opened.context.route('**', (route) => route.abort());
    await page.route(SITE, (route) => route.fulfill({ contentType: 'text/html', body: '<title>t</title>' }));
    await page.route(`${SITE}browser.js`, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: read('dist/library/browser.js') }),
    );
    await page.goto(SITE);
    await page.evaluate(`import('${SITE}browser.js').then((library) => { globalThis.tidemark = library; })`);
  });
  afterAll(async () => {
    expect(complaints).toEqual([]);
    expect(requests).toEqual([SITE, `${SITE}browser.js`]);
    await opened?.close();
  });

  test.each(CALLS.map((call) => [call[0], (call[1] as { name?: string }).name ?? 'jobs', call] as const))(
    '%s of %s answers the same bytes as in Node',
    async (_, __, [name, source, options = {}]) => {
      const asked = JSON.stringify([source, options]);
      const inBrowser = await page.evaluate<string>(
        `tidemark.${name}(...${asked}).then((answer) => JSON.stringify(answer))`,
      );
      const ask = { ...tidemark, readTrace }[name as 'plan'];
      const inNode = await ask(source as tidemark.Source, options as tidemark.PlanOptions, { threads: 1 });
      expect(inBrowser).toBe(JSON.stringify(inNode));
    },
  );

  test('the page does other work while a plan is made', async () => {
    const longestShare = await page.evaluate<number>(`(async () => {
      const began = performance.now();
      let [last, longest] = [began, 0];
      const timer = setInterval(() => {
        const now = performance.now();
        [last, longest] = [now, Math.max(longest, now - last)];
      }, 10);
      await tidemark.plan(${JSON.stringify(JOBS)});
      clearInterval(timer);
      const ended = performance.now();
      return Math.max(longest, ended - last) / (ended - began);
    })()`);
    expect(longestShare).toBeLessThan(0.25);
  });

  test('a signal ends a plan with its reason', async () => {
    const reason = await page.evaluate<string>(`(async () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort('enough'), 50);
      return tidemark.plan(${JSON.stringify(JOBS)}, {}, { signal: controller.signal }).catch(String);
    })()`);
    expect(reason).toBe('enough');
  });

  test('a file that is not there is a problem with its name', async () => {
    const found = await page.evaluate(`tidemark
      .simulate('missing.yaml')
      .catch((error) => [error instanceof tidemark.ProblemError, error.name, error.problems])`);
    const inNode = await tidemark.simulate('missing.yaml').catch(({ problems }) => problems);
    expect(found).toEqual([true, 'ProblemError', inNode]);
  });
});
