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
    .addOption(new Option('--window <DAYS>', 'how much of the past each plan uses').default(undefined, '14d'))
    .addOption(
      new Option('--judge <DAYS>', 'how long each recommendation is then judged').default(undefined, '7d'),
    )
    .addOption(new Option('--step <DAYS>', 'the time from one window to the next').default(undefined, '7d'))
    .addOption(new Option('--current <CONFIG>', 'the first current configuration, such as "0.25-2, 5m"'))
    .addOption(
      new Option('--worthwhile <SHARE>', 'a change has to save more than this').default(undefined, '10%'),
    )
    .addOption(new Option('--timeouts <LIST>', 'only these timeouts, such as 5m,1h,off'))
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
A window is a number of whole days in the trace's zone; a day counts if the
trace covers 95% of it. Each window is planned on its first part. Its second
part then runs the recommendation, the baselines that need no planner, and the
best configuration in hindsight, which is the plan of the second part. The
recommendation of a window is the current configuration of the next. The demand
of a scenario is measured first, in steps of 5m. Ctrl-C prints the windows so
far. docs/accuracy.md explains the figures.

Examples:
  tidemark backtest scenarios/backtest/office.yaml
  tidemark backtest scenarios/traces/office-week.jsonl --window 4d --judge 1d \\
    --step 1d`,
    )
    .action(async (file, options) =>
      (await import('../run/backtest.ts')).runBacktest(file, options, terminal),
    );
}
