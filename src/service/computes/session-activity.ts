import { VISIT_PHASE, type Visits } from '../../compute/index.ts';
import { NO_QUERY, type Query } from '../records/live-state.ts';
import type { ClientSession, SessionActivity } from './client-session.ts';

/** The query of an activity. It lasts until the client does something else, so it needs time or processors for ever. */
export const QUERY_OF_ACTIVITY: Readonly<Record<SessionActivity, Query>> = {
  idle: NO_QUERY,
  waiting: { ...NO_QUERY, waitMs: Number.POSITIVE_INFINITY },
  running: { ...NO_QUERY, cpuMs: Number.POSITIVE_INFINITY },
};

export function sessionActivity(visit: number, { phase: phases }: Visits): SessionActivity {
  const phase = phases[visit];
  if (phase === VISIT_PHASE.onCpu) return 'running';
  return phase === undefined || phase >= VISIT_PHASE.away ? 'idle' : 'waiting';
}

/** An open session, as the control API shows it. */
export interface OpenSession {
  readonly id: string;
  readonly pooled: boolean;
  readonly outside: boolean;
  readonly openedAtMs: number;
  readonly doing: SessionActivity;
  /** When its query would end if it shared the processors with nobody. Null if it has none, or the end is unknown. */
  readonly busyUntilMs: number | null;
}

/** Returns null if the client is not in yet. */
export function shownSession(
  visit: number,
  { id, pooled, outside, openedAtMs, query }: ClientSession,
  visits: Visits,
): OpenSession | null {
  if (openedAtMs === null) return null;
  const doing = sessionActivity(visit, visits);
  return { id, pooled, outside, openedAtMs, doing, busyUntilMs: busyUntilMs(visit, query, visits) };
}

function busyUntilMs(visit: number, { cpuMs, waitMs }: Query, visits: Visits): number | null {
  const phase = visits.phase[visit] as number;
  if (phase >= VISIT_PHASE.away || phase === VISIT_PHASE.queued) return null;
  const endMs = (visits.bornMs[visit] as number) + cpuMs + waitMs;
  return Number.isFinite(endMs) ? endMs : null;
}
