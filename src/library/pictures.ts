import {
  chartsOf,
  pngDrawer,
  readResultDocument,
  svgOf,
  THEMES,
  type ThemeName,
  themed,
} from '../picture/index.ts';
import { drawingModule, fonts } from './node/drawing-files.ts';
import { errorWithOptions } from './settings/setting-names.ts';

/** The options of `pictures`. */
export interface PictureOptions {
  /** The colours; `light` if nothing is said. */
  readonly theme?: ThemeName;
}

/** A picture of an answer. It is drawn only when somebody asks for it. */
export interface Picture {
  /** A short name, such as `cost`, to use for a file. */
  readonly name: string;
  /** What the picture shows, in a sentence. */
  readonly finding: string;
  /** The specification of Vega-Lite, with its data. */
  readonly vegaLite: object;
  /** The picture as SVG, with the font in it. */
  svg(): Promise<string>;
  /** The picture as PNG. */
  png(): Promise<Uint8Array>;
}

/**
 * The pictures of an answer: of `plan`, `simulate`, `compare` and others.
 *
 * @example
 * ```ts
 * import { writeFileSync } from 'node:fs';
 * import { plan } from 'tidemark';
 * import { pictures } from 'tidemark/pictures';
 *
 * const answer = await plan('scenarios/traces/office-week.jsonl');
 * for (const { name, finding, svg } of pictures(answer)) {
 *   console.log(finding);
 *   writeFileSync(`${name}.svg`, await svg());
 * }
 * ```
 */
export function pictures(answer: object, options: PictureOptions = {}): readonly Picture[] {
  const { theme = 'light' } = options;
  const own = THEMES[theme];
  return chartsIn(answer, theme).map((chart) => {
    const { name, finding } = chart;
    const svg = () => svgOf(chart, own, fonts());
    return {
      name,
      finding,
      vegaLite: themed(chart, own),
      svg,
      png: async () => (await pngDrawer(drawingModule(), fonts()))(await svg()),
    };
  });
}

function chartsIn(answer: object, theme: ThemeName) {
  try {
    return chartsOf(readResultDocument(answer as { readonly schema: string }, 'the answer'), THEMES[theme]);
  } catch (error) {
    throw errorWithOptions(error);
  }
}
