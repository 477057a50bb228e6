import { drawingModule, fonts } from '../../../library/index.ts';
import { pageBlocksOf } from '../../../page/index.ts';
import {
  type Chart,
  type Fonts,
  inBothThemes,
  pngDrawer,
  type ResultDocument,
  svgOf,
  THEMES,
  type Theme,
  themed,
} from '../../../picture/index.ts';
import { jsonDocument, renderPage } from '../../../report/index.ts';
import type { ReportFormat } from '../../flags/options.ts';
import { htmlReport } from './html-report.ts';
import { markdownReport } from './markdown-report.ts';
import type { Files } from './write-folder.ts';

/** A result and its charts. */
interface Drawn {
  readonly document: ResultDocument;
  /** The whole result, as it was printed. */
  readonly value: unknown;
  readonly charts: readonly Chart[];
  readonly theme: Theme;
  /** The same charts for dark pages, if one file serves both themes. */
  readonly darkCharts: readonly Chart[] | null;
  /** The command that was typed. */
  readonly commandLine: string;
}

export async function reportFiles(
  drawn: Drawn,
  format: ReportFormat,
  show: (share: number) => void,
): Promise<Files> {
  switch (format) {
    case 'html':
      return htmlReport(drawn, drawn.commandLine);
    case 'svg':
      return svgFiles(drawn, fonts(), show);
    case 'png':
      return pngFiles(drawn, show);
    case 'text':
      return new Map([['report.txt', `${renderPage(pageBlocksOf(drawn.document), 'text')}\n`]]);
    case 'markdown':
      return new Map([
        ['report.md', markdownReport(drawn.document, drawn.charts)],
        ...(await svgFiles(drawn, fonts(), show)),
      ]);
    case 'json':
      return jsonFiles(drawn);
  }
}

async function svgFiles({ charts, theme, darkCharts }: Drawn, fonts: Fonts, show: (share: number) => void) {
  const files = new Map<string, string>();
  for (const [i, chart] of charts.entries()) {
    const svg = await svgOf(chart, theme, fonts);
    const dark = darkCharts?.[i];
    const both = dark === undefined ? svg : inBothThemes(svg, await svgOf(dark, THEMES.dark, fonts));
    files.set(`${chart.name}.svg`, both);
    show(files.size / charts.length);
  }
  return files;
}

async function pngFiles(drawn: Drawn, show: (share: number) => void) {
  const known = fonts();
  const draw = await pngDrawer(drawingModule(), known);
  const pictures = await svgFiles(drawn, known, (share) => show(share / 2));
  const files = new Map<string, Uint8Array>();
  for (const [name, svg] of pictures) {
    files.set(name.replace(/\.svg$/, '.png'), draw(svg));
    show((1 + files.size / pictures.size) / 2);
  }
  return files;
}

function jsonFiles({ value, charts, theme }: Drawn): Files {
  return new Map([
    ['result.json', `${jsonDocument(value)}\n`],
    ...charts.map((chart) => [`${chart.name}.vl.json`, `${jsonDocument(themed(chart, theme))}\n`] as const),
  ]);
}
