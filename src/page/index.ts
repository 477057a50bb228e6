export { escaped } from './markup.ts';
export { type PageScripts, reportPage } from './report-page.ts';
export { STYLE } from './style.ts';
export { blocksOf, told } from './told.ts';
