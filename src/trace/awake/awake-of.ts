import { problem } from '../../problem/index.ts';
import { createZone } from '../../workload/index.ts';
import type { TraceStream } from '../trace.ts';
import { AwakeTally } from './awake-tally.ts';
import { type Group, groupsOf } from './groups.ts';
import { union } from './intervals.ts';
import { MOST_CANDIDATES, membersOf, Removals } from './removals.ts';

interface AwakeSettings {
  readonly suspendAfterMs: number;
  /** It "sleeps" when it is awake for no more than this share of the time. */
  readonly awakeShare: number;
}

/** Groups by their places in the list. */
export interface Removal {
  readonly groups: readonly number[];
  readonly awakeMs: number;
  readonly savedMs: number;
}

export interface AwakeGroup extends Omit<Group, 'awake'> {
  /** How long it alone would keep the database awake. */
  readonly aloneMs: number;
  /** How much less it would be awake without this group alone. */
  readonly savedMs: number;
}

/** What keeps a database awake that sleeps after some time in which nobody asks anything. */
export interface Awake {
  readonly name: string;
  readonly timezone: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly awakeMs: number;
  /** Those that keep it awake longest first. */
  readonly groups: readonly AwakeGroup[];
  /** How many of the groups were looked at in all combinations: the first ones. */
  readonly candidates: number;
  /** The smallest set without which it sleeps; null: it does not without any of those looked at. */
  readonly smallest: Removal | null;
  /** The one, the two and the three without which it sleeps longest. */
  readonly best: readonly Removal[];
  /** How well clients are told apart: not by names where all come from one host as one application, or as none. */
  readonly naming: 'clients' | 'one origin' | 'nobody';
}

/** Reads a trace to its end. */
export async function awakeOf({ head, chunks }: TraceStream, settings: AwakeSettings): Promise<Awake> {
  const { suspendAfterMs, awakeShare } = settings;
  const tally = new AwakeTally(head, suspendAfterMs);
  for await (const chunk of chunks) tally.take(chunk);
  const parts = tally.end();
  if (!tally.tells)
    throw problem(
      { file: head.name },
      'nothing in it says when somebody asks anything',
      'it needs events, or a column of queries, activeConnections, cpu or load',
    );
  const all = groupsOf(parts, createZone(head.timezone)).sort((a, b) => b.awake.totalMs - a.awake.totalMs);
  const candidates = all.slice(0, MOST_CANDIDATES);
  const removals = new Removals(
    candidates.map(({ awake }) => awake),
    union(all.slice(MOST_CANDIDATES).map(({ awake }) => awake)),
  );
  const awakeMs = removals.awakeMs(0);
  const removal = (set: number): Removal => ({
    groups: membersOf(set),
    awakeMs: removals.awakeMs(set),
    savedMs: awakeMs - removals.awakeMs(set),
  });
  const ends = all.map(({ awake }) => awake.until.at(-1) ?? tally.untilMs);
  const untilMs = ends.reduce((latest, ms) => Math.max(latest, ms), tally.untilMs);
  const smallest = removals.smallest(awakeShare * (untilMs - tally.fromMs));
  const whole = union(all.map(({ awake }) => awake)).totalMs;
  return {
    name: head.name,
    timezone: head.timezone,
    fromMs: tally.fromMs,
    untilMs,
    awakeMs,
    groups: all.map(({ awake, ...group }, at) => ({
      ...group,
      aloneMs: awake.totalMs,
      savedMs:
        at < MOST_CANDIDATES
          ? awakeMs - removals.awakeMs(1 << at)
          : whole - union(all.filter((_, other) => other !== at).map((other) => other.awake)).totalMs,
    })),
    candidates: candidates.length,
    smallest: smallest === null ? null : removal(smallest),
    best: [1, 2, 3].filter((size) => size <= candidates.length).map((size) => removal(removals.best(size))),
    naming: namingOf(all),
  };
}

function namingOf(groups: readonly Group[]): Awake['naming'] {
  const applications = new Set(groups.map(({ who }) => who.application));
  const hosts = new Set(groups.flatMap((group) => group.hosts));
  const isNamed = groups.some(
    ({ who, queries }) => who.application + who.user + who.database !== '' || queries.length > 0,
  );
  if (!isNamed) return 'nobody';
  return groups.length > 1 && applications.size === 1 && hosts.size <= 1 ? 'one origin' : 'clients';
}
