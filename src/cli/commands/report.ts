import { type Command, Option } from 'commander';
import { commandLine } from '../flags/command-line.ts';
import { REPORT_FORMATS } from '../flags/options.ts';
import { OutputOption } from '../flags/output-option.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addReport(program: Command, terminal: Terminal): void {
  program
    .command('report')
    .description('Show a result, a scenario or a trace as a page or as pictures.')
    .argument('<FILE>', 'a result of --json, a scenario or a trace; - reads a result')
    .addOption(OutputOption.folder('-o, --output <DIR>', 'folder to write to').makeOptionMandatory())
    .addOption(
      new Option('--format <FORMAT>', 'format of the report').choices(REPORT_FORMATS).default('html'),
    )
    .addOption(
      new Option('--theme <NAME>', 'colours of pictures').choices(['light', 'dark', 'auto']).default('light'),
    )
    .addHelpText(
      'after',
      `
It draws the results that simulate, plan, compare, policies, check and incident
print with --json. A scenario or a trace is simulated first, as by tidemark
simulate without flags.

html is one file, report.html, which needs no network. It has the answer, its
reasons, pictures in which you can select a time range, and their figures as
tables, light or dark as the reader prefers. svg and png are only the pictures,
markdown is a page with the pictures beside it, text is only the words. json is
the result and a Vega-Lite specification of each picture, with its data. An SVG
with --theme auto is light or dark as the reader prefers. The same result and
version give the same bytes. docs/reports.md shows the pictures.

Examples:
  tidemark report scenarios/office-hours.yaml -o office-hours
  tidemark report scenarios/flash-crowd.yaml -o crowd --format png --theme dark
  tidemark compare scenarios/poller.yaml --set max=4 --json \\
    | tidemark report - -o compared --format markdown`,
    )
    .action(async (file, options) =>
      (await import('../run/report/report.ts')).runReport(
        file,
        { ...options, commandLine: commandLine(program) },
        terminal,
      ),
    );
}
