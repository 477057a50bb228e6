import type { TraceEvent } from '../trace/index.ts';
import type { RecordedSession } from './asker.ts';

interface TrackedSession {
  readonly client: RecordedSession;
  readonly session: string;
  readonly sinceMs: number | null;
}

/**
 * Finds connects and disconnects by comparing the sessions of each question with those of the one before. Sessions that
 * come and go between two questions are missed.
 */
export class SessionTracker {
  private tracked = new Map<number, TrackedSession>();
  private readonly tag: string;
  private sessions = 0;
  private lastMs = Number.NEGATIVE_INFINITY;

  /** The tag makes session names unique across recordings; within one, sessions are numbered. */
  constructor(tag: string) {
    this.tag = tag;
  }

  /** A new session connects when it started, but no earlier than `sinceMs`, the end of the question before. */
  update(clients: readonly RecordedSession[], sinceMs: number, nowMs: number): readonly TraceEvent[] {
    const events: TraceEvent[] = [];
    const now = new Map<number, TrackedSession>();
    const byAge = [...clients].sort((a, b) => (b.ageMs ?? 0) - (a.ageMs ?? 0));
    for (const client of byAge) {
      const known = this.tracked.get(client.pid);
      const startedMs = client.ageMs === null ? null : Math.round(nowMs - client.ageMs);
      if (known !== undefined && isSame(known, client, startedMs)) {
        now.set(client.pid, known);
        continue;
      }
      const session = `${this.tag}-${++this.sessions}`;
      now.set(client.pid, { client, session, sinceMs: startedMs });
      const atMs = Math.max(sinceMs, Math.min(nowMs, startedMs ?? nowMs));
      const { user, database, application, host } = client;
      events.push({
        atMs,
        kind: 'connect',
        session,
        user,
        database,
        ...(application === '' ? {} : { application }),
        ...(host === null ? {} : { host }),
      });
    }
    for (const [pid, attendee] of this.tracked) {
      if (now.get(pid) === attendee) continue;
      const durationMs = attendee.sinceMs === null ? null : Math.max(0, nowMs - attendee.sinceMs);
      events.push({
        atMs: nowMs,
        kind: 'disconnect',
        session: attendee.session,
        ...(durationMs === null ? {} : { durationMs }),
      });
    }
    this.tracked = now;
    return this.inOrder(events);
  }

  /** A compute that sleeps has no sessions. */
  computeChanged(kind: 'suspend' | 'resume', nowMs: number): readonly TraceEvent[] {
    const left = kind === 'suspend' ? this.update([], nowMs, nowMs) : [];
    return [...left, ...this.inOrder([{ atMs: nowMs, kind }])];
  }

  /** Moves events so that none is earlier than the one before it. */
  private inOrder(events: readonly TraceEvent[]): readonly TraceEvent[] {
    return [...events]
      .sort((a, b) => a.atMs - b.atMs)
      .map((event) => {
        this.lastMs = Math.max(this.lastMs, event.atMs);
        return { ...event, atMs: this.lastMs };
      });
  }
}

/** Servers reuse process numbers, so the start times have to agree too, within the precision of the clocks. */
function isSame(
  { client, sinceMs }: TrackedSession,
  now: RecordedSession,
  startedMs: number | null,
): boolean {
  if (client.user !== now.user || client.database !== now.database) return false;
  return sinceMs === null || startedMs === null || Math.abs(startedMs - sinceMs) < CLOCKS_MS;
}

const CLOCKS_MS = 2000;
