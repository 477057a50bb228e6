import { FONT } from '../theme.ts';
import type { Fonts } from './fonts.ts';

/** Pixels of the PNG for each pixel of the SVG, for screens of double density. */
const SCALE = 2;

/** Returns a function from SVG to PNG. It uses only the given fonts, so that it draws the same everywhere. */
export async function pngDrawer(wasm: Uint8Array, fonts: Fonts): Promise<(svg: string) => Uint8Array> {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  started ??= initWasm(wasm.slice().buffer);
  await started;
  return (svg) => {
    const drawing = new Resvg(svg, {
      fitTo: { mode: 'zoom', value: SCALE },
      font: {
        fontBuffers: [fonts.regular, fonts.semiBold],
        defaultFontFamily: FONT,
        sansSerifFamily: FONT,
      },
    });
    try {
      const image = drawing.render();
      const png = image.asPng();
      image.free();
      return png;
    } finally {
      drawing.free();
    }
  };
}

/** The module can be initialised only once in a process. */
let started: Promise<void> | undefined;
