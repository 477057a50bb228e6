import { type Command, Option } from 'commander';
import { commandLine, typedArguments } from '../flags/command-line.ts';
import { addConfigurationSources } from '../flags/configuration-source.ts';
import { queueOption, resultsOption } from '../flags/fleet-options.ts';
import {
  addObjectiveOptions,
  addQuestionOptions,
  addUseOptions,
  byOption,
  computeUnits,
  FORMATS,
  reportOption,
  setOption,
  wholeNumber,
} from '../flags/options.ts';
import { OutputOption } from '../flags/output-option.ts';
import { commandOfOne } from '../flags/suggested-command.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { addActualOptions } from './check.ts';

export function addPlan(program: Command, terminal: Terminal): void {
  const command = addObjectiveOptions(
    program
      .command('plan')
      .description('Find the cheapest configuration that meets its objectives, and say why.')
      .argument('<FILE>', 'a trace, a scenario, or many databases: a folder, a list; - reads standard input'),
  )
    .addOption(new Option('--current <CONFIG>', 'the current configuration, such as "0.25-2, 5m"'))
    .addOption(
      new Option('--worthwhile <SHARE>', 'a change has to save more than this').default(undefined, '10%'),
    )
    .addOption(
      new Option('--holdout <SHARE>', 'plan without the last part, and judge the recommendation on it'),
    )
    .addOption(new Option('--stability', 'plan on each of the last four weeks alone, too'))
    .addOption(new Option('--schedule', 'also look for configurations that change by the hour of the week'))
    .addOption(
      new Option('--worlds <N>', 'how many worlds to draw from intervals (default: 40)').argParser(
        wholeNumber,
      ),
    )
    .addOption(
      new Option('--keeps <SHARE>', 'the share of worlds that has to meet its objectives (default: 90%)'),
    )
    .addOption(new Option('--growth <PACE>', 'plan for demand that grows, such as 20%/month, or -5%/week'))
    .addOption(new Option('--horizon <TIME>', 'how far ahead to plan: 26w, 6m, 1y (default: 6m)'))
    .addOption(new Option('--why <CONFIG>', 'also say why this configuration is not the recommendation'))
    .addOption(new Option('--timeouts <LIST>', 'only these timeouts, such as 5m,1h,off'))
    .addOption(new Option('--lowest <CU>', 'no size below').argParser(computeUnits))
    .addOption(new Option('--highest <CU>', 'no size above').argParser(computeUnits))
    .addOption(new Option('--only <KIND>', 'only fixed sizes, or only ranges').choices(['fixed', 'range']))
    .addOption(new Option('--pooler', 'only with all clients through the pooler'))
    .addOption(new Option('--no-pooler', 'only with all clients connected directly to Postgres'))
    .addOption(
      new Option('--fail-above <LIMITS>', 'exit 1 if the current configuration passes one, such as cost=50'),
    )
    .addOption(
      new Option('--apply-as <FORM>', 'print the change, the way back and alert rules').choices([
        'curl',
        'terraform',
        'cli',
        'cron',
      ]),
    )
    .addOption(
      OutputOption.fileOrStandardOutput(
        '--apply-to <FILE>',
        'write the changes of many databases into one file; - prints them',
      ),
    )
    .addOption(
      OutputOption.fileOrStandardOutput(
        '--write-scenario <FILE>',
        'write the plan as a scenario; - prints it',
      ),
    )
    .addOption(
      OutputOption.file('--table <FILE>', 'also write a row for each of many databases, as .csv or .parquet'),
    )
    .addOption(
      new Option(
        '--since <RESULTS>',
        'what an earlier plan of many databases printed with --json, to compare',
      ),
    )
    .addOption(
      OutputOption.fileOrStandardOutput(
        '--digest-to <FILE>',
        'write the changes since then as Markdown; - prints them',
      ),
    )
    .addOption(
      new Option(
        '--roll-up <FIELD>',
        'also sum up many databases by project, or by a tag such as tag:team; can be given again',
      ).argParser((text: string, before: readonly string[] = []) => [...before, text]),
    )
    .addOption(new Option('--force', 'overwrite an existing file'))
    .addOption(byOption())
    .addOption(setOption('a field of the demand or the current configuration to change'))
    .addOption(resultsOption('where plans of many databases are kept: a folder, or postgres://'))
    .addOption(queueOption())
    .addOption(new Option('--shard <I/N>', 'plan only every Nth database from the Ith on; needs --results'));
  addConfigurationSources(command, 'the current configuration', 'the compute before the change');
  addQuestionOptions(addActualOptions(addUseOptions(command)), [...FORMATS, 'csv'])
    .addOption(reportOption())
    .addHelpText(
      'after',
      `
Objectives are throttled, delay-p95, delay-p99, cold-starts,
cold-starts-in-hours, delayed-clients, delayed-over, failed-connects, refused,
pool-wait-p99, cache-hits, memory-kills, disk-free, dropped, headroom, quota
and budget; docs/plan-reference.md explains each. A recommendation also meets
them with headroom (20% more demand in balanced) and at both ends of each
assumption that nobody has measured; --assume states one. A scenario has its
current configuration; for a trace, --current states it, or --from-api or
--terraform says where it is.

A scenario of several computes is planned as a project: copies get one
configuration, replicas their number, and the limits that all computes share are
objectives too (docs/projects.md).

A scenario may have intervals, { low, likely, high }, for what nobody knows yet.
The plan then draws --worlds from them. It recommends what meets its objectives
in the share --keeps of them at the least expected cost.

A folder, a list of databases, or --by plans many databases. The answer has
their cost today and as recommended, the largest savings, the databases at risk,
and a row for each. A file that cannot be read has a row too, with a remedy
below. --format csv prints one row a database, and --table writes them. --since
says what has changed since an earlier plan.

With --queue, workers on other machines make the plans: start tidemark worker
there, with the same --queue and --results. The answer is the same. If the
command is stopped, the workers go on, and the same command goes on too. Without
a queue, --shard 3/16 plans every sixteenth database, for schedulers that start
many processes; the same command without --shard then has the whole answer.

Exit code 1: no configuration meets all objectives, or a limit is passed. Exit
code 2: bad input, also of some of many files.

Examples:
  tidemark plan scenarios/traces/office-week.jsonl
  tidemark plan scenarios/traces/office-week.jsonl --current "0.5-2, 5m"
  tidemark plan scenarios/traces/office-week.jsonl --current "0.25-2, 5m" \\
    --actual scenarios/actuals/office-week-consumption.json
  tidemark plan scenarios/traces/office-week.jsonl --storage 20GB
  tidemark plan scenarios/traces/office-week.jsonl --growth 20%/month \\
    --horizon 2m --timeouts 5m
  tidemark plan scenarios/traces/office-week.jsonl --why "0.5-4, 5m"
  tidemark plan scenarios/traces/office-week.jsonl --objective throttled=5%
  tidemark plan scenarios/traces/office-week.jsonl --assume burst=no
  tidemark plan scenarios/traces/office-week.jsonl --highest 3 \\
    --write-scenario week.yaml --force
  tidemark plan scenarios/projects/reads.yaml
  tidemark plan scenarios/before-a-trace/new-app.yaml --worlds 10
  tidemark plan scenarios/portfolios/shops.yaml --results plans/
  tidemark plan scenarios/portfolios/shops.yaml --format csv
  tidemark plan scenarios/portfolios/shops.yaml --results plans/ --shard 1/2
  tidemark plan scenarios/portfolios/shops.yaml --roll-up project \\
    --table shops.parquet --report shops
  tidemark plan scenarios/portfolios/shops.yaml --growth 20%/month --horizon 2m
  tidemark plan scenarios/traces/office-week.jsonl --current "1-4, 5m" \\
    --apply-as curl
  tidemark plan scenarios/portfolios/shops.yaml --apply-as terraform \\
    --apply-to - > shops.tf
  tidemark plan scenarios/schedules/morning-rush.yaml --schedule
  tidemark plan scenarios/flash-crowd.yaml --timeouts 5m,off --format markdown`,
    )
    .action(async (file, { format, ...options }) =>
      (await import('../run/plan/plan.ts')).runPlan(
        file,
        {
          ...options,
          ...(format === 'csv' ? { format: 'text', isCsv: !options.json } : { format }),
          commandLine: commandLine(program),
          commandOfOne: commandOfOne(typedArguments(program), command),
        },
        terminal,
      ),
    );
}
