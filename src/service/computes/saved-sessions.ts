import { VISIT_PHASE, type Visits } from '../../compute/index.ts';
import type { LiveState, SavedSession, SavedWaiting } from '../records/live-state.ts';
import type { ClientSession } from './client-session.ts';

/**
 * The clients that outlive the process. Clients from outside do not: all that is saved is whether one of them was busy.
 *
 * @param clients with the time at which the timer of each goes off; Infinity: it does not
 */
export function savedClients(
  clients: readonly { readonly visit: number; readonly session: ClientSession; readonly timerAtMs: number }[],
  visits: Visits,
): Pick<LiveState, 'sessions' | 'waiting' | 'outsideBusy'> {
  const sessions: SavedSession[] = [];
  const waiting: SavedWaiting[] = [];
  let outsideBusy = false;
  for (const { visit, session, timerAtMs } of clients) {
    const { outside, openedAtMs } = session;
    if (outside) outsideBusy ||= openedAtMs !== null && (visits.phase[visit] as number) < VISIT_PHASE.away;
    else if (openedAtMs === null) waiting.push(savedWaiting(visit, session, visits));
    else sessions.push(savedSession(visit, session, openedAtMs, visits, timerAtMs));
  }
  return { sessions, waiting, outsideBusy };
}

/** A client that waits for a start. */
function savedWaiting(visit: number, session: ClientSession, visits: Visits): SavedWaiting {
  const { id, pooled, untilMs, query, leaves } = session;
  return { visit, id, pooled, bornMs: visits.bornMs[visit] as number, untilMs, query, leaves };
}

/** A client that is in. */
function savedSession(
  visit: number,
  { id, pooled, leaves, query }: ClientSession,
  openedAtMs: number,
  visits: Visits,
  timerAtMs: number,
): SavedSession {
  return {
    visit,
    id,
    pooled,
    openedAtMs,
    leaves,
    phase: SAVED_PHASES[visits.phase[visit] as keyof typeof SAVED_PHASES],
    bornMs: visits.bornMs[visit] as number,
    timerMs: Number.isFinite(timerAtMs) ? timerAtMs : null,
    query,
    memoryBytes: visits.memoryBytes[visit] as number,
    temporaryBytes: visits.temporaryBytes[visit] as number,
  };
}

/** The columns of a client that was saved. */
export function restoreVisit({ visit, ...saved }: SavedSession, visits: Visits): void {
  visits.phase[visit] = PHASES[saved.phase];
  visits.bornMs[visit] = saved.bornMs;
  visits.memoryBytes[visit] = saved.memoryBytes;
  visits.temporaryBytes[visit] = saved.temporaryBytes;
}

const SAVED_PHASES = {
  [VISIT_PHASE.queued]: 'queued',
  [VISIT_PHASE.waiting]: 'waiting',
  [VISIT_PHASE.onCpu]: 'onCpu',
  [VISIT_PHASE.failing]: 'failing',
  [VISIT_PHASE.away]: 'idle',
} as const satisfies Readonly<Record<number, SavedSession['phase']>>;

const PHASES: Readonly<Record<SavedSession['phase'], number>> = {
  queued: VISIT_PHASE.queued,
  waiting: VISIT_PHASE.waiting,
  onCpu: VISIT_PHASE.onCpu,
  failing: VISIT_PHASE.failing,
  idle: VISIT_PHASE.away,
};
