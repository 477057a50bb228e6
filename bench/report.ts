import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Browser, chromium } from 'playwright-core';
import { MINUTE_MS } from '../src/facts/index.ts';
import { randomStream } from '../src/workload/index.ts';
import type { Figure } from './figure.ts';
import { median } from './quantile.ts';

const MINUTES = 365 * 24 * 60;
const ROUNDS = 5;
const main = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

/** The page of a year of one-minute samples: the time to make it, its size, and the time until it can be used. */
export async function reportFigures(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-report-'));
  try {
    const [trace, result] = [join(folder, 'year.jsonl'), join(folder, 'year.json')];
    writeFileSync(trace, traceOfAYear());
    writeFileSync(result, tidemark(['simulate', trace, '--json']).out);
    const page = tidemark(['report', result, '-o', folder]);
    const pictures = tidemark(['report', result, '-o', folder, '--format', 'svg']);
    const path = join(folder, 'report.html');
    const megabytes = statSync(path).size / 1e6;
    return [
      {
        name: 'the page of a year of one-minute samples, made',
        ours: `${(page.ms / 1000).toFixed(2)} s, ${megabytes.toFixed(2)} MB`,
        reference: `${(pictures.ms / 1000).toFixed(2)} s (its pictures as SVG)`,
        ratio: page.ms / pictures.ms,
        asked: 'under 3 s and 3 MB',
      },
      ...(await openedFigures(path)),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Measures the page in Chromium, in a window that shows a chart at once, against an empty page. */
async function openedFigures(path: string): Promise<Figure[]> {
  const executablePath = process.env.TIDEMARK_CHROMIUM || '/usr/bin/chromium';
  if (!existsSync(executablePath)) return [];
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const empty = `${path}.empty.html`;
    writeFileSync(
      empty,
      '<!doctype html><html><title>nothing</title><script>document.documentElement.dataset.ready="all"</script></html>',
    );
    const times: Opened[] = [];
    for (let round = 0; round < ROUNDS; round++)
      times.push({ ours: await readyTimes(browser, path), reference: await readyTimes(browser, empty) });
    const figure = (name: string, which: 'first' | 'all', asked: string): Figure => {
      const ours = median(times.map((one) => one.ours[which]));
      const reference = median(times.map((one) => one.reference.all));
      return {
        name: `the same page in Chromium, until ${name}`,
        ours: `${ours.toFixed(0)} ms`,
        reference: `${reference.toFixed(0)} ms (an empty page)`,
        ratio: ours / reference,
        asked,
      };
    };
    return [
      figure('what is in sight is drawn and can be used', 'first', 'within 1 s'),
      figure('all further down is drawn too', 'all', '-'),
    ];
  } finally {
    await browser.close();
  }
}

interface Opened {
  readonly ours: ReadyTimes;
  readonly reference: ReadyTimes;
}

interface ReadyTimes {
  readonly first: number;
  readonly all: number;
}

/** A script that notes the times in the page itself. */
const NOTE_TIMES = `
  globalThis.readyAt = {};
  new MutationObserver(() => {
    readyAt[document.documentElement.dataset.ready] ??= performance.now();
  }).observe(document, { attributes: true, attributeFilter: ['data-ready'], subtree: true });
`;

/** Returns the times by the clock of the page. Asking from outside would add time that no reader waits. */
async function readyTimes(browser: Browser, file: string): Promise<ReadyTimes> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 1600 } });
  await page.addInitScript(NOTE_TIMES);
  await page.goto(pathToFileURL(file).href);
  await page.waitForSelector('[data-ready=all]', { state: 'attached' });
  const at = await page.evaluate<ReadyTimes>('readyAt');
  await page.close();
  return at;
}

function tidemark(args: readonly string[]) {
  const start = performance.now();
  const { status, stdout } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`tidemark ${args.join(' ')} ended with ${status}`);
  return { out: stdout, ms: performance.now() - start };
}

function traceOfAYear(): string {
  const random = randomStream(1, 'year');
  const head = {
    schema: 'tidemark/trace',
    version: 1,
    name: 'year',
    timezone: 'UTC',
    stepMs: MINUTE_MS,
    columns: [{ quantity: 'cpu', statistic: 'average', gap: 'unknown', source: 'made' }],
  };
  const startMs = Date.UTC(2026, 0, 1);
  const rows = Array.from({ length: MINUTES }, (_, minute) => {
    const wave = Math.max(0, Math.cos((2 * Math.PI * (minute - 14 * 60)) / 1440)) * 1.5;
    const vcpu = wave === 0 && random() < 0.98 ? 0 : wave * (0.5 + random());
    return `[${startMs + minute * MINUTE_MS},${vcpu.toFixed(4)}]`;
  });
  return `${JSON.stringify(head)}\n${rows.join('\n')}\n`;
}
