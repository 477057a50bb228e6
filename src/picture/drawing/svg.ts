import type { Chart } from '../chart.ts';
import type { Theme } from '../theme.ts';
import { compiled } from './compiled.ts';
import { textWidthOf } from './font-widths.ts';
import type { Fonts } from './fonts.ts';

/** Draws a chart as SVG without a browser. The same chart gives the same bytes. */
export async function svgOf(chart: Chart, theme: Theme, fonts: Fonts): Promise<string> {
  const [vega, spec] = await Promise.all([import('vega'), compiled(chart, theme)]);
  const [regular, semiBold] = [textWidthOf(fonts.regular), textWidthOf(fonts.semiBold)];
  // Vega measures text with a canvas, and guesses if there is none.
  textMetricsOf(vega).width = ({ fontSize = 11, fontWeight }, text) =>
    (fontWeight === 'bold' || Number(fontWeight) >= 600 ? semiBold : regular)(String(text ?? ''), fontSize);
  vega.resetSVGDefIds();
  const view = new vega.View(vega.parse(spec), { renderer: 'none', logLevel: vega.Error });
  const svg = await view.toSVG();
  view.finalize();
  return `${withText(shortened(svg), chart)}\n`;
}

/** Rounds coordinates to hundredths of a pixel, which saves a fifth of the file. */
function shortened(svg: string): string {
  return svg.replaceAll(/(?<= d="| transform="translate\()[^"]+/g, (path) =>
    path.replaceAll(/\d+\.\d{3,}/g, (number) => String(Math.round(Number(number) * 100) / 100)),
  );
}

/** Adds the title and the description for readers who cannot see the chart. */
function withText(svg: string, { finding, about }: Chart): string {
  const end = svg.indexOf('>') + 1;
  const head = svg.slice(0, end - 1);
  return `${head} role="img"><title>${escaped(finding)}</title><desc>${escaped(about)}</desc>${svg.slice(end)}`;
}

/** The documentation of Vega has `textMetrics`, but its types do not. */
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
