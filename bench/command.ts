import { built } from './built.ts';
import { peakBytes } from './peak-bytes.ts';

/** A process that runs a command, throws away what it prints, and prints how much it had in memory at most. */
const { processTerminal } = await built<typeof import('../src/cli/terminal.ts')>('terminal');
const { tidemark } = await built<typeof import('../src/cli/tidemark.ts')>('tidemark');

let said = '';
const code = await tidemark(process.argv.slice(2), {
  ...processTerminal(),
  out: () => {},
  err: (text) => {
    said += text;
  },
});
if (code !== 0) throw new Error(said);
console.log(JSON.stringify({ peakBytes: peakBytes() }));
