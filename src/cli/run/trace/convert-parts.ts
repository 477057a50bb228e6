import { problem } from '../../../problem/index.ts';
import { notesOfAll, replayOf, resample, spanOf } from '../../../trace/index.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';
import { openParts } from './open-parts.ts';
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
  const parts = await openParts(file, options, by, terminal);
  const names = fileNames(parts.map(({ trace }) => trace.head.name));
  terminal.makeFolder(folder);
  for (const note of notesOfAll(parts.map(({ trace, notes }) => ({ name: trace.head.name, notes }))))
    terminal.err(`${note}\n`);
  for (const [at, { trace }] of parts.entries()) {
    const all = replayOf(trace);
    const wanted = stepMs === null ? all : resample(stepMs, (await spanOf(all)).usualMs)(all);
    await writeTrace(wanted, [], () => [], `${folder}${names[at]}.jsonl`, terminal);
  }
}

/** Names that every system takes as files, each once, for databases may be called anything. */
export function fileNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    const safe = name
      .replace(/[^\p{L}\p{N}._-]+/gu, '_')
      .replace(/^[.-]+/, '_')
      .slice(0, 100);
    let free = safe;
    // Some systems make no difference between capitals and others.
    for (let count = 2; taken.has(free.toLowerCase()); count++) free = `${safe}_${count}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
