// Copies Vega's own script beside the compiled script of pages, because a page contains both.
import { readFileSync, writeFileSync } from 'node:fs';

const vega = readFileSync(new URL('vega.min.js', import.meta.resolve('vega')), 'utf8');
writeFileSync(
  new URL('../dist/page/browser/vega.min.js', import.meta.url),
  vega.replace(/\/\/# source.*\s*$/, ''),
);
