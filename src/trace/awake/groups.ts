import type { Zone } from '../../workload/index.ts';
import type { ClientActivity, TracedClient } from './client-activity.ts';
import { type Intervals, union } from './intervals.ts';
import { isSamePeriod, type Period, periodOf } from './period.ts';
import { type Suspect, suspectOf } from './suspects.ts';

/**
 * Activity that could be switched off as a whole: what a client does at one fixed interval, or the rest of what it
 * does.
 */
export interface ActivityGroup {
  readonly who: TracedClient;
  readonly hosts: readonly string[];
  /**
   * The most frequent queries, as many as help to recognise it. Empty if it sends none, or if their text is unknown.
   */
  readonly queries: readonly string[];
  /** How many different queries there are. */
  readonly shapes: number;
  /** Whether this is the rest of a client, without its activity at fixed intervals. */
  readonly isRest: boolean;
  readonly asked: number;
  readonly connects: number;
  readonly period: Period | null;
  readonly suspect: Suspect | null;
  readonly awake: Intervals;
}

/** Groups the activity of each client by its period. Activity without a period forms one group per client. */
export function activityGroups(parts: readonly ClientActivity[], zone: Zone): ActivityGroup[] {
  return partGroupsOf(parts, zone).map(({ parts: own, period, isRest }) => groupOf(own, period, isRest));
}

interface PartGroup {
  readonly parts: readonly ClientActivity[];
  readonly period: Period | null;
  readonly isRest: boolean;
}

export function partGroupsOf(parts: readonly ClientActivity[], zone: Zone): PartGroup[] {
  const clients = new Map<string, ClientActivity[]>();
  for (const part of parts) {
    const key = JSON.stringify(part.who);
    clients.set(key, [...(clients.get(key) ?? []), part]);
  }
  return [...clients.values()].flatMap((own) => {
    const even: { readonly period: Period; readonly parts: ClientActivity[] }[] = [];
    const rest: ClientActivity[] = [];
    for (const part of own) {
      const period = periodOf(part.startsMs, zone);
      const same = period === null ? undefined : even.find((one) => isSamePeriod(one.period, period));
      if (period === null) rest.push(part);
      else if (same === undefined) even.push({ period, parts: [part] });
      else same.parts.push(part);
    }
    return [
      ...even.map((one) => ({ ...one, isRest: false })),
      ...(rest.length === 0
        ? []
        : [{ parts: rest, period: restPeriod(rest, zone), isRest: even.length > 0 }]),
    ];
  });
}

const MOST_QUERIES = 10;

export function groupOf(
  parts: readonly ClientActivity[],
  period: Period | null,
  isRest: boolean,
): ActivityGroup {
  const [first] = parts;
  const who = first?.who ?? { application: '', user: '', database: '' };
  const often = parts.slice().sort((a, b) => b.queries - a.queries);
  const queries = often.flatMap(({ query }) => (query === null || query === '' ? [] : [query]));
  const sum = (of: (part: ClientActivity) => number) => parts.reduce((all, part) => all + of(part), 0);
  const [asked, connects] = [sum((part) => part.queries), sum((part) => part.connects)];
  return {
    who,
    hosts: [...new Set(parts.flatMap(({ hosts }) => [...hosts]))],
    queries: queries.slice(0, MOST_QUERIES),
    shapes: queries.length,
    isRest,
    asked,
    connects,
    period,
    suspect: suspectOf({ application: who.application, user: who.user, queries, asked, connects, period }),
    awake: union(parts.map(({ awake }) => awake)),
  };
}

/** Queries with varying constants, or in turns, may have a period only together. */
function restPeriod(parts: readonly ClientActivity[], zone: Zone): Period | null {
  if (parts.length === 1) return null;
  const starts = parts.flatMap(({ startsMs }) => startsMs).sort((a, b) => a - b);
  return periodOf(
    starts.filter((ms, at) => at === 0 || ms - (starts[at - 1] as number) >= 1000),
    zone,
  );
}
