import type { Examined } from '../../../advisor/index.ts';
import { foreignProblem, openFile, withFlags } from '../../../library/index.ts';
import { noData } from '../../../problem/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { documentFile } from './document-file.ts';
import { type ReadOptions, traceFile } from './trace-file.ts';

/** Opens a file, which can then be read more than once, and closes it after `look`. */
export async function examined<Answer>(
  path: string,
  options: ReadOptions,
  terminal: Terminal,
  look: (file: Examined) => Promise<Answer>,
): Promise<Answer> {
  const file = await openFile(path, terminal);
  const { name, what } = file;
  try {
    if (file.kind === 'trace')
      return await look({ kind: 'trace', name, what, reading: traceFile(file, options, terminal) });
    if (file.kind === 'document')
      return await look({ kind: 'document', name, reading: documentFile(file, terminal) });
    const { problems } =
      foreignProblem(file) ??
      noData({ file: name }, 'the file is empty', 'export it again, for a time with samples');
    return await look({ kind: 'other', name, what, problems: problems.map(withFlags) });
  } finally {
    file.close();
  }
}
