import { type Command, Option } from 'commander';
import {
  addFormatOptions,
  addSimulationOptions,
  addTraceOptions,
  byOption,
  cpuPerQueryOption,
} from '../options.ts';
import type { Terminal } from '../terminal.ts';

export function addSimulate(program: Command, terminal: Terminal): void {
  const command = program
    .command('simulate')
    .description('Run a scenario or a trace: what the service would do, and what it would cost.')
    .argument('<FILE>', 'a scenario in YAML or JSON, or a trace; - reads standard input');
  addFormatOptions(
    addTraceOptions(addSimulationOptions(command))
      .addOption(cpuPerQueryOption())
      .addOption(byOption())
      .addOption(new Option('--events <FILE>', 'write every event to a file, one JSON document a line'))
      .addOption(new Option('--no-compare', 'leave out the same demand always on and at fixed sizes')),
  )
    .addHelpText(
      'after',
      `
Flags for size, timeout, plan, facts, prices and seed go before what the file
says. The same file, flags and version give the same bytes.

A trace is what was measured: JSON lines of tidemark/trace, CSV or Parquet,
compressed or not. What it is, its first bytes say. It runs on 0.25-2 CU that
sleep after 5m where no flag says otherwise. With --by, a table becomes a
project with a compute for each of its databases.

Examples:
  tidemark simulate scenarios/office-hours.yaml
  tidemark simulate scenarios/poller.yaml --min 0.5 --max 4 --suspend-after off
  tidemark simulate scenarios/poller.yaml --json --no-compare
  tidemark simulate scenarios/poller.yaml --format markdown > poller.md
  tidemark simulate scenarios/poller.yaml --events events.jsonl
  tidemark simulate scenarios/traces/office-week.jsonl --min 0.5 --max 4
  tidemark simulate scenarios/traces/office-week.jsonl --cpu-per-query 5ms`,
    )
    .action(async (file, options) =>
      (await import('../run/simulate.ts')).runSimulate(file, options, terminal),
    );
}
