import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { run } from '../cli/run.ts';
import { findChromium, type Opened, openChromium } from '../console/chromium.ts';

const executable = findChromium();

describe.runIf(executable === null)('the lab in a browser', () => {
  test('is not tested, because there is no Chromium: set TIDEMARK_CHROMIUM', () => {
    expect(executable).toBeNull();
  });
});

const SHOP = 'scenarios/lab/small-shop.yaml';
const CROWD = 'scenarios/flash-crowd.yaml';
const WEEK = 'scenarios/traces/office-week.jsonl';
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

describe.runIf(executable !== null)('the lab in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-lab-'));
  const path = join(folder, 'lab.html');
  const requests: string[] = [];
  const complaints: string[] = [];
  let opened: Opened;
  let page: Page;

  beforeAll(async () => {
    const { written, code } = await run(['lab', '--html', 'lab.html']);
    expect(code).toBe(0);
    writeFileSync(path, written['lab.html'] as string);
    opened = await openChromium(executable as string);
  });
  afterAll(async () => {
    await opened?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await page?.close();
    page = await opened.context.newPage();
    await page.setViewportSize({ width: 1280, height: 900 });
    requests.length = 0;
    complaints.length = 0;
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
  });

  const open = async (fragment = '') => {
    await page.goto(`${pathToFileURL(path).href}${fragment}`);
    await settled();
  };
  /** Waits until the answer on the page is to the last change. */
  const settled = () => page.waitForSelector('.results[aria-busy=false] .charts canvas');
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  const slider = (label: string) => page.getByRole('slider', { name: `${label}, usual values` });
  const figure = (name: string) =>
    page.evaluate<string>(
      `[...document.querySelectorAll('.figures div')].find((one) => one.textContent.startsWith('${name}')).querySelector('dd').textContent`,
    );
  const command = () => page.innerText('footer code');
  const heading = () => page.innerText('h1');
  const downloadOf = async (button: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8');
  };
  const isQuiet = () => {
    expect(complaints).toEqual([]);
    expect(requests.filter((url) => !/^(file|blob):/.test(url))).toEqual([]);
  };

  test('a slider changes the answer, the address and the command', async () => {
    await open();
    expect(await heading()).toMatch(/^0\.25 to 2 CU, sleep after 5m costs/);
    // The fifth stop.
    await slider('Maximum').fill('4');
    await expect.poll(heading).toMatch(/^0\.25 to 3 CU/);
    await expect.poll(() => new URL(page.url()).hash).toContain('max=3');
    expect(await command()).toBe(`tidemark simulate ${SHOP} --set max=3`);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(heading).toMatch(/^0\.25 to 2 CU/);
    isQuiet();
  });

  test('the answer has the bytes that the command line prints, and so has the scenario', async () => {
    await open(`#file=${CROWD}&max=4&suspendAfter=10m&times=1.5`);
    const words = (await command()).replace(/^tidemark /, '');
    const args = [...words.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '');
    expect(args).toHaveLength(8);
    const printed = await run([...args, '--no-compare', '--json'], { [CROWD]: readFileSync(CROWD) });
    expect(await downloadOf('Download the answer')).toBe(printed.out);
    const scenario = await downloadOf('Download as scenario');
    const ofScenario = await run(['simulate', CROWD, '--no-compare', '--json'], { [CROWD]: scenario });
    expect(ofScenario.out).toBe(printed.out);
  });

  test('a value that is refused says why, keeps the picture, and a right one goes on', async () => {
    await open(`#file=${CROWD}`);
    const before = await heading();
    await field('Minimum').fill('1.3');
    await field('Minimum').press('Enter');
    await expect.poll(() => page.innerText('.trouble')).toContain('1.3 CU is not a size; use 1 or 2');
    expect(await heading()).toBe(before);
    expect(await field('Minimum').getAttribute('aria-invalid')).toBe('true');
    await field('Minimum').fill('1');
    await field('Minimum').press('Enter');
    await expect.poll(heading).toMatch(/^1 to 8 CU/);
    expect(await page.locator('.trouble').count()).toBe(0);
    isQuiet();
  });

  test('a pinned run stays beside the next one, and each figure says how they differ', async () => {
    await open(`#file=${CROWD}`);
    await page.getByRole('button', { name: 'Pin this as A' }).click();
    await field('Maximum').fill('2');
    await field('Maximum').press('Enter');
    await expect.poll(() => figure('Throttled')).toMatch(/^A 0\.\d+%B \d\d\.\d+%\d\d\.\d+% more$/);
    // The address shows both to somebody else.
    await expect.poll(() => new URL(page.url()).hash).toContain('max=2');
    const address = new URL(page.url()).hash;
    await page.close();
    page = await opened.context.newPage();
    await open(address);
    await expect.poll(() => figure('Throttled')).toMatch(/^A 0\.\d+%B \d\d\.\d+%\d\d\.\d+% more$/);
    await page.getByRole('button', { name: 'Unpin A' }).click();
    await expect.poll(() => figure('Throttled')).toMatch(/^\d\d\.\d+%$/);
  });

  test('an example shows two runs and says what to look at', async () => {
    await open();
    await page.getByRole('combobox', { name: 'Example' }).selectOption('The minimum limits connections');
    await expect.poll(() => figure('Errors of clients')).toMatch(/^A 4,490B 0/);
    expect(await page.innerText('.look')).toContain('8 times the minimum');
    isQuiet();
  });

  test('a chapter shows its run after the guess, and judges a configuration beside the planner’s', async () => {
    await page.goto(pathToFileURL(path).href);
    await page.getByRole('combobox', { name: 'Example' }).selectOption('4. The size follows the load');
    await page.getByRole('radio').first().waitFor();
    expect(await page.locator('.charts').count()).toBe(0);
    expect(await heading()).toBe('The size follows the load');
    await page.getByRole('radio', { name: /^1\.25 CU/ }).check();
    await settled();
    expect(await page.innerText('.chapter')).toContain('Right: 1.25 CU: the load, with some room.');
    const judge = page.getByRole('button', { name: 'Judge my configuration' });
    await judge.click();
    await page.getByText('0 of 100.').waitFor();
    expect(await page.innerText('.challenge')).toContain('breaks');
    await field('Maximum').fill('8');
    await field('Maximum').press('Enter');
    await expect.poll(heading).toMatch(/^0\.25 to 8 CU/);
    await judge.click();
    await page.getByText(/[1-9]\d+ of 100\./).waitFor();
    // Less demand makes no better score.
    const score = await page.innerText('.challenge strong');
    await field('Loads and arrivals, as a factor').fill('0.1');
    await field('Loads and arrivals, as a factor').press('Enter');
    await settled();
    await judge.click();
    await expect.poll(() => page.innerText('.challenge strong')).toBe(score);
    isQuiet();
  });

  test('the chapter of a teacher’s file asks first', async () => {
    await open();
    const chapter = { title: 'Mine', question: 'Is it?', choices: ['yes', 'no'], right: 2, answer: 'No.' };
    const scenario = {
      why: 'W.',
      horizon: '1h',
      compute: { size: 1 },
      demand: [{ kind: 'load', vcpu: 0.1 }],
    };
    await page.locator('input[type=file]').setInputFiles({
      name: 'mine.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify({ ...scenario, chapter })),
    });
    await expect.poll(heading).toBe('Mine');
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await settled();
    expect(await page.innerText('.chapter')).toContain('The answer: no.');
    expect(await page.locator('.challenge').count()).toBe(0);
    isQuiet();
  });

  test('a recommendation has its reasons, and can be used', async () => {
    await open(`#file=${CROWD}&max=2`);
    await page.getByRole('button', { name: 'Recommend' }).click();
    const recommendation = page.locator('.recommendation');
    await recommendation.waitFor();
    expect(await recommendation.innerText()).toContain('Change to 0.25 to 7 CU');
    expect(await page.locator('.trade-off .of-frontier').count()).toBeGreaterThan(3);
    await page.getByRole('button', { name: 'Use it' }).click();
    await expect.poll(heading).toMatch(/^0\.25 to 7 CU/);
    // Both positions have dots, and the plan stays.
    await expect.poll(() => page.locator('.trade-off .been').count()).toBe(2);
    expect(await page.locator('.trade-off .recommended').count()).toBe(1);
    isQuiet();
  });

  test('an objective can be moved by keys and dragged, and the plan follows it', async () => {
    await open(`#file=${CROWD}`);
    const budget = page.getByRole('slider', { name: 'Budget' });
    await budget.focus();
    const before = Number(await budget.getAttribute('aria-valuenow'));
    await budget.press('ArrowRight');
    const moved = async () => Number(await budget.getAttribute('aria-valuenow'));
    await expect.poll(moved).toBe(before + 1);
    const box = await page.locator('.trade-off').boundingBox();
    if (box === null) throw new Error('the picture is there');
    const at = await budget.boundingBox();
    await page.mouse.move((at?.x ?? 0) + (at?.width ?? 0) / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height / 2, { steps: 5 });
    await page.mouse.up();
    await expect.poll(moved).toBeLessThan(before / 1.5);
    await page.getByRole('button', { name: 'Recommend' }).click();
    await page.locator('.recommendation').waitFor();
    expect(await page.innerText('.recommendation')).toContain('No configuration meets all objectives');
  });

  test('a file of one’s own is read in the page: a CSV, a scenario with its trace, and a wrong one', async () => {
    await open();
    const csv = 'time,cpu_vcpu\n2026-03-02 09:00,0.5\n2026-03-02 09:05,3.7\n2026-03-02 09:10,0.6\n';
    const scenario = `why: A test of a dropped scenario.
start: 2026-03-02T09:00
horizon: 15m
compute: { size: 1 }
demand: [{ kind: trace, file: own.csv }]
`;
    const inFolder = {
      why: 'A trace in a folder.',
      start: '2026-03-02T09:00',
      horizon: '15m',
      compute: { size: 1 },
      demand: [{ kind: 'trace', file: 'traces/a.csv' }],
    };
    const input = page.locator('input[type=file]');
    const drop = (...files: readonly (readonly [name: string, text: string])[]) =>
      input.setInputFiles(
        files.map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
      );
    await drop(['own.csv', csv]);
    await expect.poll(command).toBe('tidemark simulate own.csv');
    await expect.poll(heading).toMatch(/^0\.25 to 2 CU/);
    await expect.poll(() => figure('Throttled')).not.toBe('0%');
    await drop(['own.csv', csv], ['mine.yaml', scenario]);
    await expect.poll(() => page.innerText('.under')).toBe('A test of a dropped scenario.');
    await drop(['a.csv', csv], ['mine.json', JSON.stringify(inFolder)]);
    await expect.poll(() => page.innerText('.under')).toBe('A trace in a folder.');
    await drop(['notes.txt', 'Dear diary, today I looked at my database.\n']);
    await expect.poll(() => page.innerText('.trouble')).toMatch(/header/);
    isQuiet();
  });

  test('a file that is dropped again is read again, and one of several computes is refused', async () => {
    await open();
    const scenario = (size: number) => ({
      why: `A size of ${size}.`,
      horizon: '1h',
      compute: { size },
      demand: [],
    });
    const two = {
      why: 'Two.',
      horizon: '1h',
      computes: [
        { name: 'a', size: 1, demand: [] },
        { name: 'b', size: 1, demand: [] },
      ],
    };
    const drop = (content: object) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'mine.json',
        mimeType: 'application/json',
        buffer: Buffer.from(JSON.stringify(content)),
      });
    await drop(scenario(1));
    await expect.poll(heading).toMatch(/^1 CU/);
    await drop(scenario(2));
    await expect.poll(heading).toMatch(/^2 CU/);
    await drop(two);
    await expect.poll(() => page.innerText('.trouble')).toContain('this scenario has 2');
    isQuiet();
  });

  test('a trace has the bytes that the command line prints, and a scenario that runs the same', async () => {
    await open();
    await page.locator('input[type=file]').setInputFiles(WEEK);
    await expect.poll(command).toBe('tidemark simulate office-week.jsonl');
    await settled();
    const printed = await run(['simulate', 'office-week.jsonl', '--set', 'max=4', '--no-compare', '--json'], {
      'office-week.jsonl': readFileSync(WEEK),
    });
    await field('Maximum').fill('4');
    await field('Maximum').press('Enter');
    await expect.poll(heading).toMatch(/^0\.25 to 4 CU/);
    expect(await downloadOf('Download the answer')).toBe(printed.out);
    const scenario = await downloadOf('Download as scenario');
    const files = { 'lab.yaml': scenario, 'office-week.jsonl': readFileSync(WEEK) };
    const ofScenario = await run(['simulate', 'lab.yaml', '--no-compare', '--json'], files);
    expect(JSON.parse(ofScenario.out).totals).toEqual(JSON.parse(printed.out).totals);
    // A trace has no current configuration, so the plan does not take that of the controls for one.
    await page.getByRole('button', { name: 'Recommend' }).click();
    await page.locator('.recommendation').waitFor();
    expect(await page.innerText('.recommendation')).not.toContain('today');
  });

  test('one query to a compute that sleeps waits as long as the start takes', async () => {
    await open(`#file=${CROWD}&assumptions.start=1s`);
    const sent = Date.now();
    await page.getByRole('button', { name: 'Send a query' }).click();
    await page.getByText('The answer came after').waitFor();
    expect(Date.now() - sent).toBeGreaterThan(1000);
    expect(await page.innerText('.query')).toMatch(/The answer came after 1\.0\d s\./);
  });

  test('a client that gives up before the start is done says so', async () => {
    await open('#file=scenarios/side-project.yaml&assumptions.start=3s&connectTimeout=1s');
    await page.getByRole('button', { name: 'Send a query' }).click();
    await page.getByText('Your client gave up after 1 s').waitFor();
  });

  test('a compute that never sleeps says so', async () => {
    await open(`#file=${CROWD}&suspendAfter=off`);
    expect(await page.innerText('.query')).toContain('This compute never sleeps');
  });

  test('the keys of the browser’s own zoom are left to it', async () => {
    await open(`#file=${CROWD}`);
    await page.locator('.charts').focus();
    const prevented = await page.evaluate<boolean>(
      `!document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '-', ctrlKey: true, bubbles: true, cancelable: true }))`,
    );
    expect(prevented).toBe(false);
  });

  test('keys alone move the cursor, zoom and show what happened', async () => {
    await open(`#file=${CROWD}&max=2`);
    const charts = page.locator('.charts');
    await charts.focus();
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.innerText('.cursor')).toContain('the maximum holds it at 2 CU');
    const pixels = () => page.evaluate<string>(`document.querySelector('.charts canvas').toDataURL()`);
    const whole = await pixels();
    await page.keyboard.press('+');
    await expect.poll(pixels).not.toBe(whole);
    await page.keyboard.press('0');
    await expect.poll(pixels).toBe(whole);
    isQuiet();
  });

  test('is accessible in light and dark, with a pinned run and a plan, and fits a phone', async () => {
    await open(`#file=${CROWD}&max=2&pin={"max":"4"}`);
    await page.getByRole('button', { name: 'Recommend' }).click();
    await page.locator('.recommendation').waitFor();
    const findings = async () => {
      await page.evaluate(axe);
      return page.evaluate<string[]>(
        `axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html.slice(0, 200)))`,
      );
    };
    expect(await findings()).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findings()).toEqual([]);
    await page.setViewportSize({ width: 375, height: 700 });
    const width = () => page.evaluate<number>('document.documentElement.scrollWidth');
    await expect.poll(width).toBeLessThanOrEqual(375);
    expect(await findings()).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  });

  test('a file that the page does not have is asked for', async () => {
    await page.goto(`${pathToFileURL(path).href}#file=mine.csv&max=4`);
    await expect
      .poll(() => page.innerText('.trouble'))
      .toContain('The page does not have mine.csv. Drop the file');
    await page.locator('input[type=file]').setInputFiles({
      name: 'mine.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('time,cpu_vcpu\n2026-03-02 09:00,0.5\n2026-03-02 09:05,0.7\n'),
    });
    await expect.poll(heading).toMatch(/^0\.25 to \d CU/);
  });
});
