import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PageScripts } from '../../page/index.ts';
import type { Fonts } from '../../picture/index.ts';

/** Works from the built command and from its sources. */
const FONTS = new URL('../../../fonts/', import.meta.url);

export function fonts(): Fonts {
  return {
    regular: readFileSync(new URL('Inter-Regular.ttf', FONTS)),
    semiBold: readFileSync(new URL('Inter-SemiBold.ttf', FONTS)),
  };
}

/** The WebAssembly module that draws pixels. */
export function drawingModule(): Uint8Array {
  const { resolve } = createRequire(import.meta.url);
  return readFileSync(resolve('@resvg/resvg-wasm/index_bg.wasm'));
}

/** The scripts of a page: Vega's own, and ours as built, for charts and for many databases. */
export function pageScripts(): PageScripts {
  return {
    vega: readFileSync(new URL('vega.min.js', BUILT), 'utf8'),
    page: readFileSync(new URL('show.js', BUILT), 'utf8'),
    grid: readFileSync(new URL('../grid.js', BUILT), 'utf8'),
  };
}

/** Works from the built command and from its sources. */
const BUILT = new URL('../../../dist/page/browser/', import.meta.url);
