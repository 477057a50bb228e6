import { Command } from 'commander';
import type { TraceReading } from '../../../advisor/index.ts';
import {
  type ByOptions,
  inFlags,
  loadSubject,
  type OpenedFile,
  openEachPart,
  subjectInFlags,
  type TraceOptions,
  traceIn,
} from '../../../library/index.ts';
import type { Suggestion } from '../../../problem/index.ts';
import { quoted } from '../../../trace/index.ts';
import { addTraceOptions, byOption, cpuPerQueryOption } from '../../flags/options.ts';
import { argsOf, withArguments } from '../../flags/suggested-command.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { summaryOfTrace } from '../trace/inspect.ts';
import { nextCommandFlags } from '../trace/next-command.ts';

export type ReadOptions = TraceOptions & ByOptions;

/** A trace with the flags to read it: those that were typed, and those that problems suggested. */
export function traceFile(file: OpenedFile, options: ReadOptions, terminal: Terminal): TraceReading {
  return readWith(file, nextCommandFlags(options), terminal);
}

function readWith(file: OpenedFile, flags: readonly string[], terminal: Terminal): TraceReading {
  const options = () => optionsOf(flags);
  return {
    canTake,
    with: (suggestion) => {
      const more = withArguments(flags, argsOf(suggestion));
      return more.join('\n') === flags.join('\n') ? null : readWith(file, more, terminal);
    },
    words: (suggestion) => argsOf(suggestion).map(quoted).join(' '),
    isSplit: flags.includes('--by'),
    summary: () =>
      inFlags(async () => {
        const trace = await traceIn(file, options());
        const summary = await summaryOfTrace(trace, file.name, options(), terminal);
        return { what: trace.what, summary, notes: trace.notes() };
      }),
    parts: () => openEachPart(file, options(), options().by as string, terminal),
    subject: () => subjectInFlags(() => loadSubject(file, options(), terminal)),
    next: (question) =>
      file.path === '-'
        ? null
        : ['tidemark', ...question.split(' '), file.path, ...flags].map(quoted).join(' '),
  };
}

/** Whether reading a trace has all these flags. */
export function canTake({ options }: Suggestion): boolean {
  return options.every(([name]) => READING.options.some((one) => one.attributeName() === name));
}

function reading(): Command {
  return addTraceOptions(new Command()).addOption(byOption()).addOption(cpuPerQueryOption()).exitOverride();
}

const READING = reading();

function optionsOf(flags: readonly string[]): ReadOptions {
  return reading()
    .parse([...flags], { from: 'user' })
    .opts();
}
