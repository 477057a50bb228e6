export { answerParts, blocksOf } from './answer-parts.ts';
export { escaped } from './markup.ts';
export { type PageScripts, reportPage } from './report-page.ts';
export { STYLE } from './style.ts';
