import type { ClientSource, JobSource } from '../../simulator/index.ts';
import type { ClientRules } from '../../workload/index.ts';
import type { SessionOutcome } from '../computes/compute-events.ts';
import type { LiveCompute } from '../computes/live-compute.ts';
import type { Query } from '../records/live-state.ts';

/** What a group needs of the demand that it is part of. */
export interface GroupHost {
  /** null once it is deleted. */
  readonly compute: LiveCompute | null;
  readonly nowMs: number;
  newId(): string;
  after(ms: number, act: () => void): void;
  knock(id: string, rules: ClientRules, wish: ClientWish, gaveUp: () => void): void;
}

/** What a client asks of a compute. */
export interface ClientWish {
  readonly pooled: boolean;
  readonly query: Query;
  /** The client leaves once its query is answered. */
  readonly leaves: boolean;
}

/**
 * Clients who ask, wait for the answer, think, and ask again. Each of those that the pool has room for keeps a
 * connection of its own until it is cut, or until its client rests.
 */
export class ClientGroup {
  private readonly source: ClientSource;
  private readonly driver: GroupHost;
  /** The session of each client; null while it has none. */
  private readonly sessions: (string | null)[];
  private readonly clients = new Map<string, number>();
  /** Clients who wait for an answer, or to be let in. The others have an alarm for what they do next. */
  private readonly asking = new Set<number>();

  constructor(source: ClientSource, driver: GroupHost) {
    this.source = source;
    this.driver = driver;
    this.sessions = new Array(Math.min(source.demand.count, source.demand.pool.max)).fill(null);
  }

  begin(): void {
    for (const client of this.sessions.keys()) this.think(client);
  }

  hear(sessionId: string, outcome: SessionOutcome): void {
    const client = this.clients.get(sessionId);
    if (client === undefined) return;
    if (outcome === 'dropped') this.forget(client, sessionId);
    // Whose connection is cut while it thinks goes on thinking.
    if ((outcome === 'done' || outcome === 'dropped') && this.asking.has(client)) this.think(client);
  }

  private think(client: number): void {
    this.asking.delete(client);
    this.driver.after(Math.max(1, this.source.thinkMs.take()), () => this.ask(client));
  }

  private ask(client: number): void {
    const { source, driver } = this;
    const working = source.working(driver.nowMs);
    // The share at work is of all clients: those beyond it rest until it changes.
    if (client >= working.value * this.sessions.length) {
      this.closeIdle(client);
      driver.after(Math.max(1000, Math.min(3_600_000, working.untilMs - driver.nowMs)), () =>
        this.ask(client),
      );
      return;
    }
    this.asking.add(client);
    const query = nextQuery(source);
    const session = this.sessions[client] ?? null;
    if (session !== null && driver.compute?.clients.isOpen(session)) {
      driver.compute.query(session, query, driver.nowMs);
      return;
    }
    const id = driver.newId();
    this.sessions[client] = id;
    this.clients.set(id, client);
    const pooled = source.demand.route === 'pooler';
    driver.knock(id, source.demand.client, { pooled, query, leaves: false }, () => {
      this.forget(client, id);
      this.think(client);
    });
  }

  private closeIdle(client: number): void {
    const session = this.sessions[client] ?? null;
    if (session === null || this.source.demand.pool.idleMs === null) return;
    this.forget(client, session);
    this.driver.compute?.disconnect(session, this.driver.nowMs);
  }

  private forget(client: number, session: string): void {
    this.clients.delete(session);
    if (this.sessions[client] === session) this.sessions[client] = null;
  }
}

export function nextQuery({ cpuMs, waitMs, demand }: JobSource | ClientSource): Query {
  const { memoryBytes, memoryRampMs, pages, temporaryBytes } = demand.query;
  const beside = { memoryBytes, memoryRampMs, pages, temporaryBytes };
  return { cpuMs: cpuMs.take(), waitMs: waitMs.take(), ...beside };
}
