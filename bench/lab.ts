import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { findChromium, openChromium } from '../test/console/chromium.ts';
import { built } from './built.ts';
import type { Figure } from './figure.ts';
import { quantile } from './quantile.ts';
import { keep } from './results.ts';

const CHANGES = 60;
const MAIN = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));

interface Sampled {
  readonly name: string;
  readonly samples: number;
  readonly stepMs: number;
  readonly askedMs: number;
}

const SAMPLED: readonly Sampled[] = [
  { name: 'a week of five-minute samples', samples: 2016, stepMs: 300_000, askedMs: 50 },
  { name: 'a month of one-minute samples', samples: 43_200, stepMs: 60_000, askedMs: 150 },
];

/** From a change of a slider to the frame that shows its answer, in a headless Chromium. */
async function labFigures(executable: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-lab-'));
  const { context, close } = await openChromium(executable);
  try {
    const path = join(folder, 'lab.html');
    execFileSync(process.execPath, [MAIN, 'lab', '--html', path], { stdio: 'ignore' });
    const address = pathToFileURL(path).href;
    const figures = [await firstFigure(() => context.newPage(), address)];
    const page = await context.newPage();
    await page.goto(address);
    await page.waitForSelector('.charts canvas');
    for (const sampled of SAMPLED) figures.push(await changeFigure(page, sampled));
    return figures;
  } finally {
    await close();
    rmSync(folder, { recursive: true });
  }
}

/** Notes in the page when its first chart is there. */
const NOTE_FIRST = `new MutationObserver((_, observer) => {
  if (document.querySelector('.charts canvas') === null) return;
  globalThis.firstPictureMs = performance.now();
  observer.disconnect();
}).observe(document, { subtree: true, childList: true });`;

/** How long it takes from opening the page to its first picture. */
async function firstFigure(newPage: () => Promise<Page>, address: string): Promise<Figure> {
  const times: number[] = [];
  const ready: number[] = [];
  for (let i = 0; i < 5; i++) {
    const page = await newPage();
    await page.addInitScript({ content: NOTE_FIRST });
    await page.goto(address);
    await page.waitForSelector('.charts canvas');
    times.push(await page.evaluate<number>('firstPictureMs'));
    ready.push(await page.evaluate<number>('performance.getEntriesByType("navigation")[0].domInteractive'));
    await page.close();
  }
  const [ours, reference] = [quantile(times, 0.5), quantile(ready, 0.5)];
  return {
    name: 'the first picture, page and thread started',
    ours: `${ours.toFixed(0)} ms`,
    reference: `${reference.toFixed(0)} ms (the page is read)`,
    ratio: ours / reference,
    asked: 'within 1 s',
  };
}

async function changeFigure(page: Page, { name, samples, stepMs, askedMs }: Sampled): Promise<Figure> {
  const csv = csvOf(samples, stepMs);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `${samples}.csv`, mimeType: 'text/csv', buffer: Buffer.from(csv) });
  await page.locator('footer code', { hasText: `${samples}.csv` }).waitFor();
  await page.waitForSelector('.results[aria-busy=false] .charts canvas');
  const times = await page.evaluate<number[]>(`(async () => {
    const slider = document.querySelectorAll('input[type=range]')[1];
    const draws = () => Number(document.querySelector('.charts').dataset.draws);
    const times = [];
    for (let i = 0; i < ${CHANGES}; i++) {
      await new Promise((resolve) => setTimeout(resolve, 300));
      const [before, beganMs] = [draws(), performance.now()];
      slider.value = String(2 + (i % 8));
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      while (draws() === before) await new Promise(requestAnimationFrame);
      times.push(performance.now() - beganMs);
    }
    return times;
  })()`);
  const ours = quantile(times, 0.95);
  const reference = await inNode(csv);
  return {
    name: `a change of a slider, ${name}, 95th percentile`,
    ours: `${ours.toFixed(0)} ms`,
    reference: `${reference.toFixed(0)} ms (the simulation alone, in Node, median)`,
    ratio: ours / reference,
    asked: `within ${askedMs} ms`,
  };
}

async function inNode(csv: string): Promise<number> {
  const { simulate } = await built<typeof import('../src/library/tidemark.ts')>('library/tidemark');
  const { readTrace } = await built<typeof import('../src/library/trace.ts')>('library/trace');
  const trace = await readTrace({ name: 'trace.csv', bytes: csv });
  const times: number[] = [];
  for (let i = 0; i < CHANGES; i++) {
    const beganMs = performance.now();
    await simulate(trace, { set: { max: 1 + (i % 8) }, compare: false }, { threads: 1 });
    times.push(performance.now() - beganMs);
  }
  return quantile(times, 0.5);
}

/** A trace of office hours with noise, the same each time. */
function csvOf(samples: number, stepMs: number): string {
  let state = 1;
  const lines = Array.from({ length: samples }, (_, i) => {
    state = (state * 16_807) % 2_147_483_647;
    const share = state / 2_147_483_647;
    const hour = ((i * stepMs) / 3_600_000) % 24;
    const vcpu = hour > 8 && hour < 18 ? 0.3 + 0.8 * share : share < 0.02 ? 0.05 : 0;
    return `${new Date(Date.UTC(2026, 2, 2) + i * stepMs).toISOString()},${vcpu.toFixed(3)}`;
  });
  return `time,cpu_vcpu\n${lines.join('\n')}\n`;
}

const executable = findChromium();
if (executable === null)
  console.log('The lab is not measured, because there is no Chromium: set TIDEMARK_CHROMIUM.');
else keep('lab', await labFigures(executable));
