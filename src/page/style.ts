import { THEMES, type Theme } from '../picture/index.ts';

/** The style of a page, with the colours of its charts. */
export const STYLE = `
:root { color-scheme: light dark; ${variables(THEMES.light)} }
@media (prefers-color-scheme: dark) { :root { ${variables(THEMES.dark)} } }
* { box-sizing: border-box; }
html { scroll-padding-top: 8rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 Inter, Helvetica, Arial, sans-serif; overflow-wrap: break-word; }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: 1rem; padding: .5rem 1rem; background: var(--paper); z-index: 9; }
a { color: var(--main); }
:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; border-radius: 2px; }
header, main, footer { max-width: 68rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 2.25rem; }
h1 { font-size: clamp(1.45rem, 1rem + 2vw, 2.1rem); line-height: 1.25; font-weight: 650; margin: .25rem 0 .75rem; max-width: 34em; text-wrap: balance; }
h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.75rem 0 .75rem; }
h3 { font-size: 1.02rem; line-height: 1.4; margin: 1.75rem 0 .4rem; }
p, li { max-width: 46em; }
p { margin: .5rem 0; }
ul { margin: .5rem 0; padding-left: 1.2em; }
li { margin: .35rem 0; }
.question, .under, .about, footer { color: var(--quiet); }
.question { font-size: 1.05rem; margin: 0; }
.about { margin: 0 0 .75rem; font-size: .9rem; }
dl { margin: .5rem 0; display: grid; grid-template-columns: minmax(7rem, max-content) 1fr; border-top: 1px solid var(--grid); }
dl > div { display: grid; grid-column: 1 / -1; grid-template-columns: subgrid; gap: 1.25rem; padding: .35rem 0; border-bottom: 1px solid var(--grid); }
dt { color: var(--quiet); }
dd { margin: 0; }
.scroll { overflow-x: auto; margin: .5rem 0; max-width: 100%; }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; }
th, td { text-align: left; vertical-align: top; font-weight: 400; padding: .35rem 1.1rem .35rem 0; border-bottom: 1px solid var(--grid); }
thead th { color: var(--quiet); white-space: nowrap; }
tbody th { font-weight: 500; }
.right { text-align: right; white-space: nowrap; }
figure { margin: 2.5rem 0; }
figcaption h3 { margin: 0; font-size: 1.12rem; }
.chart { position: relative; overflow-x: auto; touch-action: pan-y; }
.chart svg { display: block; }
details { margin-top: .5rem; font-size: .9rem; }
summary { cursor: pointer; color: var(--quiet); width: fit-content; }
details .scroll { max-height: 24rem; overflow: auto; }
details thead th, details thead td { position: sticky; top: 0; background: var(--paper); }
#time { position: sticky; top: 0; z-index: 2; background: var(--paper); padding: .6rem 0 .3rem; border-bottom: 1px solid var(--grid); }
#time p { margin: 0 0 .25rem; font-size: .9rem; display: flex; gap: 1rem; align-items: baseline; justify-content: space-between; flex-wrap: wrap; max-width: none; }
#time button { font: inherit; color: var(--main); background: none; border: 1px solid var(--grid); border-radius: 4px; padding: .1rem .7rem; cursor: pointer; }
#time button:disabled { display: none; }
.brush { position: absolute; user-select: none; cursor: crosshair; touch-action: pan-y; }
.chosen { position: absolute; top: 0; bottom: 0; background: color-mix(in srgb, var(--main) 22%, transparent); pointer-events: none; }
.edge { position: absolute; top: 0; bottom: 0; width: 14px; margin-left: -7px; cursor: ew-resize; touch-action: none; }
.edge::after { content: ''; position: absolute; left: 5px; top: 0; bottom: 0; width: 4px; border-radius: 2px; background: var(--main); }
pre { overflow-x: auto; background: color-mix(in srgb, var(--grid) 55%, var(--paper)); padding: .75rem 1rem; border-radius: 6px; font-size: .9rem; }
footer { margin-top: 3.5rem; padding-bottom: 2.5rem; font-size: .88rem; }
@media (max-width: 34rem) {
  dl { grid-template-columns: 1fr; }
  dl > div { grid-template-columns: 1fr; gap: 0; }
  dt { font-size: .85rem; }
  td, th { white-space: nowrap; }
}
@media print {
  :root { color-scheme: light; ${variables(THEMES.light)} }
  @page { margin: 16mm; }
  body { font-size: 10.5pt; }
  header, main, footer { max-width: none; padding: 0; }
  .skip, #time, details, .brush { display: none; }
  figure { break-inside: avoid; margin: 1.25rem 0; }
  .chart, .scroll { overflow: visible; }
  .chart svg { max-width: 100%; height: auto; }
  h2, h3 { break-after: avoid; }
  tr { break-inside: avoid; }
}
`;

function variables({ paper, ink, quiet, grid, main }: Theme): string {
  return Object.entries({ paper, ink, quiet, grid, main })
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ');
}
