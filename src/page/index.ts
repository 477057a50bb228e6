export { answerParts, pageBlocksOf } from './answer-parts.ts';
export { escapedMarkup, scriptJson, scriptText } from './markup.ts';
export { type PageScripts, reportPage } from './report-page.ts';
export { STYLE } from './style.ts';
