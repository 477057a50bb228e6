import { type Command, Option } from 'commander';
import type { WrittenFile } from '../../scenario/index.ts';
import { maxOption, minOption, sizeOption } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addInit(program: Command, terminal: Terminal): void {
  program
    .command('init')
    .description('Write a commented scenario to start from, after seven questions or by flags.')
    .argument('[FILE]', 'where to write it; - is standard output', 'scenario.yaml')
    .addOption(
      new Option(
        '--answer <NAME=ANSWER>',
        'answer a question about an application; can be given again',
      ).argParser((text: string, before: readonly string[] = []) => [...before, text]),
    )
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
On a terminal it asks seven questions about an application that does not run
yet. An answer may be a range, such as 20-200, or empty if you do not know. The
scenario has an interval for all that is not certain, and plan draws worlds from
them. Elsewhere, --answer gives the answers:
  app      website, tool or api
  people   who use it at the same time in the busiest hour: 50, 20-200
  hours    when they come: always, mon-fri 09:00-18:00
  query    CPU time of a query: light, medium, heavy, 20ms, 5ms-50ms
  data     what is read again and again: 2GB, 1GB-10GB
  jobs     how often something runs by itself: none, 5m, 1m-1h
  wait     how bad a wait is: fine, annoying, bad
Questions without an answer are unknown.

With --demand, a size or a timeout it writes an example of one kind of demand,
and so it does without a terminal and without answers: a web application on
0.25-2 CU that sleeps after 5m, in UTC. A portfolio is a list of databases for
plan.

Examples:
  tidemark init mine.yaml --force
  tidemark init shop.yaml --answer app=website --answer people=20-200 --force
  tidemark init --schema > scenario.schema.json
  tidemark init --schema portfolio > portfolio.schema.json
  tidemark init batch.yaml --demand batch --size 2 --timezone Asia/Tokyo --force`,
    )
    .action(async (file, options) => (await import('../run/init/init.ts')).runInit(file, options, terminal));
}
