import { openFile, openParts, type TraceOptions } from '../../../library/index.ts';
import { problem } from '../../../problem/index.ts';
import { applied, chunked, mergedNotes, resample, spanOf } from '../../../trace/index.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { writeTrace } from './write-trace.ts';

/** Writes a trace for each database of a table into a folder. */
export async function convertParts(
  file: string,
  folder: string,
  options: TraceOptions,
  by: string,
  stepMs: number | null,
  terminal: Terminal,
): Promise<void> {
  if (!folder.endsWith('/')) {
    throw problem(
      { field: '--output' },
      `found "${folder}"`,
      '--by writes many files: name a folder, as in -o traces/',
    );
  }
  const parts = await openParts(await openFile(file, terminal), options, by, terminal);
  const names = fileNames(parts.map(({ trace }) => trace.head.name));
  terminal.makeFolder(folder);
  for (const note of mergedNotes(parts.map(({ trace, notes }) => ({ name: trace.head.name, notes }))))
    terminal.err(`${note}\n`);
  for (const [at, { trace }] of parts.entries()) {
    const all = chunked(trace);
    const converted = stepMs === null ? all : applied(resample(stepMs, spanOf(trace).usualMs), all);
    await writeTrace(converted, [], () => [], `${folder}${names[at]}.jsonl`, terminal);
  }
}

/** Unique file names that every system accepts, because databases can have any name. */
function fileNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const safe = name
      .replace(/[^\p{L}\p{N}._-]+/gu, '_')
      .replace(/^[.-]+/, '_')
      .slice(0, 100);
    let free = safe;
    // Some file systems ignore case.
    for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${safe}_${count}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
