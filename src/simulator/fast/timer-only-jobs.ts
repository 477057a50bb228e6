import type { RefusalKey } from '../../compute/index.ts';
import { wholeMs } from '../../facts/index.ts';
import { Agenda, type Slot } from '../agenda/agenda.ts';
import type { DemandedCompute } from '../clients/demanded-compute.ts';
import type { JobSource } from '../demand/sources.ts';
import { EVENT } from '../recorder/event-kinds.ts';
import { lateness, type Passed, passNonOverlapping } from './non-overlapping-jobs.ts';

/**
 * The fast path of jobs that need nothing except time. Their ends are known when they begin, so they need no
 * visits. The agenda holds only the first of their ends, in the order that a timer for each would have had.
 * Up to the next other event, arrivals, ends and checks for inactivity follow one another without the agenda.
 * A run with `stepping` does not take this path, and a property compares the two to the bit.
 */
export class TimerOnlyJobs {
  /** The ends of the jobs under way, with a slot for each. */
  private readonly ends = new Agenda();
  private readonly delayMs: number[] = [];
  private readonly orders: number[] = [];
  private readonly free: Slot[] = [];
  /** The number of jobs under way. */
  private underWay = 0;
  private readonly passed: Passed = { nowMs: 0, nextMs: 0, done: 0, totalMs: 0, longestMs: 0 };
  /** The last activity that has not been reported to the life of the compute. */
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

  /** Begins a job that has arrived at a source, and handles all that follows before the next other event. */
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

  /** Handles the end that the agenda holds. */
  due(): void {
    this.end();
    this.tellActivity();
    this.arm();
  }

  /** Ends all sessions at once. */
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

  /** Begins all sessions of an arrival. Returns the time of the next arrival. */
  private arriveAll(source: JobSource, startMs: number): number {
    for (let i = 0; i < source.demand.sessions; i++) this.arrive(source);
    return source.arrivals.take() - startMs;
  }

  /**
   * Runs jobs that show only in counts: `room` at once at most, which is at least 1, with activity at each
   * check for inactivity. Stops at an arrival that does not qualify, or before which another event may be
   * due. Returns the time of that arrival.
   */
  private passBy(source: JobSource, startMs: number, room: number): number {
    const { agenda, ends, delayMs, free, passed, compute } = this;
    const { arrivals, waitMs } = source;
    const { inactivity, clients, clientLog } = compute;
    const most = this.underWay + room;
    // Activity moves the inactivity alarm. The loop computes its new time only at the end, so it stops before
    // a pause in which the alarm would find the compute inactive.
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

  /** Begins a job. It goes the general way if it cannot be served at once. */
  private arrive(job: JobSource): void {
    const { accepts, clients } = this.compute;
    if (accepts && clients.connections.hasRoom && !clients.admission.mayRefuse) {
      this.begin(job.waitMs.take());
      return;
    }
    this.tellActivity();
    this.demand.beginJob(job);
  }

  /** Begins a job that is served at once. */
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

  /**
   * Handles all ends up to the next arrival, and the inactivity alarm between them, which may set itself
   * again.
   */
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

  /**
   * While the inactivity alarm is set, activity changes only what the alarm will find. Reporting the latest
   * activity is enough.
   */
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
