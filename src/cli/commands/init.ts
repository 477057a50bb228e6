import { type Command, Option } from 'commander';
import type { WrittenFile } from '../../scenario/index.ts';
import { maxOption, minOption, sizeOption } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addInit(program: Command, terminal: Terminal): void {
  program
    .command('init')
    .description('Write a commented scenario to start from, after a few questions or flags.')
    .argument('[FILE]', 'where to write it; - is standard output', 'scenario.yaml')
    .addOption(
      new Option('--demand <KIND>', 'what uses the database').choices([
        'web',
        'poller',
        'cron',
        'batch',
        'pool',
        'load',
      ]),
    )
    .addOption(minOption())
    .addOption(maxOption())
    .addOption(sizeOption())
    .addOption(new Option('--suspend-after <TIME>', 'inactivity before sleep, such as 5m, or off'))
    .addOption(new Option('--timezone <ZONE>', 'an IANA time zone'))
    .addOption(new Option('--force', 'overwrite an existing file'))
    .addOption(
      new Option('--schema [OF]', 'print the JSON Schema of a file instead, for editors')
        .choices(['scenario', 'portfolio'] satisfies WrittenFile[])
        .preset('scenario'),
    )
    .addHelpText(
      'after',
      `
On a terminal it asks for the values that no flag gives. Elsewhere it uses the
defaults: a web application on 0.25-2 CU that sleeps after 5m, in UTC. A
portfolio is a list of databases for plan.

Examples:
  tidemark init mine.yaml --force
  tidemark init --schema > scenario.schema.json
  tidemark init --schema portfolio > portfolio.schema.json
  tidemark init batch.yaml --demand batch --size 2 --timezone Asia/Tokyo --force`,
    )
    .action(async (file, options) => (await import('../run/init.ts')).runInit(file, options, terminal));
}
