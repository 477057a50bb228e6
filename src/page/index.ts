export { answerParts, pageBlocksOf } from './answer-parts.ts';
export { escapedMarkup, scriptJson, scriptText } from './markup.ts';
export { policyHash } from './policy-hash.ts';
export { type PageScripts, reportPage } from './report-page.ts';
export { STYLE } from './style.ts';
