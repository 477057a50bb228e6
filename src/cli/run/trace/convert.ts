import { problem } from '../../../problem/index.ts';
import { type Replay, resample, spanOf } from '../../../trace/index.ts';
import { nameOf } from '../../input.ts';
import type { ByOptions, TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { convertParts } from './convert-parts.ts';
import { type OpenTrace, openTrace, readableAgain } from './open-trace.ts';
import { replayed, watched } from './watched.ts';
import { wholeTimeOf } from './whole-time.ts';
import { writeTrace } from './write-trace.ts';

export interface ConvertOptions extends TraceOptions, ByOptions {
  readonly output: string;
  readonly step?: string;
}

export async function convertTrace(file: string, options: ConvertOptions, terminal: Terminal): Promise<void> {
  const stepMs = options.step === undefined ? null : wholeTimeOf('--step', options.step);
  if (options.by !== undefined)
    return convertParts(file, options.output, options, options.by, stepMs, terminal);
  if (options.output.endsWith('/')) {
    throw problem({ field: '--output' }, `found "${options.output}"`, 'name a file; a folder is for --by');
  }
  const opened = await openTrace(file, options, terminal);
  // Which step is the usual one of times that are uneven, only all of them tell.
  const isMeasured = stepMs !== null && opened.head.stepMs === null;
  const trace = isMeasured ? await readableAgain(opened) : opened;
  const replay = replayed(trace, nameOf(file));
  const operator = stepMs === null ? null : resample(stepMs, await usualStepMs(replay, trace, terminal));
  const wanted = operator === null ? replay : operator(replay);
  await writeTrace(wanted, [trace], trace.notes, options.output, terminal);
}

async function usualStepMs(replay: Replay, trace: OpenTrace, terminal: Terminal): Promise<number> {
  const doing = { what: `reading ${replay.head.name}`, left: 'nothing is written' };
  return replay.head.stepMs ?? (await spanOf(watched(replay, [trace], doing, terminal))).usualMs;
}
