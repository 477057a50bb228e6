import { Command } from 'commander';
import { ownVersion } from '../library/index.ts';
import { addBacktest } from './commands/backtest.ts';
import { addCheck } from './commands/check.ts';
import { addCollect } from './commands/collect.ts';
import { addCompare } from './commands/compare.ts';
import { addCompletion } from './commands/completion.ts';
import { addDoctor } from './commands/doctor.ts';
import { addExplain } from './commands/explain.ts';
import { addFacts } from './commands/facts/facts.ts';
import { addSizes } from './commands/facts/sizes.ts';
import { addIncident } from './commands/incident.ts';
import { addInit } from './commands/init.ts';
import { addLab } from './commands/lab.ts';
import { addLearn } from './commands/learn.ts';
import { addPlan } from './commands/plan.ts';
import { addPolicies } from './commands/policies.ts';
import { addReport } from './commands/report.ts';
import { addKeys } from './commands/serve/keys.ts';
import { addServe } from './commands/serve/serve.ts';
import { addSimulate } from './commands/simulate.ts';
import { addStatechart } from './commands/statechart.ts';
import { addTrace } from './commands/trace.ts';
import { addWatch } from './commands/watch.ts';
import { addWorker } from './commands/worker.ts';
import { helpGroups } from './flags/help-groups.ts';
import { checkOutputs } from './flags/output-option.ts';
import { addMemberHelp, resolveMembers } from './intake/list-members.ts';
import type { Terminal } from './terminal/terminal.ts';

/**
 * Declares the command line. The work of a command is loaded when it runs, so that help and version load none of it.
 */
export function buildProgram(terminal: Terminal): Command {
  const program = new Command('tidemark')
    .description('Simulates, plans and emulates the computes of a serverless Postgres service.')
    .version(ownVersion(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help of a command')
    .addHelpText(
      'after',
      '\nExamples:\n  tidemark plan scenarios/traces/office-week.jsonl\n  tidemark simulate scenarios/office-hours.yaml\n  tidemark sizes --min 0.25 --max 4\n  tidemark explain scenarios/metrics/morning-rush.yaml --min 0.25 --max 4\n  tidemark statechart --svg > statechart.svg',
    );
  addPlan(program, terminal);
  addWorker(program, terminal);
  addCompare(program, terminal);
  addCheck(program, terminal);
  addPolicies(program, terminal);
  addBacktest(program, terminal);
  addIncident(program, terminal);
  addSimulate(program, terminal);
  addReport(program, terminal);
  addWatch(program, terminal);
  addDoctor(program, terminal);
  addTrace(program, terminal);
  addCollect(program, terminal);
  addLab(program, terminal);
  addLearn(program, terminal);
  addInit(program, terminal);
  addCompletion(program, terminal);
  addServe(program, terminal);
  addKeys(program, terminal);
  addSizes(program, terminal);
  addFacts(program, terminal);
  addExplain(program, terminal);
  addStatechart(program, terminal);
  program.hook('preAction', (_, command) => checkOutputs(command, terminal));
  program.hook('preAction', (_, command) => resolveMembers(command, terminal));
  addMemberHelp(program);
  speakThrough(terminal, program);
  return program;
}

function speakThrough(terminal: Terminal, command: Command): void {
  // Wraps descriptions in narrow terminals too.
  command.configureHelp({ minWidthToWrap: 20, groupItems: helpGroups });
  command.exitOverride().configureOutput({
    writeOut: (text) => terminal.out(text),
    writeErr: (text) => terminal.err(text),
    getOutHelpWidth: () => terminal.columns,
    getErrHelpWidth: () => terminal.columns,
    outputError: (text, write) => {
      write(`${text.replace(/^error: /, 'tidemark: ')}See ${nameOf(command)} --help.\n`);
    },
  });
  for (const part of command.commands) speakThrough(terminal, part);
}

/** `tidemark keys create`. */
function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}
