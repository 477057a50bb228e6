import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Figure } from './figure.ts';
import { keep } from './results.ts';

const BYTES = 2e9;

/** Commands on a table that is larger than the memory that they may use. This takes some minutes. */
keep('large traces', [
  figure('convert', ['trace', 'convert', 'long.csv', '-o', 'long.jsonl']),
  figure('convert --step 1h, gzip', ['trace', 'convert', 'long.csv', '--step', '1h', '-o', 'hours.jsonl.gz']),
  figure('inspect', ['trace', 'inspect', 'long.csv']),
  figure('simulate', ['simulate', 'long.csv', '--no-compare']),
]);

function figure(name: string, args: readonly string[]): Figure {
  const module = fileURLToPath(new URL('./traces/command.js', import.meta.url));
  const start = performance.now();
  const text = execFileSync(process.execPath, [module, String(BYTES), ...args], { encoding: 'utf8' });
  const { peakBytes } = JSON.parse(text) as { readonly peakBytes: number };
  return {
    name: `${name}, ${BYTES / 1e9} GB of CSV`,
    ours: `${(peakBytes / 1e6).toFixed(0)} MB resident at most`,
    reference: `${((performance.now() - start) / 1000).toFixed(0)} s, the table being made as well`,
    ratio: peakBytes / BYTES,
    asked: 'below 250 MB',
  };
}
