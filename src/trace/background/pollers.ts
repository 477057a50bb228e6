import { MINUTE_MS, SECOND_MS } from '../../facts/index.ts';
import { createZone } from '../../workload/index.ts';
import { ActivityCollector } from '../awake/activity-collector.ts';
import type { ClientActivity, TracedClient } from '../awake/client-activity.ts';
import { type ActivityGroup, groupOf, partGroupsOf } from '../awake/groups.ts';
import { chunked } from '../collect.ts';
import type { Trace } from '../trace.ts';
import type { TraceEvent } from '../trace-event.ts';

/** A client that asks at a fixed interval. */
export interface Poller {
  readonly who: TracedClient;
  readonly everyMs: number;
  readonly queries: readonly string[];
  /** A description of what it most likely is. */
  readonly what: string;
}

export interface Pollers {
  readonly kind: 'pollers';
  readonly pollers: readonly Poller[];
}

/** The usual timeout. Which clients ask at a fixed interval does not depend on it. */
const SUSPEND_AFTER_MS = 5 * MINUTE_MS;
/** Slower queries are work, even at a fixed interval. */
const MOST_MEAN_MS = 5 * SECOND_MS;

/** Finds the pollers of a trace with single queries, and tells which queries are theirs. Null if there are none. */
export async function pollersOf(
  trace: Trace,
): Promise<{ readonly found: Pollers; readonly isOf: (event: TraceEvent) => boolean } | null> {
  if (!trace.events.some(({ kind }) => kind === 'query')) return null;
  const collector = new ActivityCollector(trace.head, SUSPEND_AFTER_MS);
  for await (const chunk of chunked(trace).chunks) collector.take(chunk);
  const meanMs = meanDurations(trace.events);
  const removed = new Set<string>();
  const pollers: Poller[] = [];
  for (const { parts, period, isRest } of partGroupsOf(collector.end(), createZone(trace.head.timezone))) {
    const asking = parts.filter(({ queries }) => queries > 0);
    if (period?.kind !== 'every' || isRest || asking.length === 0) continue;
    if (asking.some((part) => (meanMs.get(keyOf(part)) ?? 0) > MOST_MEAN_MS)) continue;
    const { who, queries, suspect }: ActivityGroup = groupOf(parts, period, isRest);
    for (const part of asking) removed.add(keyOf(part));
    pollers.push({ who, everyMs: period.ms, queries, what: suspect?.what ?? 'a poller' });
  }
  if (pollers.length === 0) return null;
  return {
    found: { kind: 'pollers', pollers },
    isOf: (event) => removed.has(keyOfEvent(event)),
  };
}

function meanDurations(events: readonly TraceEvent[]): Map<string, number> {
  const sums = new Map<string, { count: number; ms: number }>();
  for (const event of events) {
    if (event.kind !== 'query') continue;
    const key = keyOfEvent(event);
    const sum = sums.get(key) ?? { count: 0, ms: 0 };
    sum.count++;
    sum.ms += event.durationMs ?? 0;
    sums.set(key, sum);
  }
  return new Map([...sums].map(([key, { count, ms }]) => [key, ms / count]));
}

function keyOf({
  who: { application, user, database },
  query,
}: Pick<ClientActivity, 'who' | 'query'>): string {
  return JSON.stringify([application, user, database, query ?? '']);
}

function keyOfEvent({ application = '', user = '', database = '', query = '' }: TraceEvent): string {
  return JSON.stringify([application, user, database, query]);
}
