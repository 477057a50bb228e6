import { readTrace, recognise } from '../../src/trace/index.ts';
import { peakBytes } from '../peak-bytes.ts';
import { asStream, table } from '../traces.ts';

/** A process that reads 200 MB and prints its peak memory. The table is generated in pieces. */
const before = process.memoryUsage.rss();
const { stream } = await readTrace(
  await recognise({ pieces: () => asStream(table(200e6, '')), parts: null }),
  {
    name: 'long.csv',
    map: [],
    vcpus: null,
    timezone: 'UTC',
    gap: null,
    strict: true,
  },
);
let samples = 0;
for await (const { times } of stream.chunks) samples += times.length;
if (samples < 1e6) throw new Error('the trace was not read');
const most = peakBytes();
console.log(JSON.stringify({ grownBytes: most - before, peakBytes: most }));
