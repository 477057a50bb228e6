import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { type OpenTrace, watched } from '../../../library/index.ts';
import { jsonLines, parquet, type TraceStream } from '../../../trace/index.ts';
import type { NewFile } from '../../files/output-files.ts';
import type { Terminal } from '../../terminal/terminal.ts';

/**
 * Writes a trace as JSON lines, or as Parquet if the name says so. Then reports on standard error what was written and
 * how it was read.
 */
export async function writeTrace(
  trace: TraceStream,
  files: readonly OpenTrace[],
  notes: () => readonly string[],
  path: string,
  terminal: Terminal,
): Promise<void> {
  const doing = { what: 'writing', left: path === '-' ? 'the output is incomplete' : 'nothing is written' };
  const { head, chunks } = watched(trace, files, doing, terminal);
  let [samples, events] = [0, 0];
  async function* counted() {
    for await (const chunk of chunks) {
      samples += chunk.times.length;
      events += chunk.events.length;
      yield chunk;
    }
  }
  const stream = { head, chunks: counted() };
  const lines = jsonLines(stream);
  if (path === '-') {
    for await (const text of lines) {
      terminal.out(text);
      await terminal.drained();
    }
    tell(notes(), terminal);
    return;
  }
  const file = terminal.create(path);
  try {
    if (path.endsWith('.parquet')) for await (const bytes of parquet(stream)) file.write(bytes);
    else if (path.endsWith('.gz')) await writeCompressed(lines, file);
    else for await (const text of lines) file.write(text);
    file.commit();
  } catch (error) {
    file.discard();
    throw error;
  }
  tell([...notes(), `${path} is written: ${contentWords(samples, events)}.`], terminal);
}

function contentWords(samples: number, events: number): string {
  const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`;
  if (events === 0) return counted(samples, 'sample');
  return `${samples === 0 ? '' : `${counted(samples, 'sample')} and `}${counted(events, 'event')}`;
}

function tell(lines: readonly string[], terminal: Terminal): void {
  for (const line of lines) terminal.err(`${line}\n`);
}

/** If writing fails, the pipeline ends reading too. */
function writeCompressed(lines: AsyncIterable<string>, file: NewFile): Promise<void> {
  return pipeline(lines, createGzip(), async (packed: AsyncIterable<Uint8Array>) => {
    for await (const bytes of packed) file.write(bytes);
  });
}
