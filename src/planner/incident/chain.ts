import { MINUTE_MS } from '../../facts/index.ts';
import type { EventKind, RunEvent } from '../../simulator/index.ts';

/** Events of one kind that follow each other closely, told as one. */
export interface Link {
  readonly kind: EventKind | 'cpu.queued' | 'pool.waited' | 'pages.missed';
  readonly fromMs: number;
  readonly untilMs: number;
  readonly count: number;
  /** Of the first of them; of sizes, `fromCu` and the last `cu`. */
  readonly detail: Readonly<Record<string, unknown>>;
}

/** What goes on all the time, or is told by another event of the same instant. */
const UNTOLD: ReadonlySet<EventKind> = new Set([
  'query.done',
  'connection.opened',
  'pool.queued',
  'wake',
  'restart',
  'suspend',
]);
const MOST = 400;

/** What happened, link by link, in the order in which it began. */
export class Chain {
  omitted = 0;
  private readonly all: Open[] = [];
  private readonly last = new Map<EventKind, Open>();
  private cu = 0;

  /** Sizes are followed from the beginning, so that the first change that is told has a size that it comes from. */
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

  private goesOn({ untilMs, detail }: Open, { kind, atMs, cu }: RunEvent): boolean {
    if (kind === 'state' || kind === 'command.done') return false;
    if (atMs - untilMs > TOGETHER_MS) return false;
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

/** A flow of a load is many clients in one event, and so are all connections that a restart drops. */
function countOf({ clients, connections }: RunEvent): number {
  const many = clients ?? connections;
  return typeof many === 'number' ? many : 1;
}
