import { pageScripts } from '../../src/library/node/drawing-files.ts';
import { reportPage } from '../../src/page/index.ts';
import type { ResultDocument } from '../../src/picture/index.ts';

export const scripts = pageScripts();

export function pageOf(document: ResultDocument, command = 'tidemark report x.json'): Promise<string> {
  return reportPage({
    document,
    again: { figures: [['Seed', '1']], command, ofOne: { before: 'tidemark plan ', after: '' } },
    version: '0.1.0',
    scripts,
  });
}
