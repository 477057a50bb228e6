import { problem } from '../../../problem/index.ts';
import { resample } from '../../../trace/index.ts';
import type { ByOptions, TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { convertParts } from './convert-parts.ts';
import { openTrace } from './open-trace.ts';
import { wholeTimeOf } from './whole-time.ts';
import { writeTrace } from './write-trace.ts';

export interface ConvertOptions extends TraceOptions, ByOptions {
  readonly output: string;
  readonly step?: string;
}

export async function convertTrace(file: string, options: ConvertOptions, terminal: Terminal): Promise<void> {
  const stepMs = options.step === undefined ? null : wholeTimeOf('--step', options.step);
  if (options.by !== undefined) return convertParts(file, options, options.by, stepMs, terminal);
  if (options.output.endsWith('/')) {
    throw problem({ field: '--output' }, `found "${options.output}"`, 'name a file; a folder is for --by');
  }
  const { trace, notes } = await openTrace(file, options, terminal);
  await writeTrace(stepMs === null ? trace : resample(trace, stepMs), notes, options.output, terminal);
}
