import { resample } from '../../../trace/index.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { openTrace } from './open-trace.ts';
import { wholeTimeOf } from './whole-time.ts';
import { writeTrace } from './write-trace.ts';

export interface ConvertOptions extends TraceOptions {
  readonly output: string;
  readonly step?: string;
}

export async function convertTrace(file: string, options: ConvertOptions, terminal: Terminal): Promise<void> {
  const stepMs = options.step === undefined ? null : wholeTimeOf('--step', options.step);
  const { trace, notes } = await openTrace(file, options, terminal);
  await writeTrace(stepMs === null ? trace : resample(trace, stepMs), notes, options.output, terminal);
}
