import { escapedMarkup, policyHash, STYLE } from '../page/index.ts';
import type { LessonStep } from './lesson.ts';
import { verdict } from './lesson-text.ts';

/** A step with its charts. */
export interface DrawnStep {
  readonly step: LessonStep;
  readonly pictures: readonly StepPicture[];
}

export interface StepPicture {
  readonly finding: string;
  readonly about: string;
  readonly light: string;
  readonly dark: string;
}

/**
 * Returns the steps as one self-contained page without scripts. A choice is a radio button, and the style shows whether
 * it is right. Only the open page keeps the choices.
 */
export function lessonPage(steps: readonly DrawnStep[], version: string): string {
  const style = `${STYLE}${LESSON_STYLE}${steps.map(({ step }) => progressStyle(step)).join('')}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${policyHash(style)}; img-src data:; base-uri 'none'; form-action 'none'">
<title>${TITLE}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#steps">Skip to the questions</a>
<header>
<h1>${TITLE}</h1>
<p class="under">Guess first. Each answer is a run of the simulator, and its scenario is shipped: change it, and run it again.</p>
</header>
<form id="steps" autocomplete="off">
<nav aria-label="Steps"><ol>
${steps.map(({ step }) => `<li value="${step.number}"><a href="#${idOf(step)}">${escapedMarkup(step.title)}</a></li>`).join('\n')}
</ol></nav>
<main>
${steps.map(stepMarkup).join('\n')}
</main>
<p class="anew"><button type="reset">Start again</button></p>
</form>
<footer>Made by tidemark ${escapedMarkup(version)}. This page loads nothing from elsewhere, and your choices stay in it.</footer>
</body>
</html>
`;
}

const TITLE = 'Scale to zero and compute units';

function stepMarkup({ step, pictures }: DrawnStep): string {
  const { number, title, situation, question, choices, right, figures, answer, rule, facts, command } = step;
  const id = idOf(step);
  return `<section class="step" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${number}. ${escapedMarkup(title)}</h2>
<p>${escapedMarkup(situation)}</p>
<fieldset><legend>${escapedMarkup(question)}</legend>
${choices
  .map(
    ({ letter, text }) =>
      `<label><input type="radio" name="${id}" value="${letter}"${letter === right ? ' class="fits"' : ''}> <span>${letter}. ${escapedMarkup(text)}</span></label>`,
  )
  .join('\n')}
</fieldset>
<div role="status"><p class="verdict yes">${escapedMarkup(verdict(step, right))}</p><p class="verdict no">${escapedMarkup(verdict(step, ''))}</p></div>
<details class="answer"><summary>What the run shows</summary>
<p class="told">${escapedMarkup(verdict(step, null))}</p>
${pictures.map(pictureMarkup).join('\n')}
<dl>${figures.map(([label, words]) => `<div><dt>${escapedMarkup(label)}</dt><dd>${escapedMarkup(words)}</dd></div>`).join('')}</dl>
${answer.map((text) => `<p>${escapedMarkup(text)}</p>`).join('\n')}
<p class="rule"><strong>The rule.</strong> ${escapedMarkup(rule)}</p>
<ul>${facts.map(({ words, source }) => `<li>${escapedMarkup(words)} <span class="source">From: ${escapedMarkup(source)}.</span></li>`).join('')}</ul>
<p>The whole run, and another one if you change its file:</p>
<pre tabindex="0"><code>${escapedMarkup(command)}</code></pre>
</details>
</section>`;
}

/** Returns a chart as an image. The ids of several drawings would collide if the page contained the SVG itself. */
function pictureMarkup({ finding, about, light, dark }: StepPicture): string {
  const [, width, height] = present(/ width="(\d+)" height="(\d+)"/.exec(light));
  const words = escapedMarkup(`${finding} ${about}`);
  return `<div class="chart" role="region" tabindex="0" aria-label="${escapedMarkup(finding)}"><picture><source media="screen and (prefers-color-scheme: dark)" srcset="${dataOf(dark)}"><img src="${dataOf(light)}" width="${width}" height="${height}" alt="${words}"></picture></div>`;
}

function present(match: RegExpExecArray | null): readonly (string | undefined)[] {
  return match ?? [];
}

/** Returns an SVG as a data URL. Quotes and commas are encoded, because a list of addresses may contain it. */
function dataOf(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg).replaceAll("'", '%27')}`;
}

function idOf({ number }: LessonStep): string {
  return `step-${number}`;
}

/** Returns the style that marks right and wrong guesses in the list of steps. */
function progressStyle(step: LessonStep): string {
  const [id, link] = [`#${idOf(step)}`, `nav a[href="#${idOf(step)}"]::after`];
  return `
form:has(${id} input:checked) ${link} { content: ' ✗ not quite'; color: var(--quiet); }
form:has(${id} input.fits:checked) ${link} { content: ' ✓ right'; color: var(--main); }`;
}

const LESSON_STYLE = `
html { scroll-padding-top: 1rem; }
form { max-width: 68rem; margin: 0 auto; }
nav { padding: 0 1.25rem; }
nav ol { margin: 1rem 0 0; padding-left: 1.4em; }
.step { border-top: 1px solid var(--grid); margin-top: 2.5rem; }
.step h2 { margin-top: 1.75rem; }
fieldset { border: 1px solid var(--grid); border-radius: 6px; margin: 1rem 0; padding: .5rem 1rem .75rem; min-width: 0; }
legend { font-weight: 600; padding: 0 .4rem; margin-left: -.4rem; }
label { display: flex; gap: .6rem; align-items: baseline; padding: .4rem 0; cursor: pointer; }
input { flex: none; accent-color: var(--main); }
.verdict { display: none; font-weight: 600; }
.step:has(input.fits:checked) .yes, .step:has(input:checked:not(.fits)) .no { display: block; }
.yes { color: var(--main); }
.answer { font-size: 1rem; }
.answer summary { color: var(--main); padding: .25rem 0; }
.answer .chart { margin: 1rem 0; }
.answer img { display: block; max-width: 100%; height: auto; }
.source { color: var(--quiet); font-size: .9rem; }
.anew { padding: 1.5rem 1.25rem 0; }
button { font: inherit; color: var(--main); background: none; border: 1px solid var(--grid); border-radius: 4px; padding: .3rem .9rem; cursor: pointer; }
@media (max-width: 34rem) { .answer img { min-width: 32rem; } }
@media print {
  .answer, .answer summary { display: block; }
  .answer::details-content { content-visibility: visible; display: block; }
  .answer summary, .anew, nav { display: none; }
  .answer .chart { overflow: visible; break-inside: avoid; }
  .answer img { min-width: 0; }
  .verdict { display: none !important; }
  form { max-width: none; }
}`;
