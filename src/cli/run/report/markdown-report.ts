import { answerParts } from '../../../page/index.ts';
import type { Chart, ResultDocument } from '../../../picture/index.ts';
import { type PageBlock, renderPage } from '../../../report/index.ts';

/** A page for GitHub. Each finding is the heading of its picture, and its alternative text. */
export function markdownReport(document: ResultDocument, charts: readonly Chart[]): string {
  const { answer, question, under, reasons, notes } = answerParts(document, charts);
  return [
    `# ${plain(question ?? answer)}`,
    ...(question === null ? [] : [plain(answer)]),
    ...under.map(plain),
    ...words(reasons),
    ...charts.flatMap(({ name, finding, about }) => [
      `## ${plain(finding)}`,
      plain(about),
      `![${plain(finding)}](${encodeURIComponent(name)}.svg)`,
    ]),
    ...words(notes),
    '',
  ].join('\n\n');
}

/** Leaves out text pictures, because the page has better ones. */
function words(blocks: readonly PageBlock[]): string[] {
  return blocks.filter(({ kind }) => kind !== 'picture').map((block) => renderPage([block], 'markdown'));
}

/** Names come from outside, and must not act as markup. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|!&~]/g, (mark) => `\\${mark}`);
}
