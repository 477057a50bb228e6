import type { Chart } from '../chart.ts';
import type { Theme } from '../theme.ts';
import { compiled } from './compiled.ts';
import { textWidthOf } from './font-widths.ts';
import type { Fonts } from './fonts.ts';

/** A chart as SVG, without a browser: the same bytes for the same chart. */
export async function svgOf(chart: Chart, theme: Theme, fonts: Fonts): Promise<string> {
  const [vega, spec] = await Promise.all([import('vega'), compiled(chart, theme)]);
  const [regular, semiBold] = [textWidthOf(fonts.regular), textWidthOf(fonts.semiBold)];
  // Vega asks a canvas for widths, or guesses them where there is none.
  textMetricsOf(vega).width = ({ fontSize = 11, fontWeight }, text) =>
    (fontWeight === 'bold' || Number(fontWeight) >= 600 ? semiBold : regular)(String(text ?? ''), fontSize);
  vega.resetSVGDefIds();
  const view = new vega.View(vega.parse(spec), { renderer: 'none', logLevel: vega.Error });
  const svg = await view.toSVG();
  view.finalize();
  return `${withText(shortened(svg), chart)}\n`;
}

/** Hundredths of a pixel are enough, and a fifth of the file. */
function shortened(svg: string): string {
  return svg.replaceAll(/(?<= d="| transform="translate\()[^"]+/g, (path) =>
    path.replaceAll(/\d+\.\d{3,}/g, (number) => String(Math.round(Number(number) * 100) / 100)),
  );
}

/** What a reader who cannot see it is told. */
function withText(svg: string, { finding, about }: Chart): string {
  const end = svg.indexOf('>') + 1;
  const head = svg.slice(0, end - 1);
  return `${head} role="img"><title>${escaped(finding)}</title><desc>${escaped(about)}</desc>${svg.slice(end)}`;
}

/** Its types leave this out, and its documentation has it. */
function textMetricsOf(vega: object): TextMetrics {
  return (vega as { readonly textMetrics: TextMetrics }).textMetrics;
}

interface TextMetrics {
  width: (item: TextItem, text: unknown) => number;
}

interface TextItem {
  readonly fontSize?: number;
  readonly fontWeight?: number | string;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
