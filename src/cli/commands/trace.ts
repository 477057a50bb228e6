import type { Command } from 'commander';
import type { Terminal } from '../terminal/terminal.ts';
import { addAwake } from './trace/awake.ts';
import { addConvert } from './trace/convert.ts';
import { addFetch } from './trace/fetch.ts';
import { addFit } from './trace/fit.ts';
import { addGenerate } from './trace/generate.ts';
import { addInspect } from './trace/inspect.ts';
import { addMerge } from './trace/merge.ts';
import { addPresets } from './trace/presets.ts';
import { addRecord } from './trace/record.ts';
import { addSlice } from './trace/slice.ts';

export function addTrace(program: Command, terminal: Terminal): void {
  const trace = program
    .command('trace')
    .description('Inspect, convert, fetch and record measured data, and fit demand to it.')
    .usage('[options] <COMMAND>');
  addInspect(trace, terminal);
  addConvert(trace, terminal);
  addSlice(trace, terminal);
  addMerge(trace, terminal);
  addRecord(trace, terminal);
  addAwake(trace, terminal);
  addPresets(trace, terminal);
  addFetch(trace, terminal);
  addFit(trace, terminal);
  addGenerate(trace, terminal);
}
