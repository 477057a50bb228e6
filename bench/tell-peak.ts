import { writeSync } from 'node:fs';
import { peakBytes } from './peak-bytes.ts';

// Loaded before a command, this has it say at its end what it took of processors, and how much memory it had at most.
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, JSON.stringify({ cpuMs: (user + system) / 1000, peakBytes: peakBytes() }));
});
