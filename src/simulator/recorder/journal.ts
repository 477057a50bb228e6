import type { RefusalKey } from '../../compute/index.ts';
import type { Agenda } from '../agenda/agenda.ts';
import type { Detail } from '../detail.ts';
import { EVENT_KINDS, type EventNumber, type EventSink } from './event-kinds.ts';
import { Timeline } from './timeline.ts';

/** The journal of one compute: counts of all events, refusals, the timeline, and events for a listener. */
export class Journal {
  readonly counts = new Float64Array(EVENT_KINDS.length);
  readonly refusals = new Map<RefusalKey, { count: number; firstAtMs: number }>();
  readonly timeline: Timeline;
  private readonly compute: string;
  private readonly agenda: Agenda;
  private readonly sink: EventSink | null;

  constructor(compute: string, agenda: Agenda, sink: EventSink | null, detail: Detail) {
    this.compute = compute;
    this.agenda = agenda;
    this.sink = sink;
    this.timeline = new Timeline(detail);
  }

  /** Counts one event. `many` is its number of connections, so that connections are counted, not events. */
  count(kind: EventNumber, detail?: Readonly<Record<string, unknown>>, many = 1): void {
    this.counts[kind] = (this.counts[kind] as number) + many;
    if (this.sink === null) return;
    this.sink({ atMs: this.agenda.nowMs, compute: this.compute, kind: EVENT_KINDS[kind], ...detail });
  }

  /** Counts several events at once, without informing the listener. */
  add(kind: EventNumber, count: number): void {
    this.counts[kind] = (this.counts[kind] as number) + count;
  }

  refuse(key: RefusalKey, clients = 1): void {
    const known = this.refusals.get(key);
    if (known === undefined) this.refusals.set(key, { count: clients, firstAtMs: this.agenda.nowMs });
    else known.count += clients;
  }

  /** Whether a listener receives each event. */
  get isHeard(): boolean {
    return this.sink !== null;
  }

  /** Whether the reason for a change of size will be read. Otherwise it is not put into words. */
  get isRead(): boolean {
    return this.sink !== null || this.timeline.hasRoom;
  }
}
