import { problem } from '../../problem/index.ts';
import { parseDuration } from '../../scenario/index.ts';
import type { Reading, ReadSettings } from '../../trace/index.ts';
import { isZone, LEAST_CPU_MS_PER_QUERY } from '../../workload/index.ts';
import { capacityOf } from './capacity.ts';
import { type TraceOptions, vcpusOf } from './options.ts';
import { textWithFlags } from './setting-flags.ts';

export type HowToRead = Omit<ReadSettings, 'name'>;

/** Collects the flags that say how to read a trace. */
export function howToRead(options: TraceOptions): HowToRead {
  const { map, gap, preset, strict, logPrefix, capacity, instance, where, idleBelow } = options;
  const timezone = zoneOf(options.timezone);
  return {
    map,
    vcpus: vcpusOf(options),
    memoryBytes: instance?.memoryBytes ?? null,
    where,
    timezone,
    gap: gap ?? null,
    preset,
    strict: strict ?? false,
    logPrefix,
    capacity: capacity === undefined ? undefined : capacityOf(capacity, timezone),
    idleBelow,
  };
}

/** What was guessed and what was skipped. Complete only after the stream has ended. */
export function notesOf({ notes, skipped }: Pick<Reading, 'notes' | 'skipped'>): string[] {
  const passedOver = [...skipped].map(([what, count]) => `Skipped ${count}: ${what}.`);
  return [...notes, ...passedOver].map(textWithFlags);
}

export function idleNotes({ idleBelow }: Pick<HowToRead, 'idleBelow'>): string[] {
  if (idleBelow === undefined) return [];
  return [`Samples with ${idleBelow} vCPU or less, or without a connection, count as idle: --idle-below.`];
}

export function zoneOf(name = 'UTC'): string {
  if (isZone(name)) return name;
  throw problem({ field: '--timezone' }, `found "${name}"`, 'write an IANA time zone such as Europe/Berlin');
}

export function cpuPerQueryOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const ms = parseDuration(text);
  if (ms === null || ms < LEAST_CPU_MS_PER_QUERY) {
    throw problem(
      { field: '--cpu-per-query' },
      `found "${text}"`,
      'write a duration with its unit such as 20ms, 0.01ms or more',
    );
  }
  return ms;
}
