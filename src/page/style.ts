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

/** The style of a table of many databases. */
export const GRID_STYLE = `
.filters { display: flex; flex-wrap: wrap; gap: .6rem 1rem; margin: .75rem 0; }
.filters label { display: grid; gap: .15rem; font-size: .85rem; color: var(--quiet); }
.filters input, .filters select { font: inherit; font-size: .95rem; color: var(--ink); background: var(--paper); border: 1px solid var(--grid); border-radius: 4px; padding: .3rem .5rem; max-width: 15rem; }
.grid { overflow: auto; max-height: 44rem; max-height: min(44rem, 80vh); border: 1px solid var(--grid); border-radius: 6px; }
.grid table { table-layout: fixed; width: max-content; min-width: 100%; border-collapse: separate; border-spacing: 0; }
.grid th, .grid td { height: 36px; padding: 0 .6rem; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; vertical-align: middle; }
.grid thead th { position: sticky; top: 0; z-index: 1; background: var(--paper); padding: 0; }
.grid button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
.grid thead button { height: 36px; width: 100%; padding: 0 .6rem; text-align: inherit; }
.grid tbody button { color: var(--main); text-decoration: underline; text-underline-offset: 3px; text-align: left; }
.grid :focus-visible { outline-offset: -3px; }
.grid [data-severity='at risk'] { font-weight: 700; }
.grid [data-severity='fine'], .grid [data-severity='no data'] { color: var(--quiet); }
dialog { color: var(--ink); background: var(--paper); border: 1px solid var(--grid); border-radius: 8px; width: min(46rem, calc(100vw - 2rem)); max-height: 85vh; padding: 1.25rem; }
dialog::backdrop { background: rgb(0 0 0 / .45); }
dialog h3 { margin-top: 0; }
dialog pre { white-space: pre-wrap; overflow-wrap: anywhere; }
dialog dd { overflow-wrap: anywhere; white-space: pre-line; }
dialog button { font: inherit; color: var(--main); background: none; border: 1px solid var(--grid); border-radius: 4px; padding: .25rem .9rem; cursor: pointer; }
@media screen { .for-paper { display: none; } }
@media print { #grid, dialog { display: none; } }
`;

function variables({ paper, ink, quiet, grid, main }: Theme): string {
  return Object.entries({ paper, ink, quiet, grid, main })
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ');
}
