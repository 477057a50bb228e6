import { type Command, Option } from 'commander';
import { computeUnits, planOption } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { outputOption } from './output.ts';

export function addRecord(trace: Command, terminal: Terminal): void {
  trace
    .command('record')
    .description('Record a live PostgreSQL server, without keeping its compute awake.')
    .addOption(new Option('--database-url <URL>', 'the server').env('DATABASE_URL').makeOptionMandatory())
    .addOption(outputOption())
    .addOption(new Option('--every <TIME>', 'the step of the trace').default('10s'))
    .addOption(new Option('--for <TIME>', 'end after this time; by default with Ctrl-C'))
    .addOption(new Option('--gentle', 'let the compute fall asleep (the default)').conflicts('always'))
    .addOption(new Option('--always', 'keep the compute awake').conflicts(['lookAgain', 'apiUrl', 'lately']))
    .addOption(new Option('--suspend-after <TIME>', 'the timeout of the compute').default('5m'))
    .addOption(new Option('--lately <TIME>', 'go on while others were active within this time'))
    .addOption(
      new Option(
        '--look-again <TIME>',
        'once quiet, ask again after this time (may wake the compute)',
      ).conflicts('apiUrl'),
    )
    .addOption(new Option('--api-url <URL>', 'once quiet, look for activity at the management API'))
    .addOption(new Option('--project <ID>', 'with --api-url: the project'))
    .addOption(new Option('--endpoint <ID>', 'with --api-url: the compute'))
    .addOption(
      new Option('--min <CU>', 'the smallest size of the compute, to estimate the cost')
        .argParser(computeUnits)
        .default(0.25),
    )
    .addOption(planOption().default('scale'))
    .addHelpText(
      'after',
      `
A name that ends with .gz is compressed; - is standard output. Until the end the
file is FILE.unfinished. Ctrl-C ends a recording, and the file is complete.

A question wakes a sleeping compute. So a gentle recording ends once nobody else
is active, unless it may look at the management API, which wakes no compute (the
key is in TIDEMARK_API_KEY), or may ask again after --look-again.

Examples:
  tidemark trace record --database-url "$DATABASE_URL" -o shop.jsonl
  tidemark trace record --always --every 1m --for 24h -o day.jsonl.gz`,
    )
    .action(async (options) =>
      (await import('../../run/trace/record/record.ts')).recordTrace(options, terminal),
    );
}
