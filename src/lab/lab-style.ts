import { THEMES, type Theme } from '../picture/index.ts';

/** The style of the lab, after that of all pages. */
export const LAB_STYLE = `
:root { ${colours(THEMES.light)} }
@media (prefers-color-scheme: dark) { :root { ${colours(THEMES.dark)} } }
header, main, footer { max-width: 92rem; }
header { padding-top: 1rem; }
.brand { color: var(--quiet); margin: 0; font-size: .9rem; }
header h1 { margin: .1rem 0 .25rem; font-size: clamp(1.2rem, 1rem + 1vw, 1.6rem); min-height: 1.3em; }
.under { margin: 0 0 .5rem; }
.choose, .buttons { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; margin: .5rem 0; }
.choose label { max-width: 100%; }
.look:empty { display: none; }
.look { border-left: 4px solid var(--main); padding-left: .75rem; }
button, select, .file { max-width: 100%; font: inherit; font-size: .95rem; color: var(--main); background: var(--paper); border: 1px solid var(--other); border-radius: 5px; padding: .3rem .8rem; cursor: pointer; }
button:disabled { color: var(--quiet); border-color: var(--grid); cursor: default; }
.file { position: relative; }
.file.over { border: 2px dashed var(--main); }
.file input { position: absolute; inset: 0; opacity: 0; cursor: pointer; width: 100%; }
.file:focus-within { outline: 3px solid var(--main); outline-offset: 2px; }
main { display: grid; grid-template-columns: minmax(17rem, 21rem) minmax(0, 1fr); gap: 0 2rem; align-items: start; }
.controls { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: .25rem .25rem 1rem 0; }
fieldset { border: 0; border-top: 1px solid var(--grid); margin: 0; padding: .4rem 0 .6rem; min-width: 0; }
legend { font-weight: 600; padding-right: .5rem; }
.control { display: grid; grid-template-columns: minmax(0, 1fr) 6.5rem; gap: 0 .6rem; align-items: center; padding: .15rem 0; }
.control label { grid-column: 1 / -1; font-size: .88rem; color: var(--quiet); }
.control.changed label { color: var(--ink); font-weight: 600; }
.control select { grid-column: 1 / -1; }
.control input[type=range] { width: 100%; accent-color: var(--main); margin: 0; height: 1.75rem; }
.control input[type=range].aside { opacity: .4; }
.control input[type=text] { font: inherit; font-size: .92rem; width: 100%; padding: .15rem .4rem; color: var(--ink); background: var(--paper); border: 1px solid var(--other); border-radius: 4px; }
.control input[aria-invalid=true] { border-color: var(--limit); outline: 2px solid var(--limit); }
.was { font-weight: 400; color: var(--quiet); margin-left: .4rem; }
.trouble { border: 2px solid var(--limit); border-radius: 6px; padding: .5rem .75rem; white-space: pre-line; }
.quiet { color: var(--quiet); }
.figures { grid-template-columns: repeat(auto-fill, minmax(10.5rem, 1fr)); gap: 0 1.25rem; border: 0; }
.figures > div { display: block; grid-column: auto; padding: .3rem 0; }
.figures dt { font-size: .85rem; }
.figures dd { display: flex; flex-direction: column; font-variant-numeric: tabular-nums; line-height: 1.35; }
.figures dd .was { margin: 0; }
.figures dd span { font-size: .88rem; }
.better { color: color-mix(in srgb, var(--good) 75%, var(--ink)); }
.worse { color: color-mix(in srgb, var(--limit) 75%, var(--ink)); }
.charts { min-height: 440px; overflow: hidden; }
.charts:focus-visible { outline-offset: 0; }
.u-select { background: color-mix(in srgb, var(--main) 22%, transparent); }
.u-hz .u-cursor-x { border-right: 1px solid var(--ink); }
.u-hz .u-cursor-y { display: none; }
.panel-title { margin: .5rem 0 0; font-size: .85rem; color: var(--quiet); }
.cursor { min-height: 3.2em; max-width: none; margin: .25rem 0; }
.legend { display: flex; flex-wrap: wrap; gap: .1rem 1.25rem; list-style: none; padding: 0; margin: 0; font-size: .85rem; color: var(--quiet); }
.legend li { margin: 0; }
.legend li::before { content: ''; display: inline-block; width: 1.1em; height: .7em; margin-right: .4em; vertical-align: baseline; }
.legend .size::before { height: 0; border-top: 3px solid var(--main); vertical-align: middle; }
.legend .pinned::before { height: 0; border-top: 3px dashed var(--other); vertical-align: middle; }
.legend .demand::before { height: 0; border-top: 2px dotted var(--demand); vertical-align: middle; }
.legend .band::before { background: var(--mainSoft); }
.legend .used::before { background: var(--demandSoft); border: 1px solid var(--demand); }
.legend .asleep::before { background: repeating-linear-gradient(-45deg, var(--other) 0 1px, transparent 1px 5px); }
.legend .waiting::before { width: .7em; border-radius: 50%; background: var(--demand); }
.legend .errors::before { content: '✕'; color: var(--limit); width: auto; height: auto; font-weight: 700; }
.beside { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 0 2rem; }
.beside h2 { margin-top: 1.5rem; }
.trade-off { width: 100%; max-width: 34rem; height: auto; display: block; }
.trade-off .axis { stroke: var(--other); }
.trade-off .tick { fill: var(--quiet); font-size: 11px; }
.trade-off .middle { text-anchor: middle; }
.trade-off .end { text-anchor: end; }
.trade-off .frontier { fill: none; stroke: var(--other); stroke-dasharray: 2 3; }
.trade-off .of-frontier { fill: var(--paper); stroke: var(--other); stroke-width: 1.5; }
.trade-off .of-frontier.meets { fill: var(--good); stroke: var(--good); }
.trade-off .been { fill: var(--main); opacity: .35; }
.trade-off .current { fill: var(--main); }
.trade-off .pinned { fill: var(--other); }
.trade-off .recommended { fill: none; stroke: var(--good); stroke-width: 3; }
.trade-off .objective { touch-action: none; stroke: var(--limit); stroke-width: 2; stroke-dasharray: 6 4; }
.trade-off .unset { stroke: var(--other); }
.trade-off .grip { stroke: transparent; stroke-width: 18; stroke-dasharray: none; pointer-events: stroke; }
.trade-off .objective[aria-orientation=horizontal] { cursor: ew-resize; }
.trade-off .objective[aria-orientation=vertical] { cursor: ns-resize; }
.trade-off .objective:is(:hover, :focus-visible) line:not(.grip) { stroke-width: 4; }
.chapter { border: 1px solid var(--grid); border-radius: 8px; padding: .25rem 1.25rem 1rem; margin: .5rem 0 1rem; }
.chapter h2 { margin-top: .75rem; }
.chapter fieldset { border: 0; display: grid; gap: .35rem; justify-items: start; }
.chapter label { cursor: pointer; padding: .1rem .4rem; border-radius: 4px; border: 2px solid transparent; }
.chapter label.right { border-color: var(--good); }
.chapter label.wrong { border-color: var(--limit); }
.stopwatch { font-size: 2rem; font-variant-numeric: tabular-nums; margin: .5rem 0; }
footer code { overflow-wrap: anywhere; }
@media (max-width: 60rem) {
  main { grid-template-columns: minmax(0, 1fr); }
  .controls { position: static; max-height: none; }
  .beside { grid-template-columns: minmax(0, 1fr); }
}
`;

function colours({ mainSoft, demand, demandSoft, limit, other, good }: Theme): string {
  return Object.entries({ mainSoft, demand, demandSoft, limit, other, good })
    .map(([name, colour]) => `--${name}: ${colour};`)
    .join(' ');
}
