export type { EmbeddedContent, EmbeddedFile } from './browser/lab-data.ts';
export { CLIFFS } from './cliffs.ts';
export { type LabScripts, labPage } from './lab-page.ts';
