import { type Command, Option } from 'commander';
import { OutputOption } from '../flags/output-option.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { portNumber } from './serve/serve.ts';

export function addLab(program: Command, terminal: Terminal): void {
  program
    .command('lab')
    .description('Change a configuration in the browser, and see at once what follows.')
    .argument('[FILE]', 'a scenario of one compute, or a trace (default: a small shop)')
    .addOption(
      OutputOption.file('--html <FILE>', 'write the lab as one page that needs no network, and open nothing'),
    )
    .addOption(
      new Option('--port <PORT>', 'the port to listen on; 0 takes a free one')
        .argParser(portNumber)
        .default(0)
        .conflicts('html'),
    )
    .addOption(new Option('--no-open', 'print the address, and open no browser'))
    .addHelpText(
      'after',
      `
The page has sliders with text fields for the range, the timeout, the pooler,
clients and demand. Each change simulates the whole time again and draws it:
sizes, sleep, CPU, clients that wait or meet an error, the cache and the bill.
Pin a run to compare the next one with it, ask for a recommendation, or choose
an example of a small change with a large effect. The page copies itself as a
command, and its address keeps everything that you chose.

Everything runs in the page. It sends nothing, also of files that you drop on
it. The lab listens on this machine only, until Ctrl-C.

Examples:
  tidemark lab
  tidemark lab scenarios/pool-races-suspend.yaml --no-open
  tidemark lab scenarios/traces/office-week.jsonl --html lab.html`,
    )
    .action(async (file, options) => (await import('../run/lab/lab.ts')).runLab(file, options, terminal));
}
