#!/usr/bin/env node
import { BROKEN_INVARIANT } from './output/exit-codes.ts';
import { guarded } from './terminal/guarded.ts';
import { processTerminal } from './terminal/terminal.ts';
import { faultReport, tidemark } from './tidemark.ts';

/** Some versions of Node set this exit code before the listener runs, others set none. */
const UNSETTLED_AWAIT = 13;

const args = process.argv.slice(2);
const terminal = processTerminal();

// Node ends a process silently if it has nothing left to do while its main module still waits.
process.on('exit', () => {
  if (process.exitCode !== undefined && process.exitCode !== UNSETTLED_AWAIT) return;
  guarded(terminal, args).err(faultReport('the command stopped before it was done', args));
  process.exitCode = BROKEN_INVARIANT;
});

process.exitCode = await tidemark(args, terminal);
