import { Agenda, type Slot } from './agenda.ts';
import type { Clients } from './clients.ts';
import { EVENT } from './event-kinds.ts';
import type { Queries } from './queries.ts';
import type { RefusalKey } from './refusals.ts';
import type { Served } from './served.ts';
import type { JobSource } from './sources.ts';

/**
 * The fast lane of jobs that need nothing but time. Their end is known when they begin, so they are no visits, and the
 * agenda knows only the first of their ends, by one slot and in the order that a timer of each would have had. Until
 * something else is due, arrivals, ends and looks for inactivity follow one another without the agenda, which would take
 * longer than all they do. A run that steps does without this lane: skipping must be stepping, and so holds it to the
 * general way.
 */
export class PlainJobs {
  /** The ends by themselves, a slot for each job under way. */
  private readonly ends = new Agenda();
  private readonly delayMs: number[] = [];
  private readonly orders: number[] = [];
  private readonly free: Slot[] = [];
  /** Activity that the life of the compute has not heard of yet. */
  private activeMs = Number.NEGATIVE_INFINITY;
  private readonly clients: Clients;
  private readonly queries: Queries;
  private readonly compute: Served;
  private readonly agenda: Agenda;
  private readonly slot: Slot;

  constructor(clients: Clients, queries: Queries, compute: Served, agenda: Agenda, slot: Slot) {
    this.clients = clients;
    this.queries = queries;
    this.compute = compute;
    this.agenda = agenda;
    this.slot = slot;
  }

  /** Begins what has arrived at a source, and does all that follows before anything else is due. */
  follow(index: number, source: JobSource, startMs: number): void {
    const { agenda } = this;
    agenda.clear(this.slot);
    for (;;) {
      const nextMs = this.isAlone(source)
        ? this.oneByOne(source, startMs)
        : this.arriveAll(index, source, startMs);
      this.endAllBefore(nextMs);
      if (!agenda.isFree(nextMs)) {
        agenda.set(source.slot, nextMs);
        break;
      }
      agenda.nowMs = nextMs;
    }
    this.tellActivity();
    this.arm();
  }

  /** The end in the agenda is due. */
  due(): void {
    this.end();
    this.tellActivity();
    this.arm();
  }

  /** All sessions end at once. */
  dropAll(key: RefusalKey): void {
    const { ends, agenda, queries, compute } = this;
    while (ends.nextMs() < Number.POSITIVE_INFINITY) {
      this.free.push(ends.take());
      queries.busy--;
      compute.touch();
      compute.journal.count(EVENT.queryDropped);
      compute.journal.refuse(key);
    }
    ends.nowMs = agenda.nowMs;
    agenda.clear(this.slot);
  }

  /** All sessions of an arrival begin; when the next one is. */
  private arriveAll(index: number, source: JobSource, startMs: number): number {
    for (let i = 0; i < source.demand.sessions; i++) this.arrive(index, source);
    return source.next() - startMs;
  }

  /** What arrives now is the only one, and nothing but counts comes of it. */
  private isAlone({ demand }: JobSource): boolean {
    return (
      demand.sessions === 1 &&
      this.ends.nextMs() === Number.POSITIVE_INFINITY &&
      this.compute.life.isAlarmSet &&
      this.compute.servesUnnoticed
    );
  }

  /** Jobs that come one after the other has ended, up to one that does not; when the next one is. */
  private oneByOne(source: JobSource, startMs: number): number {
    const { agenda, queries, compute } = this;
    const { life } = compute;
    const isPassable = life.isAlarmPassable;
    // The alarm, which moves with activity and is set anew once it is known where it comes to lie, and whatever else is due.
    let alarmMs = isPassable ? agenda.nextMs() : Number.POSITIVE_INFINITY;
    const otherMs = Math.min(isPassable ? agenda.secondMs() : agenda.nextMs(), agenda.untilMs);
    let freeMs = Math.min(alarmMs, otherMs);
    let passedMs = Number.NEGATIVE_INFINITY;
    let heardMs = Number.NEGATIVE_INFINITY;
    let done = 0;
    let { total } = queries.delays;
    let longest = 0;
    let { activeMs } = this;
    let nextMs = agenda.nowMs;
    for (;;) {
      const waitMs = source.waitMs();
      const tookMs = Math.round(waitMs);
      const atMs = nextMs;
      const endMs = atMs + tookMs;
      nextMs = source.next() - startMs;
      const isOver = endMs <= nextMs && endMs < freeMs;
      if (isOver) {
        // The end of a wait is a whole millisecond: it is a part of one late.
        const lateMs = tookMs > waitMs ? tookMs - waitMs : 0;
        total += lateMs;
        if (lateMs > longest) longest = lateMs;
        activeMs = endMs;
        done++;
        if (nextMs < freeMs) continue;
        const dueMs = alarmMs < nextMs && alarmMs < otherMs ? life.alarmAfter(endMs, alarmMs) : alarmMs;
        if (dueMs > alarmMs) {
          passedMs = alarmMs;
          heardMs = endMs;
          activeMs = Number.NEGATIVE_INFINITY;
          alarmMs = dueMs;
          freeMs = Math.min(alarmMs, otherMs);
          if (nextMs < freeMs) continue;
        }
      }
      if (passedMs > Number.NEGATIVE_INFINITY) life.passAlarm(heardMs, passedMs, alarmMs);
      this.activeMs = activeMs;
      agenda.nowMs = isOver ? endMs : atMs;
      queries.delays.addShort(done, total, longest);
      compute.journal.add(EVENT.connectionOpened, done);
      compute.journal.add(EVENT.queryDone, done);
      if (!isOver) this.begin(waitMs);
      return nextMs;
    }
  }

  /** A job begins, by the general way where it cannot be served at once. */
  private arrive(index: number, job: JobSource): void {
    const { clients } = this;
    if (this.compute.accepts && clients.connections.hasRoom) {
      this.begin(job.waitMs());
      return;
    }
    this.tellActivity();
    clients.beginJob(index, job);
  }

  /** A job begins that is served at once. */
  private begin(waitMs: number): void {
    const { agenda, ends } = this;
    this.noteActivity();
    this.clients.connections.openDirect();
    this.queries.busy++;
    const tookMs = Math.round(waitMs);
    const end = this.free.pop() ?? ends.slot(0, 0, 0);
    this.delayMs[end] = Math.max(0, tookMs - waitMs);
    this.orders[end] = agenda.order();
    ends.set(end, agenda.nowMs + tookMs);
  }

  /** Does what ends up to the next arrival, and the alarm of inactivity in between, which may set another. */
  private endAllBefore(arrivalMs: number): void {
    const { ends, agenda, compute } = this;
    for (;;) {
      const endMs = ends.nextMs();
      if (endMs <= arrivalMs && agenda.isFree(endMs)) {
        this.end();
        continue;
      }
      if (agenda.isFree(arrivalMs)) return;
      this.tellActivity();
      if (!compute.life.alarmBefore(Math.min(endMs, arrivalMs))) return;
    }
  }

  private end(): void {
    const { ends, agenda, queries } = this;
    const end = ends.take();
    agenda.nowMs = ends.nowMs;
    this.free.push(end);
    queries.delays.add(this.delayMs[end] as number);
    this.compute.journal.count(EVENT.queryDone);
    queries.busy--;
    this.noteActivity();
    this.clients.close('direct');
  }

  /** While the alarm of inactivity is set, activity only changes what it will find: the latest is told in time. */
  private noteActivity(): void {
    const { compute, agenda } = this;
    if (!compute.accepts) return;
    this.activeMs = agenda.nowMs;
    if (!compute.life.isAlarmSet) this.tellActivity();
  }

  private tellActivity(): void {
    if (this.activeMs === Number.NEGATIVE_INFINITY) return;
    this.compute.life.touch(this.activeMs);
    this.activeMs = Number.NEGATIVE_INFINITY;
  }

  private arm(): void {
    const { ends } = this;
    const nextMs = ends.nextMs();
    if (nextMs < Number.POSITIVE_INFINITY)
      this.agenda.set(this.slot, nextMs, this.orders[ends.next()] as number);
  }
}
