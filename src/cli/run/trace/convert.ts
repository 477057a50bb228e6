import {
  type ByOptions,
  nameOf,
  type OpenTrace,
  openTrace,
  readableAgain,
  streamOf,
  type TraceOptions,
  watched,
  wholeMillisecondsOf,
} from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import { applied, meterOf, resample, type TraceStream } from '../../../trace/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { convertParts } from './convert-parts.ts';
import { writeTrace } from './write-trace.ts';

export interface ConvertOptions extends TraceOptions, ByOptions {
  readonly output: string;
  readonly step?: string;
}

export async function convertTrace(file: string, options: ConvertOptions, terminal: Terminal): Promise<void> {
  const stepMs = options.step === undefined ? null : wholeMillisecondsOf('--step', options.step);
  if (options.by !== undefined)
    return convertParts(file, options.output, options, options.by, stepMs, terminal);
  if (options.output.endsWith('/')) {
    throw problem({ field: '--output' }, `found "${options.output}"`, 'name a file; a folder is for --by');
  }
  const opened = await openTrace(file, options, terminal);
  // The usual step of uneven times is known only after reading all of them.
  const isMeasured = stepMs !== null && opened.head.stepMs === null;
  const trace = isMeasured ? await readableAgain(opened) : opened;
  const all = streamOf(trace, nameOf(file));
  const converted =
    stepMs === null ? all : applied(resample(stepMs, await usualStepMs(all, trace, terminal)), all);
  await writeTrace(converted, [trace], trace.notes, options.output, terminal);
}

async function usualStepMs(stream: TraceStream, trace: OpenTrace, terminal: Terminal): Promise<number> {
  const doing = { what: `reading ${stream.head.name}`, left: 'nothing is written' };
  return (await meterOf(watched(stream, [trace], doing, terminal))).span.usualMs;
}
