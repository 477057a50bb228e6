// Writes reports/index.html: each report of `npm run reports` with its question, its answer and two charts.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { pageBlocksOf } from '../src/page/answer-parts.ts';
import { escapedMarkup } from '../src/page/markup.ts';
import { STYLE } from '../src/page/style.ts';
import { chartsOf } from '../src/picture/charts-of.ts';
import { readResultDocument } from '../src/picture/documents/read-document.ts';
import { THEMES } from '../src/picture/theme.ts';
import { present } from '../src/problem/index.ts';

/** The chart that answers the question of a report, and the chart beside it. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  'connection-storm': ['connections', 'size'],
  'connection-storm-pooled': ['connections', 'size'],
  'cron-each-minute': ['cost', 'size'],
  'flash-crowd': ['throttling', 'size'],
  'forgotten-branch': ['cost', 'size'],
  'free-plan-runs-out': ['connections', 'size'],
  'growing-shop': ['throttling', 'size'],
  'move-to-branch': ['cache', 'size'],
  'nightly-batch': ['disk', 'size'],
  'office-hours': ['cost', 'size'],
  'office-week-plan': ['frontier', 'growth'],
  'pool-races-suspend': ['size', 'awake-week'],
  'preview-branches': ['cost', 'size-production'],
  replicas: ['size-primary', 'size-replica-europe'],
  'resize-by-hand': ['size', 'throttling'],
  'side-project': ['size', 'awake-week'],
  'weekly-release': ['throttling', 'size'],
  'working-set-too-large': ['cache', 'size'],
};

const folder = new URL('../reports/', import.meta.url);
const reports = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => reportOf(name))
  .sort((one, other) => (one.name < other.name ? -1 : 1));
writeFileSync(new URL('index.html', folder), pageOf(reports));

type Report = ReturnType<typeof reportOf>;
type Picture = Report['shown'][number];

function reportOf(name: string) {
  const file = `reports/${name}/result.json`;
  const document = readResultDocument(
    JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')),
    file,
  );
  const charts = chartsOf(document, THEMES.light);
  const shown = (SHOWN[name] ?? ['cost', 'size']).map((wanted) =>
    present(
      charts.find((chart) => chart.name === wanted),
      `${name} has a picture ${wanted}: build/gallery.ts names it`,
    ),
  );
  const heading = pageBlocksOf(document).find((block) => block.kind === 'heading');
  const why = 'why' in document.result ? document.result.why : null;
  return {
    name,
    question: why ?? 'A week of an internal tool, as its monitoring saw it. Which configuration?',
    // The heading of a plan is its answer. The heading of a simulation is its question.
    answer: (document.kind === 'plan' ? heading?.text : shown[0]?.finding) ?? '',
    shown: shown.map((chart) => ({ ...chart, size: sizeOf(name, chart.name) })),
  };
}

/** Returns the size of a chart, so that nothing moves when the image arrives. */
function sizeOf(name: string, picture: string) {
  const svg = readFileSync(new URL(`${name}/${picture}.svg`, folder), 'utf8');
  const [, width, height] = /<svg [^>]*?width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return { width: Math.round(Number(width)), height: Math.round(Number(height)) };
}

function pageOf(all: readonly Report[]) {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What tidemark answers</title>
<style>${STYLE}${GALLERY_STYLE()}</style>
</head>
<body>
<a class="skip" href="#reports">Skip to the reports</a>
<header>
<h1>What tidemark answers</h1>
<p>Every scenario that comes with it, and a plan from metrics: the question, the answer, and how it went.</p>
<nav aria-label="Reports"><ul>
${all.map(({ name }) => `<li><a href="#${name}">${words(name)}</a></li>`).join('\n')}
</ul></nav>
</header>
<main id="reports">
${all.map(articleOf).join('\n')}
</main>
<footer>Written by <code>npm run reports</code>. A picture opens alone when it is followed. Nothing is loaded from elsewhere.</footer>
</body>
</html>
`;
}

function articleOf({ name, question, answer, shown }: Report) {
  return `<article id="${name}" aria-labelledby="${name}-title">
<h2 id="${name}-title">${words(name)}</h2>
<p class="question">${escapedMarkup(question)}</p>
<p class="answer">${escapedMarkup(answer)}</p>
<div class="pictures">
${shown.map((chart) => pictureOf(name, chart)).join('\n')}
</div>
<p class="files">${[
    ['report.md', 'All pictures and figures'],
    ['report.txt', 'As text'],
    ['result.json', 'As JSON'],
  ]
    .map(
      ([file, label]) => `<a href="${name}/${file}">${label}<span class="of"> of ${words(name)}</span></a>`,
    )
    .join('\n')}</p>
</article>`;
}

function pictureOf(name: string, { name: picture, finding, about, size }: Picture) {
  const { width, height } = size;
  return `<a class="picture" href="${name}/${picture}.svg"><img src="${name}/${picture}.svg" width="${width}" height="${height}" loading="lazy" alt="${escapedMarkup(`${finding} ${about}`)}"></a>`;
}

function words(name: string) {
  const text = name.replaceAll('-', ' ');
  return escapedMarkup(text.charAt(0).toUpperCase() + text.slice(1));
}

/** The styles of the gallery. The question stands first, and charts stand side by side. */
function GALLERY_STYLE() {
  return `
html { scroll-padding-top: .5rem; }
header, main, footer { max-width: 88rem; }
header p { color: var(--quiet); }
nav ul { list-style: none; margin: 1rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4rem 1.1rem; }
nav li { margin: 0; }
nav a { display: inline-block; padding: .15rem 0; }
article { margin-top: 2.75rem; padding-top: 1.5rem; border-top: 1px solid var(--grid); }
article h2 { font-size: .95rem; font-weight: 500; color: var(--quiet); margin: 0 0 .25rem; }
article p { margin: .25rem 0; max-width: 50em; }
.question { color: var(--ink); font-size: 1.2rem; line-height: 1.4; font-weight: 600; }
.answer { font-size: 1.05rem; }
.pictures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 36rem), 1fr)); gap: 1rem; margin: 1rem 0 .75rem; align-items: start; }
.picture { display: block; border: 1px solid var(--grid); border-radius: 8px; overflow: hidden; background: var(--paper); }
img { display: block; width: 100%; height: auto; }
.files { display: flex; flex-wrap: wrap; gap: .35rem 1.4rem; font-size: .92rem; }
.files a { padding: .15rem 0; }
.of { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 36rem) {
  .picture { overflow-x: auto; }
  .picture img { width: 40rem; max-width: none; }
}
`;
}
