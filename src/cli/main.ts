#!/usr/bin/env node
import { processTerminal } from './terminal.ts';
import { tidemark } from './tidemark.ts';

process.exitCode = await tidemark(process.argv.slice(2), processTerminal());
