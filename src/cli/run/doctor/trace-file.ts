import { Command } from 'commander';
import type { TraceReading } from '../../../advisor/index.ts';
import type { Suggestion } from '../../../problem/index.ts';
import { quoted } from '../../../trace/index.ts';
import {
  addTraceOptions,
  type ByOptions,
  byOption,
  cpuPerQueryOption,
  type TraceOptions,
} from '../../flags/options.ts';
import { inFlags } from '../../flags/setting-flags.ts';
import { argsOf, withArguments } from '../../flags/suggested-command.ts';
import { loadSubject } from '../../intake/load.ts';
import type { OpenedFile } from '../../intake/open-file.ts';
import { openEachPart } from '../../intake/open-parts.ts';
import { traceIn } from '../../intake/open-trace.ts';
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
    subject: async () => (await loadSubject(file, options(), terminal)).subject,
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
