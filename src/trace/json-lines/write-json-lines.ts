import type { TraceChunk, TraceStream } from '../trace.ts';
import { eventLine } from './json-lines-event.ts';
import { headLine } from './json-lines-head.ts';

/** Writes a trace in tidemark's format: the head, and then a line for each sample and event in the order of time. */
export async function* jsonLines({ head, chunks }: TraceStream): AsyncGenerator<string> {
  yield `${headLine(head)}\n`;
  for await (const chunk of chunks) {
    const text = linesOf(chunk);
    if (text !== '') yield text;
  }
}

function linesOf({ times, values, events }: TraceChunk): string {
  let text = '';
  let next = 0;
  for (let row = 0; row < times.length; row++) {
    const time = times[row] as number;
    for (let event = events[next]; event !== undefined && event.atMs < time; event = events[++next])
      text += eventLine(event);
    text += `[${time}`;
    for (const column of values) text += `,${jsonNumber(column[row] as number)}`;
    text += ']\n';
  }
  for (const event of events.slice(next)) text += eventLine(event);
  return text;
}

/** JSON cannot express NaN, and JavaScript prints -0 without its sign. */
function jsonNumber(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  return Object.is(value, -0) ? '-0' : `${value}`;
}
