import { problem } from '../../problem/index.ts';
import { parseDuration } from '../../scenario/index.ts';
import {
  type InstanceClass,
  instanceClass,
  nearestClass,
  type Reading,
  type ReadSettings,
} from '../../trace/index.ts';
import { isZone, LEAST_CPU_MS_PER_QUERY } from '../../workload/index.ts';
import { capacityOf } from './capacity.ts';
import { type TraceOptions, writtenValues } from './options.ts';
import { textWithFlags } from './setting-names.ts';

export type HowToRead = Omit<ReadSettings, 'name'>;

/** Checks the settings that say how to read a trace. */
export function howToRead(options: TraceOptions): HowToRead {
  const { map, gap, preset, strict, logPrefix, capacity, instance, where, idleBelow } = options;
  const timezone = zoneOf(options.timezone);
  return {
    map: writtenValues(map),
    vcpus: vcpusOf(options),
    memoryBytes: instance === undefined ? null : instanceOf(instance).memoryBytes,
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

/** Notes on guesses and on skipped lines. Complete only after the stream has ended. */
export function notesOf({ notes, skipped }: Pick<Reading, 'notes' | 'skipped'>): string[] {
  const passedOver = [...skipped].map(([what, count]) => `Skipped ${count}: ${what}.`);
  return [...notes, ...passedOver].map(textWithFlags);
}

export function idleNotes({ idleBelow }: Pick<HowToRead, 'idleBelow'>): string[] {
  if (idleBelow === undefined) return [];
  const words = `Samples with ${idleBelow} vCPU or less, or without a connection, count as idle: ‹idleBelow›.`;
  return [textWithFlags(words)];
}

/** The processors of the machine that was measured. Null if no setting says how many. */
export function vcpusOf({ vcpus, instance }: Pick<TraceOptions, 'vcpus' | 'instance'>): number | null {
  return vcpus ?? (instance === undefined ? null : instanceOf(instance).vcpus);
}

function instanceOf(name: string): InstanceClass {
  const found = instanceClass(name);
  if (found !== null) return found;
  throw problem(
    { field: '‹instance›' },
    `the class "${name}" is unknown`,
    `did you mean ${nearestClass(name)}? If not, give ‹vcpus›`,
  );
}

export function zoneOf(name = 'UTC'): string {
  if (isZone(name)) return name;
  throw problem({ field: '‹timezone›' }, `found "${name}"`, 'write an IANA time zone such as Europe/Berlin');
}

export function cpuPerQueryOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const ms = parseDuration(text);
  if (ms === null || ms < LEAST_CPU_MS_PER_QUERY) {
    throw problem(
      { field: '‹cpuPerQuery›' },
      `found "${text}"`,
      'write a duration with its unit such as 20ms, 0.01ms or more',
    );
  }
  return ms;
}
