import {
  type Chart,
  chartsOf,
  compiled,
  overviewChart,
  type ResultDocument,
  THEMES,
} from '../picture/index.ts';
import { answerParts } from './answer-parts.ts';
import { blockMarkup, tableMarkup } from './block-markup.ts';
import { chartTables } from './chart-tables.ts';
import { type Differences, differences } from './differences.ts';
import type { OneCommand } from './grid/grid-data.ts';
import { gridSection } from './grid/grid-section.ts';
import { linkedTime, type PageSpec } from './linked-time.ts';
import { escapedMarkup, scriptJson, scriptText } from './markup.ts';
import { policyHash } from './policy-hash.ts';
import { GRID_STYLE, STYLE } from './style.ts';

interface ReportParts {
  readonly document: ResultDocument;
  /** How to make the same result again: figures as label and words, and the command. */
  readonly again: {
    readonly figures: readonly (readonly [string, string])[];
    readonly command: string;
    /** The same command about one of many databases. */
    readonly ofOne: OneCommand;
  };
  readonly version: string;
  readonly scripts: PageScripts;
}

/** The scripts of a page. The command line reads their files. */
export interface PageScripts {
  /** The Vega runtime. */
  readonly vega: string;
  /** The script that shows the charts with Vega. */
  readonly page: string;
  /** The script that shows many databases. Other pages do not contain it. */
  readonly grid: string;
}

/** A chart in the form that the script of the page takes. */
interface PageChart extends PageSpec {
  readonly name: string;
  /** The differences of the dark theme. */
  readonly dark: Differences;
}

/** Returns a result as one self-contained HTML page. */
export async function reportPage(parts: ReportParts): Promise<string> {
  const { document, again, version, scripts } = parts;
  const charts = chartsOf(document, THEMES.light);
  const darkCharts = chartsOf(document, THEMES.dark);
  const overviews = [overviewChart(document, THEMES.light), overviewChart(document, THEMES.dark)];
  const drawn = await Promise.all(
    [...charts, ...overviews.slice(0, 1)].flatMap((chart, i) => {
      const dark = i < charts.length ? darkCharts[i] : overviews[1];
      return chart === null || !dark ? [] : [pageChart(chart, dark)];
    }),
  );
  const { answer, question, under, reasons, notes } = answerParts(document, charts);
  const isOfMany = document.kind === 'portfolio-plan';
  const code = [...(isOfMany ? [scripts.grid] : []), scripts.vega, scripts.page].map(scriptText);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src ${code.map(policyHash).join(' ')} 'unsafe-eval'; base-uri 'none'; form-action 'none'">
<title>${escapedMarkup(answer)}</title>
<style>${STYLE}${isOfMany ? GRID_STYLE : ''}</style>
</head>
<body>
<a class="skip" href="#charts">Skip to the charts</a>${isOfMany ? '\n<a class="skip" href="#databases-title">Skip to all databases</a>' : ''}
<header>
${question === null ? '' : `<p class="question">${escapedMarkup(question)}</p>`}
<h1>${escapedMarkup(answer)}</h1>
${under.map((text) => `<p class="under">${escapedMarkup(text)}</p>`).join('\n')}
</header>
<main>
${reasons.length === 0 ? '' : `<section aria-label="Reasons">\n${reasons.map(blockMarkup).join('\n')}\n</section>`}
<section id="charts" aria-labelledby="charts-title">
<h2 id="charts-title">Charts</h2>
<noscript><p>The charts need scripts. The tables have their figures.</p></noscript>
${drawn.some(({ name }) => name === 'overview') ? TIME : ''}
${charts.map(figureMarkup).join('\n')}
</section>
${isOfMany ? `${gridSection(document.result, again.ofOne)}\n` : ''}<section aria-labelledby="again-title">
<h2 id="again-title">How to reproduce it</h2>
${blockMarkup({ kind: 'figures', title: null, figures: [...again.figures, ['tidemark', version]] })}
<pre tabindex="0"><code>${escapedMarkup(again.command)}</code></pre>
${(isOfMany ? notes.slice(1) : notes).map(blockMarkup).join('\n')}
</section>
</main>
<footer>Made by tidemark ${escapedMarkup(version)}. Times are local. This page loads nothing from elsewhere.</footer>
<script type="application/json" id="data">${scriptJson(drawn)}</script>
${code.map((text) => `<script>${text}</script>`).join('\n')}
</body>
</html>
`;
}

const TIME = `<div id="time" hidden>
<p><span id="shown" role="status"></span><button type="button" id="whole">Show all of the time</button></p>
<div class="chart" data-chart="overview"></div>
</div>`;

async function pageChart(chart: Chart, dark: Chart): Promise<PageChart> {
  const [light, other] = await Promise.all([compiled(chart, THEMES.light), compiled(dark, THEMES.dark)]);
  const own = linkedTime(light);
  return { name: chart.name, ...own, dark: differences(own.spec, linkedTime(other).spec) };
}

function figureMarkup(chart: Chart): string {
  const { name, finding, about } = chart;
  const tables = chartTables(chart).map(({ columns, rows }, i) =>
    tableMarkup(columns, rows, `Figures of ${name}${i === 0 ? '' : `, ${i + 1}`}`),
  );
  return `<figure id="chart-${escapedMarkup(name)}">
<figcaption><h3>${escapedMarkup(finding)}</h3><p class="about">${escapedMarkup(about)}</p></figcaption>
<div class="chart" role="img" aria-label="${escapedMarkup(`${finding} ${about}`)}" data-chart="${escapedMarkup(name)}"></div>
<details><summary>Figures as a table</summary>
${tables.join('\n')}
</details>
</figure>`;
}
