import type { Command } from 'commander';
import { type FormatOptions, outputFormat } from '../flags/options.ts';
import type { Interrupted } from '../terminal/interruption.ts';

/** The text on standard output in place of an answer. Null if standard output is the file that the command writes. */
export function interruptedAnswer({ message }: Interrupted, command: Command): string | null {
  const { output, writeScenario } = command.opts<Record<string, unknown>>();
  if (output === '-' || writeScenario === '-') return null;
  if (command.name() !== 'report' && outputFormat(command.opts<FormatOptions>()) === 'json')
    return `${JSON.stringify({ schema: 'tidemark/interrupted', version: 1, interrupted: true, message })}\n`;
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}.\n`;
}
