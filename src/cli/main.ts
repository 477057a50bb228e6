#!/usr/bin/env node
import { BROKEN_INVARIANT } from './output/exit-codes.ts';
import { guarded } from './terminal/guarded.ts';
import { processTerminal } from './terminal/terminal.ts';
import { faultReport, tidemark } from './tidemark.ts';

const args = process.argv.slice(2);
const terminal = processTerminal();

// Node ends a process silently if it has nothing left to do while a promise still waits.
process.on('exit', () => {
  if (process.exitCode !== undefined) return;
  guarded(terminal, args).err(faultReport('the command stopped before it was done', args));
  process.exitCode = BROKEN_INVARIANT;
});

// With an await in a main module, some versions of Node print a warning of their own.
tidemark(args, terminal).then((code) => {
  process.exitCode = code;
});
