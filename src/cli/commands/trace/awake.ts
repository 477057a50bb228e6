import { type Command, InvalidArgumentError, Option } from 'commander';
import { addFormatOptions, addTraceOptions, minOption } from '../../flags/options.ts';
import type { Terminal } from '../../terminal/terminal.ts';

const LOG = 'scenarios/traces/sleepless-day.jsonl';

export function addAwake(trace: Command, terminal: Terminal): void {
  addFormatOptions(addTraceOptions(trace.command('awake')))
    .description('Find the clients that keep a database awake.')
    .argument('<FILE>', 'a trace with events, such as a server log; - reads standard input')
    .addOption(new Option('--suspend-after <TIME>', 'inactivity before sleep').default('5m'))
    .addOption(
      new Option('--asleep <SHARE>', 'the share of the time that it should sleep')
        .argParser(share)
        .default(0.5, '50%'),
    )
    .addOption(minOption().default(0.25))
    .addHelpText(
      'after',
      `
Examples:
  tidemark trace awake ${LOG}
  tidemark trace awake ${LOG} --asleep 80% --json`,
    )
    .action(async (file, options) =>
      (await import('../../run/trace/awake.ts')).showAwake(file, options, terminal),
    );
}

function share(text: string): number {
  const value = /^\d{1,3}(?:\.\d+)?%$/.test(text) ? Number(text.slice(0, -1)) : Number.NaN;
  if (value > 0 && value <= 100) return value / 100;
  throw new InvalidArgumentError('Write a share of the time such as 50%.');
}
