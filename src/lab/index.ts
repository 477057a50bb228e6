export type { EmbeddedContent, EmbeddedFile } from './browser/lab-data.ts';
export { chapterIn } from './chapters/chapter.ts';
export { CHAPTER_FILES, lessonChapters } from './chapters/lesson-chapters.ts';
export { CLIFFS } from './cliffs.ts';
export { computesIn } from './controls/scenario-fields.ts';
export { type LabScripts, labPage } from './lab-page.ts';
