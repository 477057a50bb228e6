import { type ClientOwner, type RefusalKey, VISIT_PHASE } from '../../compute/index.ts';
import type { ClientSession } from './client-session.ts';
import type { SessionOutcome } from './compute-events.ts';
import type { ComputeHost } from './compute-host.ts';

/**
 * The clients of a scenario, which come as long as the process runs. They have visits and no sessions: their owner
 * knows what they want.
 */
export interface Guests {
  readonly owner: ClientOwner & { nameOf(visit: number): string };
  begin(): void;
  /** The compute is gone for good. */
  end(): void;
}

type Tell = (sessionId: string, outcome: SessionOutcome, key?: RefusalKey | null) => void;

/** The guests of one compute of the service. Whatever becomes of them is told, and then their owner hears of it. */
export class LiveGuests {
  readonly owner: Guests['owner'];
  private readonly guests: Guests;
  private readonly compute: ComputeHost;
  private readonly tell: Tell;

  constructor(guests: Guests, compute: ComputeHost, tell: Tell) {
    this.guests = guests;
    this.owner = guests.owner;
    this.compute = compute;
    this.tell = tell;
  }

  connected(visit: number): void {
    this.tell(this.idOf(visit), 'connected');
    this.owner.connected(visit);
  }

  failed(visit: number, key: RefusalKey): void {
    this.tell(this.idOf(visit), key === 'poolWait' ? 'dropped' : 'refused', key);
    this.owner.failed(visit, key);
  }

  done(visit: number, isFailed: boolean): void {
    const id = this.idOf(visit);
    const before = this.connections;
    this.tell(id, 'done', isFailed ? 'diskFull' : null);
    this.owner.done(visit);
    if (this.connections < before) this.tell(id, 'closed');
  }

  lost(visit: number, key: RefusalKey): void {
    this.tell(this.idOf(visit), 'dropped', key);
    this.owner.lost(visit, key);
  }

  end(): void {
    this.guests.end();
  }

  /** The visits of guests that wait to be let in, or ask. */
  asking(isOfGuest: (visit: number) => boolean): readonly number[] {
    const { visits } = this.compute.core.clients;
    const guests: number[] = [];
    for (let visit = 0; visit < visits.size; visit++) {
      const phase = visits.phase[visit] as number;
      if (isOfGuest(visit) && phase !== VISIT_PHASE.free && phase < VISIT_PHASE.away) guests.push(visit);
    }
    return guests;
  }

  /** A guest that waits to be let in, or asks, as a session that ends with its query. */
  sessionOf(visit: number, timerAtMs: number): ClientSession {
    const { visits } = this.compute.core.clients;
    const { memoryBytes, memoryRampMs, pages, temporaryBytes } = this.owner.needsOf(visit);
    const [cpuMs, waitMs] = [visits.cpuMs[visit] as number, visits.waitMs[visit] as number];
    const isHeld = visits.phase[visit] === VISIT_PHASE.held;
    return {
      id: this.idOf(visit),
      pooled: this.owner.routeOf(visit) === 'pooler',
      outside: false,
      leaves: true,
      untilMs: isHeld ? timerAtMs : 0,
      openedAtMs: isHeld ? null : (visits.bornMs[visit] as number),
      query: { cpuMs, waitMs, memoryBytes, memoryRampMs, pages, temporaryBytes },
    };
  }

  /** No other session has this id: other ids begin otherwise, and the number is of one visit at a time. */
  private idOf(visit: number): string {
    return `scenario-${this.owner.nameOf(visit)}-${visit}`;
  }

  private get connections(): number {
    const { direct, pooled } = this.compute.core.clients.connections;
    return direct + pooled;
  }
}
