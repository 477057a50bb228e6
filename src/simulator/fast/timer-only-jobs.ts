import type { RefusalKey } from '../../compute/index.ts';
import { wholeMs } from '../../facts/index.ts';
import { Agenda, type Slot } from '../agenda/agenda.ts';
import type { DemandedCompute } from '../clients/demanded-compute.ts';
import type { JobSource } from '../demand/sources.ts';
import { EVENT } from '../recorder/event-kinds.ts';
import { lateness, type Passed, passNonOverlapping } from './non-overlapping-jobs.ts';

/**
 * The fast path of jobs that need nothing but time. Their ends are known when they begin, so they need no visits. The
 * agenda holds only the first of their ends, in the order that a timer for each would have had. Until something else is
 * due, arrivals, ends and looks for inactivity follow one another without the agenda. A run that steps does not take
 * this path, and a property compares the two to the bit.
 */
export class TimerOnlyJobs {
  /** The ends by themselves, a slot for each job under way. */
  private readonly ends = new Agenda();
  private readonly delayMs: number[] = [];
  private readonly orders: number[] = [];
  private readonly free: Slot[] = [];
  /** How many have begun and not ended. */
  private underWay = 0;
  private readonly passed: Passed = { nowMs: 0, nextMs: 0, done: 0, totalMs: 0, longestMs: 0 };
  /** Activity that the life of the compute has not heard of yet. */
  private activeMs = Number.NEGATIVE_INFINITY;
  private readonly demand: { beginJob(jobs: JobSource): void };
  private readonly compute: DemandedCompute;
  private readonly agenda: Agenda;
  private readonly slot: Slot;

  constructor(
    demand: { beginJob(jobs: JobSource): void },
    compute: DemandedCompute,
    agenda: Agenda,
    slot: Slot,
  ) {
    this.demand = demand;
    this.compute = compute;
    this.agenda = agenda;
    this.slot = slot;
  }

  /** Begins what has arrived at a source, and does all that follows before anything else is due. */
  follow(source: JobSource, startMs: number): void {
    const { agenda, compute } = this;
    agenda.clear(this.slot);
    for (;;) {
      const room = source.demand.sessions === 1 ? compute.roomUnnoticed : 0;
      const nextMs = room > 0 ? this.passBy(source, startMs, room) : this.arriveAll(source, startMs);
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
    const { ends, agenda, compute } = this;
    while (ends.nextMs() < Number.POSITIVE_INFINITY) {
      this.free.push(ends.take());
      compute.clients.queries.busy--;
      compute.touch();
      compute.clientLog.queryDropped(key);
    }
    this.underWay = 0;
    ends.nowMs = agenda.nowMs;
    agenda.clear(this.slot);
  }

  /** All sessions of an arrival begin; when the next one is. */
  private arriveAll(source: JobSource, startMs: number): number {
    for (let i = 0; i < source.demand.sessions; i++) this.arrive(source);
    return source.arrivals.take() - startMs;
  }

  /**
   * Jobs begin and end, no more at once than there is room for unnoticed, which is one at least, and looks for
   * inactivity find them: but counts, nothing comes of it. Up to an arrival that would not be one of these, or that
   * something else may be due before; when that is.
   */
  private passBy(source: JobSource, startMs: number, room: number): number {
    const { agenda, ends, delayMs, free, passed, compute } = this;
    const { arrivals, waitMs } = source;
    const { inactivity, clients, clientLog } = compute;
    const most = this.underWay + room;
    // Activity moves the alarm, and where it comes to lie is asked once: it must be met after so long without any.
    const movesAlarm = inactivity.movesWithActivity;
    const alarmMs = inactivity.atMs;
    const quietMs = movesAlarm ? inactivity.quietMs : Number.POSITIVE_INFINITY;
    const otherMs = movesAlarm && inactivity.isSet ? agenda.secondMs() : agenda.nextMs();
    const freeMs = Math.min(otherMs, agenda.untilMs);
    let { underWay } = this;
    passed.nowMs = agenda.nowMs;
    passed.nextMs = agenda.nowMs;
    passed.done = 0;
    passed.totalMs = clientLog.delays.total;
    passed.longestMs = 0;
    do {
      if (underWay === 0 && !passNonOverlapping(source, startMs, freeMs, quietMs, passed)) continue;
      const drawnMs = waitMs.take();
      const tookMs = wholeMs(drawnMs);
      passed.nowMs = passed.nextMs;
      passed.nextMs = arrivals.take() - startMs;
      this.put(passed.nowMs + tookMs, lateness(tookMs - drawnMs));
      underWay++;
      for (let dueMs = ends.nextMs(); dueMs <= passed.nextMs && dueMs < freeMs; dueMs = ends.nextMs()) {
        const end = ends.take();
        const lateMs = delayMs[end] as number;
        passed.totalMs += lateMs;
        if (lateMs > passed.longestMs) passed.longestMs = lateMs;
        passed.done++;
        passed.nowMs = dueMs;
        free.push(end);
        underWay--;
      }
    } while (
      passed.nextMs < freeMs &&
      underWay < most &&
      (underWay > 0 || passed.nextMs - passed.nowMs < quietMs)
    );
    const { nowMs, nextMs, done, totalMs, longestMs } = passed;
    const more = underWay - this.underWay;
    agenda.nowMs = nowMs;
    this.activeMs = nowMs;
    clientLog.delays.addShort(done, totalMs, longestMs);
    clients.queries.busy += more;
    clients.connections.direct += more;
    this.underWay = underWay;
    if (movesAlarm && (alarmMs <= nowMs || !inactivity.isSet)) inactivity.pass(nowMs);
    compute.journal.add(EVENT.connectionOpened, done + more);
    compute.journal.add(EVENT.queryDone, done);
    return nextMs;
  }

  /** A job begins, by the general way where it cannot be served at once. */
  private arrive(job: JobSource): void {
    const { accepts, clients } = this.compute;
    if (accepts && clients.connections.hasRoom) {
      this.begin(job.waitMs.take());
      return;
    }
    this.tellActivity();
    this.demand.beginJob(job);
  }

  /** A job begins that is served at once. */
  private begin(waitMs: number): void {
    const { clients } = this.compute;
    this.noteActivity();
    clients.connections.openDirect();
    clients.queries.busy++;
    this.underWay++;
    const tookMs = wholeMs(waitMs);
    this.put(this.agenda.nowMs + tookMs, lateness(tookMs - waitMs));
  }

  private put(endMs: number, lateMs: number): void {
    const { agenda, ends } = this;
    const end = this.free.pop() ?? ends.slot(0, 0, 0);
    this.delayMs[end] = lateMs;
    this.orders[end] = agenda.order();
    ends.set(end, endMs);
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
      if (!compute.inactivity.goOffBefore(Math.min(endMs, arrivalMs))) return;
    }
  }

  private end(): void {
    const { ends, agenda, compute } = this;
    const { clients, clientLog, journal } = compute;
    const end = ends.take();
    agenda.nowMs = ends.nowMs;
    this.free.push(end);
    clientLog.delays.add(this.delayMs[end] as number);
    journal.count(EVENT.queryDone);
    clients.queries.busy--;
    this.underWay--;
    this.noteActivity();
    clients.close('direct');
  }

  /** While the alarm of inactivity is set, activity only changes what it will find: the latest is told in time. */
  private noteActivity(): void {
    const { compute, agenda } = this;
    if (!compute.accepts) return;
    this.activeMs = agenda.nowMs;
    if (!compute.inactivity.isSet) this.tellActivity();
  }

  private tellActivity(): void {
    if (this.activeMs === Number.NEGATIVE_INFINITY) return;
    this.compute.inactivity.touch(this.activeMs);
    this.activeMs = Number.NEGATIVE_INFINITY;
  }

  private arm(): void {
    const { ends } = this;
    const nextMs = ends.nextMs();
    if (nextMs < Number.POSITIVE_INFINITY)
      this.agenda.set(this.slot, nextMs, this.orders[ends.next()] as number);
  }
}
