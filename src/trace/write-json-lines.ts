import type { TraceStream } from './trace.ts';

/** The native format, in parts of many lines. */
export async function* jsonLines({ head, chunks }: TraceStream): AsyncIterable<string> {
  yield `${JSON.stringify({ schema: 'tidemark/trace', version: 1, ...head })}\n`;
  for await (const { times, values } of chunks) {
    const lines = Array.from(times, (time, i) =>
      JSON.stringify([time, ...values.map((column) => (Number.isNaN(column[i]) ? null : column[i]))]),
    );
    yield `${lines.join('\n')}\n`;
  }
}
