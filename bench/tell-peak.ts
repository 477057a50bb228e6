import { writeSync } from 'node:fs';
import { peakBytes } from './peak-bytes.ts';

// Node loads this before a command. At its end it reports processor time and peak memory.
process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  writeSync(3, JSON.stringify({ cpuMs: (user + system) / 1000, peakBytes: peakBytes() }));
});
