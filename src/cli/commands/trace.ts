import type { Command } from 'commander';
import type { Terminal } from '../terminal.ts';
import { addConvert } from './trace/convert.ts';
import { addFetch } from './trace/fetch.ts';
import { addInspect } from './trace/inspect.ts';
import { addMerge } from './trace/merge.ts';
import { addPresets } from './trace/presets.ts';
import { addSlice } from './trace/slice.ts';

export function addTrace(program: Command, terminal: Terminal): void {
  const trace = program
    .command('trace')
    .description('Look into what was measured, and fetch, convert, cut and merge it.')
    .usage('[options] <COMMAND>');
  addInspect(trace, terminal);
  addConvert(trace, terminal);
  addSlice(trace, terminal);
  addMerge(trace, terminal);
  addPresets(trace, terminal);
  addFetch(trace, terminal);
}
