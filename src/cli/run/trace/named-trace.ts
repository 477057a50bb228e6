import { problem } from '../../../problem/index.ts';
import { type NamedTrace, parseDuration } from '../../../scenario/index.ts';
import { collect, type Reading, type ReadSettings, readTrace } from '../../../trace/index.ts';
import { isZone } from '../../../workload/index.ts';
import { nameOf } from '../../input.ts';
import type { TraceOptions } from '../../options.ts';
import type { Terminal } from '../../terminal.ts';

export type HowToRead = Omit<ReadSettings, 'name'>;

/** As the flags of a command say. */
export function howToRead({ map, vcpus, timezone, gap, strict }: TraceOptions): HowToRead {
  return {
    map,
    vcpus: vcpus ?? null,
    timezone: zoneOf(timezone),
    gap: gap ?? null,
    strict: strict ?? false,
  };
}

/** A trace whole in memory, with what people should know of how it was read. */
export async function readNamedTrace(
  path: string,
  bytes: Uint8Array,
  how: HowToRead,
  terminal: Terminal,
): Promise<NamedTrace> {
  const progress = terminal.progress(`reading ${nameOf(path)}`);
  try {
    const reading = await openReading(path, bytes, how, (share) => progress.show(share));
    const trace = await collect(reading.stream);
    return { trace, notes: notesOf(reading) };
  } finally {
    progress.done();
  }
}

export function openReading(
  path: string,
  bytes: Uint8Array,
  how: HowToRead,
  show: (share: number) => void = () => {},
): Promise<Reading> {
  return readTrace(inParts(bytes, show), { ...how, name: nameOf(path) });
}

/** What was guessed, and what was passed over; whole once the stream has ended. */
export function notesOf({ notes, skipped }: Reading): string[] {
  return [...notes, ...[...skipped].map(([what, count]) => `Passed over ${count}: ${what}.`)];
}

const PART = 1 << 20;

async function* inParts(bytes: Uint8Array, show: (share: number) => void): AsyncIterable<Uint8Array> {
  for (let from = 0; from < bytes.length; from += PART) {
    yield bytes.subarray(from, from + PART);
    show(Math.min(1, (from + PART) / bytes.length));
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
