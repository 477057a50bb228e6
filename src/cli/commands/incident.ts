import { type Command, Option } from 'commander';
import { commandLine } from '../flags/command-line.ts';
import { addObjectiveOptions, addQuestionOptions, reportOption } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function addIncident(program: Command, terminal: Terminal): void {
  const command = addObjectiveOptions(
    program
      .command('incident')
      .description('Say what ran out first at a time that went wrong, and what would prevent it.')
      .argument('<FILE>', 'a trace, or a scenario of one compute; - reads standard input'),
  )
    .requiredOption(
      '--at <TIME>',
      'the time of the incident, such as 2026-03-03T14:05, or 12h after the start',
    )
    .addOption(new Option('--around <TIME>', 'how long before and after it to look').default(undefined, '1h'))
    .addOption(
      new Option(
        '--current <CONFIG>',
        'the configuration in force, such as "0.25-2, 5m"; a trace does not state it',
      ),
    );
  addQuestionOptions(command)
    .addOption(reportOption())
    .addHelpText(
      'after',
      `
It replays the demand and looks at each second: which clients wait a second or
more for a processor, a connection of the pooler or a start, which get an error,
and what comes before. Then it tries one change at a time, each in a run of its
own, and names the cheapest that prevents the incident and meets all objectives
of a plan. Local times are in the zone of the file. docs/incident.md lists the
changes.

Exit code 1: no single change prevents it.

Examples:
  tidemark incident scenarios/connection-storm.yaml --at 30m --around 15m
  tidemark incident scenarios/flash-crowd.yaml --at 2026-03-04T12:00
  tidemark incident scenarios/traces/office-week.jsonl \\
    --at 2026-03-03T11:00 --current "0.25-1, 5m"`,
    )
    .action(async (file, options) =>
      (await import('../run/incident.ts')).runIncident(
        file,
        { ...options, commandLine: commandLine(program) },
        terminal,
      ),
    );
}
