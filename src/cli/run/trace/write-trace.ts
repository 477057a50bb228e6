import { chunked, jsonLines, parquet, type Trace } from '../../../trace/index.ts';
import type { NewFile, Terminal } from '../../terminal.ts';

/** Writes a trace as JSON lines, or as Parquet where the name says so, and says on standard error what was written and how it was read. */
export async function writeTrace(
  trace: Trace,
  notes: readonly string[],
  path: string,
  terminal: Terminal,
): Promise<void> {
  for (const note of notes) terminal.err(`${note}\n`);
  const lines = jsonLines(chunked(trace));
  if (path === '-') {
    for await (const text of lines) terminal.out(text);
    return;
  }
  const file = terminal.create(path);
  try {
    if (path.endsWith('.parquet')) for await (const bytes of parquet(chunked(trace))) file.write(bytes);
    else if (path.endsWith('.gz')) await writeCompressed(lines, file);
    else for await (const text of lines) file.write(text);
    file.commit();
  } catch (error) {
    file.discard();
    throw error;
  }
  terminal.err(`${path} is written: ${trace.times.length} samples.\n`);
}

async function writeCompressed(lines: AsyncIterable<string>, file: NewFile): Promise<void> {
  const gzip = new CompressionStream('gzip');
  const writer = gzip.writable.getWriter();
  const encoder = new TextEncoder();
  const feed = async () => {
    for await (const text of lines) await writer.write(encoder.encode(text));
    await writer.close();
  };
  const drain = async () => {
    for await (const bytes of gzip.readable as unknown as AsyncIterable<Uint8Array>) file.write(bytes);
  };
  await Promise.all([feed(), drain()]);
}
