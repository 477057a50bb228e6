import type { RefusalKey } from '../../compute/index.ts';
import { cuOf, MINUTE_MS, SECOND_MS } from '../../facts/index.ts';
import type { EventKind, Run, RunEvent } from '../../simulator/index.ts';
import { Chain, type Link } from './chain.ts';
import { RESOURCE_OF, type Resource } from './resource.ts';
import { Shortage, type Wait } from './shortage.ts';
import { Starts } from './starts.ts';

/** A part of a run, in times after its start. */
export interface Window {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** An error that clients saw, and how often within the window. */
export interface ErrorSeen {
  readonly key: RefusalKey;
  readonly resource: Resource;
  readonly count: number;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** The observations of a run within a window. */
export interface Seen {
  readonly waits: Readonly<Partial<Record<Resource, readonly Wait[]>>>;
  readonly errors: readonly ErrorSeen[];
  readonly chain: readonly Link[];
  readonly omitted: number;
}

/** Looks at a run at the end of each second of a window, and receives its events. */
export class Witness {
  private readonly window: Window;
  private readonly chain = new Chain();
  private readonly starts = new Starts();
  private readonly cpu = new Shortage();
  private readonly pooler = new Shortage();
  private readonly missing: Wait[] = [];
  private readonly errors = new Map<
    RefusalKey,
    { readonly resource: Resource; count: number; readonly firstMs: number; lastMs: number }
  >();
  /** The counts at the last look. */
  private readonly refused = new Map<RefusalKey, number>();
  private throttledMs = 0;
  private hits = 0;
  private misses = 0;
  /** When each kind of event came first and last in this second. */
  private readonly heard = new Map<EventKind, { readonly firstMs: number; lastMs: number }>();
  private quotaIsSpent = false;
  /** The first second of this minute in which a page was missed. */
  private missedMs: number | null = null;
  private missesBefore = 0;
  private poolSeenMs = 0;

  constructor(window: Window) {
    this.window = window;
  }

  tell(event: RunEvent): void {
    const { kind, atMs } = event;
    this.starts.tell(event);
    if (kind === 'quota.spent' || kind === 'quota.renewed') this.quotaIsSpent = kind === 'quota.spent';
    if (atMs >= this.window.fromMs) {
      this.chain.tell(event);
      const heard = this.heard.get(kind);
      if (heard === undefined) this.heard.set(kind, { firstMs: atMs, lastMs: atMs });
      else heard.lastMs = atMs;
    }
    this.chain.follow(event);
  }

  /** Call this when the window begins. */
  begin({ computes: [compute], nowMs }: Run): void {
    if (compute === undefined) return;
    const { cpu, cache, refusals } = compute;
    this.throttledMs = cpu.throttledMsAt(nowMs);
    if (cpu.isThrottled) this.cpu.begin(nowMs);
    this.hits = cache.hitsAt(nowMs);
    this.misses = cache.missesAt(nowMs);
    this.missesBefore = this.misses;
    for (const [key, { count }] of refusals) this.refused.set(key, count);
  }

  /** Call this after each second of the window, and after the rest of it. */
  look({ computes: [compute], nowMs, simulation }: Run, sinceMs: number): void {
    if (compute === undefined) return;
    const { cpu, clients, cache, refusals } = compute;
    const cu = cuOf(compute.size);
    const throttledMs = cpu.throttledMsAt(nowMs);
    this.lookAtCpu(throttledMs - this.throttledMs, cpu.isThrottled, sinceMs, nowMs);
    this.throttledMs = throttledMs;
    if (this.cpu.isOpen) this.cpu.note(cpu.runnableAt(nowMs), cu);
    this.lookAtPooler(clients.waitingInPool, cu, sinceMs, nowMs);
    for (const [key, { count }] of refusals) this.noteErrors(key, count, sinceMs);
    const misses = cache.missesAt(nowMs);
    if (misses > this.missesBefore) this.missedMs ??= sinceMs;
    this.missesBefore = misses;
    if ((nowMs - this.window.fromMs) % MINUTE_MS === 0) {
      this.lookAtPages(cache.hitsAt(nowMs), misses, simulation.assumptions.missMs, cu, nowMs);
      this.missedMs = null;
    }
    this.heard.clear();
  }

  /** Call this when the window is over. */
  seen(): Seen {
    const { fromMs, untilMs } = this.window;
    this.cpu.end(untilMs);
    this.pooler.end(this.poolSeenMs);
    this.starts.end(untilMs);
    const within = (waits: readonly Wait[]) => waits.filter((wait) => wait.untilMs > fromMs);
    const waits = {
      cpu: this.cpu.waits,
      pooler: this.pooler.waits,
      cache: this.missing,
      'cold start': within(this.starts.ofSleep),
      interruption: within(this.starts.ofRestart),
    };
    const links = [
      ...waits.cpu.map((wait) => linkOf('cpu.queued', wait)),
      ...waits.pooler.map((wait) => linkOf('pool.waited', wait)),
      ...this.missing.map((wait) => linkOf('pages.missed', wait)),
    ];
    return {
      waits,
      errors: [...this.errors].map(([key, error]) => ({ key, ...error })),
      chain: this.chain.with(links),
      omitted: this.chain.omitted,
    };
  }

  /**
   * If a part of a second was throttled, the states before and after it tell whether it was the first or the
   * last part.
   */
  private lookAtCpu(throttledMs: number, isThrottled: boolean, sinceMs: number, nowMs: number): void {
    const wasOpen = this.cpu.isOpen;
    if (wasOpen && throttledMs < nowMs - sinceMs - HALF_MS) this.cpu.end(sinceMs + Math.round(throttledMs));
    if (!this.cpu.isOpen && isThrottled) this.cpu.begin(wasOpen ? nowMs : nowMs - Math.round(throttledMs));
  }

  private lookAtPooler(waiting: number, cu: number, sinceMs: number, nowMs: number): void {
    if (waiting === 0) {
      this.pooler.end(this.poolSeenMs);
      return;
    }
    if (!this.pooler.isOpen) this.pooler.begin(this.heard.get('pool.queued')?.firstMs ?? sinceMs);
    this.pooler.note(waiting, cu);
    this.poolSeenMs = nowMs;
  }

  /**
   * Notes a minute in which reads waited for a second or more, because the cache missed at least a quarter of
   * them.
   */
  private lookAtPages(hits: number, misses: number, missMs: number, cu: number, nowMs: number): void {
    const missed = misses - this.misses;
    const share = missed / (missed + hits - this.hits);
    this.hits = hits;
    this.misses = misses;
    if (!(missed * missMs >= SECOND_MS && share >= MISSED)) return;
    const last = this.missing.at(-1);
    const minuteMs = nowMs - MINUTE_MS;
    if (last?.untilMs !== minuteMs)
      this.missing.push({ fromMs: this.missedMs ?? minuteMs, untilMs: nowMs, most: share, cu });
    else this.missing.splice(-1, 1, { ...last, untilMs: nowMs, most: Math.max(last.most, share) });
  }

  private noteErrors(key: RefusalKey, count: number, sinceMs: number): void {
    const more = count - (this.refused.get(key) ?? 0);
    if (more === 0) return;
    this.refused.set(key, count);
    const heard = this.heard.get(HEARD_AS[key]) ?? { firstMs: sinceMs, lastMs: sinceMs };
    const error = this.errors.get(key);
    if (error === undefined) this.errors.set(key, { resource: this.resourceOf(key), count: more, ...heard });
    else {
      error.count += more;
      error.lastMs = heard.lastMs;
    }
  }

  /**
   * A refused client was refused because of the quota only if the quota is spent. Connections die from
   * restarts as well as from sleep.
   */
  private resourceOf(key: RefusalKey): Resource {
    if (key === 'barred' && !this.quotaIsSpent) return 'interruption';
    if (key === 'dropped' && this.quotaIsSpent) return 'quota';
    return key === 'stale' && this.starts.isRestart ? 'interruption' : RESOURCE_OF[key];
  }
}

const HALF_MS = 0.5;
const MISSED = 0.25;

/** The event that comes with each error, for its instant. */
const HEARD_AS: Readonly<Record<RefusalKey, EventKind>> = {
  connections: 'connection.refused',
  pooledClients: 'connection.refused',
  poolWait: 'pool.timedOut',
  barred: 'connection.refused',
  absent: 'connection.refused',
  failedStart: 'connection.refused',
  wakeAdmission: 'connection.refused',
  timeout: 'connection.timedOut',
  dropped: 'connection.dropped',
  stale: 'connection.stale',
  diskFull: 'disk.full',
  memory: 'memory.kill',
};

function linkOf(kind: Link['kind'], { fromMs, untilMs, most, cu }: Wait): Link {
  return { kind, fromMs, untilMs, count: 1, detail: { most, cu } };
}
