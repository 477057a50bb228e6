export { COUNTED, QUANTITIES, QUANTITY_NAMES, type Quantity } from './quantity.ts';
export { readTrace } from './read-trace.ts';
export type { Reading, ReadSettings } from './reading.ts';
export type { Column, Gap, Statistic, Trace, TraceChunk, TraceHead, TraceStream } from './trace.ts';
export { jsonLines } from './write-json-lines.ts';
