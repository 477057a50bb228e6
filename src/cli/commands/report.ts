import { type Command, Option } from 'commander';
import { commandLine } from '../flags/command-line.ts';
import { REPORT_FORMATS } from '../flags/options.ts';
import { OutputOption } from '../flags/output-option.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addReport(program: Command, terminal: Terminal): void {
  program
    .command('report')
    .description('Show a result, or what a scenario or a trace comes to: a page, or pictures.')
    .argument('<FILE>', 'what --json printed, or a scenario or a trace; - reads a result')
    .addOption(OutputOption.folder('-o, --output <DIR>', 'folder to write to').makeOptionMandatory())
    .addOption(new Option('--format <FORMAT>', 'form of the report').choices(REPORT_FORMATS).default('html'))
    .addOption(
      new Option('--theme <NAME>', 'colours of pictures').choices(['light', 'dark', 'auto']).default('light'),
    )
    .addHelpText(
      'after',
      `
Draws what simulate, plan, compare, policies, check and incident print with
--json. A scenario or a trace is simulated first, as tidemark simulate does it
without flags.

html is one file, report.html, that opens anywhere without a network: the
answer, its reasons, pictures in which a part of the time can be chosen, and
their figures as tables; light or dark as its reader has it. svg and png are
pictures alone, markdown is a page with the pictures beside it, text its words.
json is the result and a specification in Vega-Lite for each picture, with its
data. With --theme auto an SVG is light or dark as its reader has it. The same
result and version give the same bytes. docs/reports.md shows the pictures.

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
