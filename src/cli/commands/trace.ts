import type { Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import { addConvert } from './trace/convert.ts';
import { addFit } from './trace/fit.ts';
import { addGenerate } from './trace/generate.ts';
import { addInspect } from './trace/inspect.ts';
import { addMerge } from './trace/merge.ts';
import { addSlice } from './trace/slice.ts';

export function addTrace(program: Command, terminal: Terminal): void {
  const trace = program
    .command('trace')
    .description('Look into what was measured; convert, cut and merge it, and fit demand to it.')
    .usage('[options] <COMMAND>');
  addInspect(trace, terminal);
  addConvert(trace, terminal);
  addSlice(trace, terminal);
  addMerge(trace, terminal);
  addFit(trace, terminal);
  addGenerate(trace, terminal);
}
