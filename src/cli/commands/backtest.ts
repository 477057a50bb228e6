import { type Command, Option } from 'commander';
import {
  addAnswerOptions,
  addObjectiveOptions,
  addTraceOptions,
  assumeOption,
  byOption,
  computeUnits,
  cpuPerQueryOption,
  ownFactsOption,
  planOption,
  pricesOption,
  seedOption,
} from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addBacktest(program: Command, terminal: Terminal): void {
  const command = addObjectiveOptions(
    program
      .command('backtest')
      .description('Plan on each part of the past, and judge the recommendation on what came next.')
      .argument('<FILE>', 'a trace, a scenario of one compute, or many: a folder, a list'),
  )
    .addOption(new Option('--window <DAYS>', 'how long a past is planned on').default('14d'))
    .addOption(new Option('--judge <DAYS>', 'how long the recommendation is then judged').default('7d'))
    .addOption(new Option('--step <DAYS>', 'how far on the next window begins').default('7d'))
    .addOption(new Option('--current <SETTING>', 'what is set at first, such as "0.25-2, 5m"'))
    .addOption(new Option('--worthwhile <SHARE>', 'a change has to save more than this').default('10%'))
    .addOption(new Option('--timeouts <LIST>', 'only these, such as 5m,1h,off'))
    .addOption(new Option('--lowest <CU>', 'no size below').argParser(computeUnits))
    .addOption(new Option('--highest <CU>', 'no size above').argParser(computeUnits))
    .addOption(new Option('--only <KIND>', 'only fixed sizes, or only ranges').choices(['fixed', 'range']))
    .addOption(planOption())
    .addOption(ownFactsOption())
    .addOption(pricesOption())
    .addOption(seedOption());
  addAnswerOptions(
    addTraceOptions(command).addOption(byOption()).addOption(cpuPerQueryOption()).addOption(assumeOption()),
  )
    .addHelpText(
      'after',
      `
Windows are made of days of the trace's zone; a day counts if 95% of it was
seen. In each it plans on the first part, and runs the choice on the second,
beside what people do without a planner and the best in hindsight: the plan of
the second part itself. What was chosen before is what is set. The demand of a
scenario is measured first, in steps of 5m. Ctrl-C prints the windows so far.
docs/accuracy.md says what figures mean.

Examples:
  tidemark backtest scenarios/backtest/office.yaml
  tidemark backtest scenarios/traces/office-week.jsonl --window 4d --judge 1d \\
    --step 1d`,
    )
    .action(async (file, options) =>
      (await import('../run/backtest.ts')).runBacktest(file, options, terminal),
    );
}
