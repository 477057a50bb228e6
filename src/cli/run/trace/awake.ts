import { LISTED_SIZES_CU } from '../../../facts/index.ts';
import { nameOf, openTrace, type TraceOptions, watched } from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import { awakePage, jsonDocument } from '../../../report/index.ts';
import { parseDuration } from '../../../scenario/index.ts';
import { awakeOf } from '../../../trace/index.ts';
import { type FormatOptions, outputFormat } from '../../flags/options.ts';
import { printPage } from '../../output/print-answer.ts';
import type { Terminal } from '../../terminal/terminal.ts';

export interface AwakeOptions extends TraceOptions, FormatOptions {
  readonly suspendAfter: string;
  readonly asleep: number;
  readonly min: number;
}

/** Reads the trace once to its end, and never holds all of it in memory. */
export async function showAwake(file: string, options: AwakeOptions, terminal: Terminal): Promise<void> {
  const settings = { suspendAfterMs: timeOf(options.suspendAfter), awakeShare: 1 - options.asleep };
  const minimumCu = sizeOf(options.min);
  const name = nameOf(file);
  const trace = await openTrace(file, options, terminal);
  const doing = { what: `reading ${name}`, left: 'there is no answer' };
  const awake = await awakeOf(watched(trace.stream, [trace], doing, terminal), settings);
  if (awake.untilMs < awake.fromMs) {
    throw problem({ file: name }, 'it has no events and no samples', 'name a trace that has some');
  }
  const answer = { ...awake, ...settings, minimumCu, notes: trace.notes() };
  const format = outputFormat(options);
  if (format !== 'json') {
    printPage(awakePage(answer), format, terminal);
    return;
  }
  const { fromMs, untilMs, ...rest } = answer;
  const document = {
    schema: 'tidemark/awake',
    version: 1,
    from: new Date(fromMs).toISOString(),
    until: new Date(untilMs).toISOString(),
    ...rest,
  };
  terminal.out(`${jsonDocument(document)}\n`);
}

function timeOf(text: string): number {
  const ms = parseDuration(text);
  if (ms !== null && ms >= 1000) return ms;
  throw problem({ field: '--suspend-after' }, `found "${text}"`, 'write a second or more, such as 5m');
}

function sizeOf(cu: number): number {
  if (LISTED_SIZES_CU.includes(cu)) return cu;
  throw problem(
    { field: '--min' },
    `found ${cu}`,
    `write a size such as ${LISTED_SIZES_CU.slice(0, 3).join(', ')}`,
  );
}
