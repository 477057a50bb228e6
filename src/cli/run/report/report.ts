import { MOST_RESULT_BYTES, nameOf, openSource, simulateFile, wholeText } from '../../../library/index.ts';
import { type Chart, chartsOf, readResultDocument, THEMES, type ThemeName } from '../../../picture/index.ts';
import { problem } from '../../../problem/index.ts';
import { brokenLines } from '../../../report/index.ts';
import type { ReportFormat } from '../../flags/options.ts';
import { Interrupted } from '../../terminal/interruption.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { hostOf } from '../asked.ts';
import { reportFiles } from './report-files.ts';
import { resultOfText } from './result-of-text.ts';
import { writeFolder } from './write-folder.ts';
import { asPrinted } from './write-report.ts';

export interface ReportOptions {
  readonly output: string;
  readonly format: ReportFormat;
  readonly theme: ThemeName | 'auto';
  readonly commandLine: string;
}

export async function runReport(
  file: string,
  { output, format, theme, commandLine }: ReportOptions,
  terminal: Terminal,
): Promise<void> {
  if (theme === 'auto' && ONE_THEME.includes(format))
    throw problem(
      { field: '--theme' },
      `${format} has one theme for everybody`,
      'write light or dark, or --format svg',
    );
  const value = (await readResult(file, terminal)) ?? (await simulatedResult(file, terminal));
  const document = readResultDocument(value, nameOf(file));
  const own = THEMES[theme === 'auto' ? 'light' : theme];
  const charts = chartsOf(document, own);
  if (charts.length === 0)
    throw problem({ file: nameOf(file) }, 'it has nothing to draw', 'name another result');
  const progress = terminal.progress('drawing');
  try {
    const darkCharts = theme === 'auto' ? chartsOf(document, THEMES.dark) : null;
    const about = { document, value, charts, theme: own, darkCharts, commandLine };
    const files = await reportFiles(about, format, (share) => progress.show(share));
    writeFolder(output, files, terminal);
  } finally {
    progress.done();
  }
  if (format === 'text') return terminal.out(`The words are in ${output}/report.txt.\n`);
  terminal.out(`${listOf(charts, format === 'html' ? `${output}/report.html` : output, terminal.columns)}\n`);
}

/** Formats that cannot be both light and dark. */
const ONE_THEME: readonly ReportFormat[] = ['png', 'json'];

/** No result is larger. A larger file is a trace, which is not read just to find that out. */
const MOST_BYTES = 1 << 28;

/** Reads the result in a file. Null if it is something else. */
async function readResult(file: string, terminal: Terminal) {
  const source = openSource(file, terminal);
  if (source.bytes !== null && source.bytes > MOST_BYTES) return null;
  if (file !== '-' && !(await beginsAsJson(source.pieces()))) return null;
  const value = resultOfText(await wholeText(source, file, MOST_RESULT_BYTES));
  if (value !== null) return value;
  if (file === '-')
    throw problem(
      { file: nameOf(file) },
      'it holds no result',
      'pipe what a command prints with --json, or name a file',
    );
  return null;
}

async function beginsAsJson(pieces: AsyncIterable<Uint8Array>): Promise<boolean> {
  for await (const piece of pieces) {
    const text = Buffer.from(piece.subarray(0, 1024)).toString('latin1').trimStart();
    if (text !== '') return text.startsWith('{');
  }
  return false;
}

async function simulatedResult(file: string, terminal: Terminal) {
  const answer = await simulateFile(file, {}, null, hostOf(terminal));
  if (answer.partial) throw new Interrupted('nothing is written');
  return asPrinted(answer);
}

function listOf(charts: readonly Chart[], output: string, columns: number): string {
  return [
    `${charts.length} ${charts.length === 1 ? 'picture is' : 'pictures are'} in ${output}:`,
    ...charts.flatMap(({ name, finding }) =>
      brokenLines(`${name}: ${finding}`, Math.min(TEXT_WIDTH, columns), 4, 2),
    ),
  ].join('\n');
}

const TEXT_WIDTH = 80;
