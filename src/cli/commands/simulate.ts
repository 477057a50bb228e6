import { type Command, Option } from 'commander';
import { commandLine } from '../flags/command-line.ts';
import {
  addAnswerOptions,
  addDemandChanges,
  addSimulationOptions,
  addTraceOptions,
  addUseOptions,
  assumeOption,
  byOption,
  cpuPerQueryOption,
  reportOption,
  setOption,
} from '../flags/options.ts';
import { OutputOption } from '../flags/output-option.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addSimulate(program: Command, terminal: Terminal): void {
  const command = program
    .command('simulate')
    .description('Simulate a scenario or a trace: what the service does, and what it costs.')
    .argument('<FILE>', 'a scenario in YAML or JSON, or a trace; - reads standard input');
  addAnswerOptions(
    addUseOptions(addTraceOptions(addDemandChanges(addSimulationOptions(command))))
      .addOption(cpuPerQueryOption())
      .addOption(assumeOption())
      .addOption(byOption())
      .addOption(setOption('a field to change'))
      .addOption(
        OutputOption.file('--events <FILE>', 'write every event to a file, one JSON document a line'),
      )
      .addOption(new Option('--no-compare', 'do not compare with always on and fixed sizes'))
      .addOption(reportOption()),
  )
    .addHelpText(
      'after',
      `
Flags for size, timeout, plan, facts, prices and seed override the file. --set
changes any field of a scenario by its path, and has short names for those of a
compute, and pooler. The same file, flags and version give the same bytes.

A trace is measured data: JSON lines of tidemark/trace, CSV or Parquet,
compressed or not. Its first bytes show its format. By default it runs on
0.25-2 CU that sleep after 5m. With --by, a table becomes a project with a
compute for each of its databases.

--exclude cuts holidays and outages out of traces: a day, days as FIRST..LAST,
or times as FROM..UNTIL. They are replaced by the same hours of the week before,
or of the nearest known week, or else by no demand. --event adds a known future
event: WHEN=xFACTOR/TIME multiplies loads and arrivals, WHEN=+VCPU/TIME adds a
load. RISE/HOLD/DECAY in place of TIME makes it a flash crowd. Both flags can be
given more than once, and are listed in the answer.

Examples:
  tidemark simulate scenarios/office-hours.yaml
  tidemark simulate scenarios/poller.yaml --min 0.5 --max 4 --suspend-after off
  tidemark simulate scenarios/poller.yaml --set demand.users.query.cpu=80ms
  tidemark simulate scenarios/poller.yaml --json --no-compare
  tidemark simulate scenarios/poller.yaml --format markdown > poller.md
  tidemark simulate scenarios/poller.yaml --events events.jsonl
  tidemark simulate scenarios/traces/office-week.jsonl --min 0.5 --max 4
  tidemark simulate scenarios/traces/office-week.jsonl --cpu-per-query 5ms
  tidemark simulate scenarios/traces/office-week.jsonl --exclude 2026-03-04
  tidemark simulate scenarios/poller.yaml --event 12h=+2/10m/1h/30m`,
    )
    .action(async (file, options) =>
      (await import('../run/simulate.ts')).runSimulate(
        file,
        { ...options, commandLine: commandLine(program) },
        terminal,
      ),
    );
}
