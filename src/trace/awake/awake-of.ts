import { problem } from '../../problem/index.ts';
import { createZone } from '../../workload/index.ts';
import type { TraceStream } from '../trace.ts';
import { ActivityCollector } from './activity-collector.ts';
import { type ActivityGroup, activityGroups } from './groups.ts';
import { union } from './intervals.ts';
import { MOST_CANDIDATES, membersOf, Removals } from './removals.ts';

interface AwakeSettings {
  readonly suspendAfterMs: number;
  /** The database counts as sleeping if it is awake for at most this share of the time. */
  readonly awakeShare: number;
}

/** The saving if some groups are removed. Groups are given by their indexes. */
export interface Removal {
  readonly groups: readonly number[];
  readonly awakeMs: number;
  readonly savedMs: number;
}

export interface AwakeGroup extends Omit<ActivityGroup, 'awake'> {
  /** How long this group alone would keep the database awake. */
  readonly aloneMs: number;
  /** How much less the database would be awake without this group. */
  readonly savedMs: number;
}

/** The clients that keep a database awake, if it is suspended after some time without activity. */
export interface Awake {
  readonly name: string;
  readonly timezone: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly awakeMs: number;
  /** Groups in descending order of how long they keep it awake. */
  readonly groups: readonly AwakeGroup[];
  /** How many groups, from the first, were tried in all combinations. */
  readonly candidates: number;
  /** The smallest set of groups without which it sleeps. Null if no set of candidates is enough. */
  readonly smallest: Removal | null;
  /** The best single group, pair and triple to remove. */
  readonly best: readonly Removal[];
  /** How well clients can be distinguished: by name, not at all, or all with one application and host. */
  readonly naming: 'clients' | 'one origin' | 'nobody';
}

/** Reads a trace to its end. */
export async function awakeOf({ head, chunks }: TraceStream, settings: AwakeSettings): Promise<Awake> {
  const { suspendAfterMs, awakeShare } = settings;
  const collector = new ActivityCollector(head, suspendAfterMs);
  for await (const chunk of chunks) collector.take(chunk);
  const parts = collector.end();
  if (!collector.hasActivity)
    throw problem(
      { file: head.name },
      'it does not show when clients are active',
      'it needs events, or a column of queries, activeConnections, cpu or load',
    );
  const all = activityGroups(parts, createZone(head.timezone)).sort(
    (a, b) => b.awake.totalMs - a.awake.totalMs,
  );
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
  const ends = all.map(({ awake }) => awake.until.at(-1) ?? collector.untilMs);
  const untilMs = ends.reduce((latest, ms) => Math.max(latest, ms), collector.untilMs);
  const smallest = removals.smallest(awakeShare * (untilMs - collector.fromMs));
  const whole = union(all.map(({ awake }) => awake)).totalMs;
  return {
    name: head.name,
    timezone: head.timezone,
    fromMs: collector.fromMs,
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

function namingOf(groups: readonly ActivityGroup[]): Awake['naming'] {
  const applications = new Set(groups.map(({ who }) => who.application));
  const hosts = new Set(groups.flatMap((group) => group.hosts));
  const isNamed = groups.some(
    ({ who, queries }) => who.application + who.user + who.database !== '' || queries.length > 0,
  );
  if (!isNamed) return 'nobody';
  return groups.length > 1 && applications.size === 1 && hosts.size <= 1 ? 'one origin' : 'clients';
}
