import { type Command, Option } from 'commander';
import { addFormatOptions } from '../flags/options.ts';
import { OutputOption } from '../flags/output-option.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addCollect(program: Command, terminal: Terminal): void {
  addFormatOptions(
    program
      .command('collect')
      .description(
        'Collect all databases of an account: their configurations and metrics, as a list to plan.',
      )
      .addOption(new Option('--api-url <URL>', 'the management API, with its path').makeOptionMandatory())
      .addOption(new Option('--api-key <KEY>', 'a key of the API; other users of the machine can see it'))
      .addOption(new Option('--org <ORG>', 'only the projects of this organization'))
      .addOption(
        new Option('--prometheus <URL>', 'the server that has the metrics of the computes').conflicts(
          'consumption',
        ),
      )
      .addOption(
        new Option('--consumption', 'read the consumption history of the API instead').conflicts('step'),
      )
      .addOption(
        OutputOption.folder('-o, --output <FOLDER>', 'the folder to write', [
          'list.yaml',
          'collection.json',
        ]).makeOptionMandatory(),
      )
      .addOption(new Option('--from <TIME>', 'the start, or how long ago').default('7d'))
      .addOption(new Option('--to <TIME>', 'the end, which is not in').default('now'))
      .addOption(new Option('--step <TIME>', 'the time between samples').default('1m'))
      .addOption(new Option('--timeout <TIME>', 'the longest wait for an answer').default('30s'))
      .addOption(new Option('--strict', 'a database without samples is a failure too')),
  )
    .addHelpText(
      'after',
      `
FOLDER/list.yaml is a list for tidemark plan, FOLDER/traces has a trace of each
database, and FOLDER/collection.json says what became of each. After Ctrl-C or a
failure, the same command goes on where it was.

The variable TIDEMARK_API_KEY is the place for the key. Prometheus takes
TIDEMARK_PROMETHEUS_TOKEN, or TIDEMARK_PROMETHEUS_USER and
TIDEMARK_PROMETHEUS_PASSWORD. Collecting wakes no compute.

Examples:
  tidemark collect --api-url http://127.0.0.1:4010/api/v2 \\
    --prometheus http://prometheus:9090 -o fleet
  tidemark collect --api-url http://127.0.0.1:4010/api/v2 --consumption \\
    --from 3d -o metered`,
    )
    .action(async (options) => (await import('../run/collect/collect.ts')).runCollect(options, terminal));
}
