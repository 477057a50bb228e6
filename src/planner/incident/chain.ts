import { MINUTE_MS } from '../../facts/index.ts';
import type { EventKind, RunEvent } from '../../simulator/index.ts';

/** Events of one kind that follow each other closely, as one entry. */
export interface Link {
  readonly kind: EventKind | 'cpu.queued' | 'pool.waited' | 'pages.missed';
  readonly fromMs: number;
  readonly untilMs: number;
  readonly count: number;
  /** The detail of the first event; for sizes, `fromCu` and the last `cu`. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Events that occur all the time, or that another event of the same instant describes. */
const UNTOLD: ReadonlySet<EventKind> = new Set([
  'query.done',
  'connection.opened',
  'pool.queued',
  'wake',
  'restart',
  'suspend',
]);
const MOST = 400;

/** The events of an incident, link by link, in the order in which they began. */
export class Chain {
  omitted = 0;
  private readonly all: Open[] = [];
  private readonly last = new Map<EventKind, Open>();
  private cu = 0;

  /**
   * Follows sizes from the start of the run, so that the first change in the chain has a size that it comes
   * from.
   */
  follow({ cu }: RunEvent): void {
    if (typeof cu === 'number') this.cu = cu;
  }

  tell(event: RunEvent): void {
    const { kind, atMs, compute: _, ...detail } = event;
    if (UNTOLD.has(kind)) return;
    const count = countOf(event);
    const last = this.last.get(kind);
    if (last !== undefined && this.goesOn(last, event)) {
      last.untilMs = atMs;
      last.count += count;
      if (kind === 'resized') last.detail.cu = event.cu;
      return;
    }
    if (this.all.length === MOST) {
      this.omitted++;
      return;
    }
    const own = kind === 'resized' ? { fromCu: this.cu, ...detail } : detail;
    const link = { kind, fromMs: atMs, untilMs: atMs, count, detail: { ...own } };
    this.all.push(link);
    this.last.set(kind, link);
  }

  with(others: readonly Link[]): Link[] {
    return [...this.all, ...others].sort((a, b) => a.fromMs - b.fromMs);
  }

  private goesOn({ untilMs, detail }: Open, { kind, atMs, cu, why }: RunEvent): boolean {
    if (kind === 'state' || kind === 'command.done') return false;
    if (atMs - untilMs > TOGETHER_MS) return false;
    if (kind === 'connection.refused') return detail.why === why;
    if (kind !== 'resized') return true;
    const grows = (detail.cu as number) > (detail.fromCu as number);
    return grows === (cu as number) > (detail.cu as number);
  }
}

interface Open {
  kind: EventKind;
  fromMs: number;
  untilMs: number;
  count: number;
  detail: Record<string, unknown>;
}

const TOGETHER_MS = MINUTE_MS;

/** One event can stand for many clients of a load, or for all connections that a restart drops. */
function countOf({ clients, connections }: RunEvent): number {
  const many = clients ?? connections;
  return typeof many === 'number' ? many : 1;
}
