import { writeSync } from 'node:fs';
import { peakBytes } from './peak-bytes.ts';

// Loaded before a command, this has it say at its end how much it had in memory at most.
process.on('exit', () => writeSync(3, String(peakBytes())));
