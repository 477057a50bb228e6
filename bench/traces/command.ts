import { built } from '../built.ts';
import { peakBytes } from '../peak-bytes.ts';
import { asStream, table } from '../traces.ts';

/** A process that runs a command on a table that is generated in pieces, and prints its peak memory. */
const { processTerminal } =
  await built<typeof import('../../src/cli/terminal/terminal.ts')>('cli/terminal/terminal');
const { tidemark } = await built<typeof import('../../src/cli/tidemark.ts')>('cli/tidemark');

const [bytes, ...args] = process.argv.slice(2);
const length = Number(bytes);
let writtenBytes = 0;
let said = '';
const code = await tidemark(args, {
  ...processTerminal(),
  open: () => ({ pieces: () => asStream(table(length, '')), parts: null, bytes: length }),
  out: () => {},
  err: (text) => {
    said += text;
  },
  create: () => ({
    write: ({ length: more }) => {
      writtenBytes += more;
    },
    commit: () => {},
    discard: () => {},
  }),
});
if (code !== 0) throw new Error(said);
console.log(JSON.stringify({ peakBytes: peakBytes(), writtenBytes }));
