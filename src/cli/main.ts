#!/usr/bin/env node
import { writeSync } from 'node:fs';
import { BROKEN_INVARIANT } from './exit-codes.ts';
import { processTerminal } from './terminal.ts';
import { faultReport, tidemark } from './tidemark.ts';

/** Some versions of Node have set this exit code by then, others none. */
const UNSETTLED = 13;

const args = process.argv.slice(2);

// A process that has nothing left to do while its main module still waits ends, and Node says nothing of it.
process.on('exit', () => {
  if (process.exitCode !== undefined && process.exitCode !== UNSETTLED) return;
  writeSync(process.stderr.fd, faultReport('the command stopped before it was done', args));
  process.exitCode = BROKEN_INVARIANT;
});

process.exitCode = await tidemark(args, processTerminal());
