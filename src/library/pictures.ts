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

/**
 * The options of `pictures`.
 *
 * @example
 * ```ts
 * import { writeFileSync } from 'node:fs';
 * import { simulate } from 'tidemark';
 * import { type PictureOptions, pictures } from 'tidemark/pictures';
 *
 * const fields = { horizon: '1h', compute: { size: 1 }, demand: [{ kind: 'load', vcpu: 0.3 }] };
 * const answer = await simulate(fields, { compare: false });
 * // A page can show the one that fits the theme of its reader.
 * const themes: PictureOptions[] = [{ theme: 'light' }, { theme: 'dark' }];
 * for (const options of themes) {
 *   const [first] = pictures(answer, options);
 *   if (first !== undefined) writeFileSync(`${first.name}-${options.theme}.svg`, await first.svg());
 * }
 * ```
 */
export interface PictureOptions {
  /** The colours; `light` if nothing is said. */
  readonly theme?: ThemeName;
}

/**
 * A picture of an answer. It is drawn only when somebody asks for it.
 *
 * @example
 * ```ts
 * import { compare } from 'tidemark';
 * import { type Picture, pictures } from 'tidemark/pictures';
 *
 * // An attachment of a mail or a chat message.
 * async function attachment({ name, finding, png }: Picture) {
 *   return { filename: `${name}.png`, description: finding, content: await png() };
 * }
 *
 * const fields = { horizon: '1h', compute: { size: 2 }, demand: [{ kind: 'load', vcpu: 0.3 }] };
 * const answer = await compare(fields, null, { set: { size: 1 } });
 * for (const picture of pictures(answer))
 *   console.log((await attachment(picture)).filename); // comparison.png
 * ```
 */
export interface Picture {
  /** A short name, such as `cost`, to use for a file. */
  readonly name: string;
  /** The finding that the picture shows, in a sentence. */
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
