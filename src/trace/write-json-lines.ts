import { headLine } from './json-lines-head.ts';
import type { TraceStream } from './trace.ts';

/** A trace in tidemark's own format, text by text: a head, then a line for each sample. */
export async function* jsonLines({ head, chunks }: TraceStream): AsyncGenerator<string> {
  yield `${headLine(head)}\n`;
  for await (const { times, values } of chunks) {
    let text = '';
    for (let row = 0; row < times.length; row++) {
      text += `[${times[row]}`;
      for (const column of values) text += `,${jsonNumber(column[row] as number)}`;
      text += ']\n';
    }
    if (text !== '') yield text;
  }
}

/** JSON has no word for what is not a number, and JavaScript writes -0 without its sign. */
function jsonNumber(value: number): string {
  if (!Number.isFinite(value)) return 'null';
  return Object.is(value, -0) ? '-0' : `${value}`;
}
