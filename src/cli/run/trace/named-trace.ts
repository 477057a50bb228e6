import { problem } from '../../../problem/index.ts';
import { type NamedTrace, parseDuration } from '../../../scenario/index.ts';
import { collect, type Reading, type ReadSettings, readTrace } from '../../../trace/index.ts';
import { isZone } from '../../../workload/index.ts';
import type { FileSource } from '../../file-source.ts';
import { nameOf } from '../../input.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';

export type HowToRead = Omit<ReadSettings, 'name'>;

/** As the flags of a command say. */
export function howToRead({ map, vcpus, timezone, gap, preset, strict, logPrefix }: TraceOptions): HowToRead {
  return {
    map,
    vcpus: vcpus ?? null,
    timezone: zoneOf(timezone),
    gap: gap ?? null,
    preset,
    strict: strict ?? false,
    logPrefix,
  };
}

/** A trace whole in memory, with what people should know of how it was read. */
export async function readNamedTrace(
  path: string,
  source: FileSource,
  how: HowToRead,
  terminal: Terminal,
): Promise<NamedTrace> {
  const progress = terminal.progress(`reading ${nameOf(path)}`);
  try {
    const watched = { ...source, pieces: () => watchedPieces(source, (share) => progress.show(share)) };
    const reading = await readTrace(watched, { ...how, name: nameOf(path) });
    const trace = await collect(reading.stream);
    return { trace, notes: notesOf(reading) };
  } finally {
    progress.done();
  }
}

/** What was guessed, and what was passed over; whole once the stream has ended. */
export function notesOf({ notes, skipped }: Reading): string[] {
  return [...notes, ...[...skipped].map(([what, count]) => `Passed over ${count}: ${what}.`)];
}

async function* watchedPieces(source: FileSource, show: (share: number) => void): AsyncIterable<Uint8Array> {
  let read = 0;
  for await (const piece of source.pieces()) {
    yield piece;
    read += piece.length;
    if (source.bytes !== null) show(read / source.bytes);
  }
}

export function zoneOf(name = 'UTC'): string {
  if (isZone(name)) return name;
  throw problem({ field: '--timezone' }, `found "${name}"`, 'write an IANA time zone such as Europe/Berlin');
}

export function cpuPerQueryOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const ms = parseDuration(text);
  if (ms === null || ms < 0.01) {
    throw problem(
      { field: '--cpu-per-query' },
      `found "${text}"`,
      'write a duration with its unit such as 20ms, 0.01ms or more',
    );
  }
  return ms;
}
