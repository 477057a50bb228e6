import { answerParts } from '../../../page/index.ts';
import type { Chart, ResultDocument } from '../../../picture/index.ts';
import { type Block, renderPage } from '../../../report/index.ts';

/**
 * A page with its words and all pictures, as GitHub shows it: each finding stands above its picture, and in place of it.
 */
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

/** What is a picture in text has a better one here. */
function words(blocks: readonly Block[]): string[] {
  return blocks.filter(({ kind }) => kind !== 'picture').map((block) => renderPage([block], 'markdown'));
}

/** Names come from outside, and are no markup. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[\\`*_[\]<>#|!&~]/g, (mark) => `\\${mark}`);
}
