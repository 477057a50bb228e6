import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns the path of Chromium on this machine; null if there is none. */
export function findChromium(): string | null {
  const named = process.env.TIDEMARK_CHROMIUM;
  return (named === undefined || named === '' ? PLACES : [named]).find(isExecutable) ?? null;
}

export interface Opened {
  readonly context: BrowserContext;
  close(): Promise<void>;
}

/** A headless Chromium that knows nothing yet. */
export async function openChromium(executablePath: string): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-chromium-'));
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    headless: true,
    args: FLAGS,
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(45_000);
  return {
    context,
    async close() {
      await context.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
