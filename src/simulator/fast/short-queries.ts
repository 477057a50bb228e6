import type { Route } from '../../compute/index.ts';
import { SECOND_MS, wholeMs } from '../../facts/index.ts';
import type { QueryNeeds } from '../../workload/index.ts';
import type { Agenda } from '../agenda/agenda.ts';
import type { DemandedCompute } from '../clients/demanded-compute.ts';

/**
 * The fast path of queries that end before the next event, as most do. Such a query runs in one go, without a
 * visit and without the agenda. The queries of one client form a series: `open` checks once what holds for
 * all of them, `pass` runs one query, `goesOn` checks whether the next one may follow, and `close` ends the
 * series. A run with `stepping` sends all queries the general way, and a property compares the two.
 */
export class ShortQueries {
  private readonly compute: DemandedCompute;
  private readonly agenda: Agenda;
  private route: Route = 'direct';
  private isOpen = false;
  private needs: QueryNeeds | null = null;
  /** The connections to Postgres that a query adds to the open ones. */
  private more = 0;
  /** The non-reclaimable memory during a query. */
  private mostBytes = 0;
  private passed = 0;
  /** The next tick at which metrics may be read, even if it is not in the agenda. */
  private readingMs = Number.NaN;

  constructor(compute: DemandedCompute, agenda: Agenda) {
    this.compute = compute;
    this.agenda = agenda;
  }

  /**
   * Begins a series of queries with the same needs. Returns false if none of them can be short now.
   *
   * @param isOpen whether the client already has its connection, and keeps it
   */
  open(route: Route, isOpen: boolean, needs: QueryNeeds): boolean {
    const { compute, agenda } = this;
    const { clients, memory, scaling } = compute;
    const { connections } = clients;
    if (!compute.accepts || clients.waitingInPool > 0 || !connections.passes(route, isOpen)) return false;
    if (!isOpen && clients.admission.mayRefuse) return false;
    this.more = isOpen && route === 'direct' ? 0 : 1;
    this.mostBytes = memory.mostWith(needs.memoryBytes, this.more);
    if (!memory.isCalm(this.mostBytes) || !memory.isSameAfter(needs.memoryBytes)) return false;
    this.route = route;
    this.isOpen = isOpen;
    this.needs = needs;
    this.passed = 0;
    this.readingMs = scaling.nextReadingMs(agenda.nowMs);
    return true;
  }

  /**
   * Runs a query from its beginning to its end. Returns false, and changes nothing, if another event is due
   * before the end or the query could cause one.
   *
   * @param beforeMs the time of the next event that is not in the agenda
   */
  pass(queryCpuMs: number, waitMs: number, beforeMs: number): boolean {
    const { agenda, compute } = this;
    const cpuMs = this.isOpen
      ? queryCpuMs
      : queryCpuMs + compute.clients.connections.openingCpuMs(this.route, queryCpuMs);
    const { pages } = compute;
    const { nowMs } = agenda;
    const needs = this.needs as QueryNeeds;
    // A tick sees a query that still runs, even if that tick is not in the agenda.
    const freeMs = Math.min(beforeMs, agenda.nextMs(), agenda.untilMs, this.readingMs);
    const missed = pages.cache.missesOf(needs.pages);
    const fromMs = nowMs + wholeMs(waitMs + pages.costMs(missed));
    const endMs = cpuMs > 0 ? compute.cpu.passAlone(cpuMs, fromMs, freeMs) : fromMs;
    if (endMs >= freeMs) return false;
    if (!this.isOpen) compute.clients.connections.pass();
    if (needs.pages > 0) pages.read(needs.pages, missed);
    agenda.nowMs = endMs;
    compute.clientLog.queryDone(endMs - nowMs, cpuMs + waitMs);
    this.passed++;
    if (this.passed === 1) this.first();
    compute.clients.workAfter(cpuMs);
    if (!this.isOpen) this.endConnection(queryCpuMs, freeMs);
    return true;
  }

  /** Whether no event is due up to `atMs`, when the next query of the series begins. */
  goesOn(atMs: number): boolean {
    if (atMs >= this.readingMs) {
      this.wantTick();
      this.readingMs = this.compute.scaling.nextReadingMs(atMs);
    }
    return this.agenda.isFree(atMs);
  }

  /** Ends the series. Its last query was activity, and may have changed what a tick reads. */
  close(): void {
    if (this.passed === 0) return;
    this.wantTick();
    this.compute.touch();
  }

  /** Lets Postgres work on the end of the connection, in one go if it ends before the next event. */
  private endConnection(queryCpuMs: number, freeMs: number): void {
    const { agenda, compute } = this;
    const { clients, cpu } = compute;
    const cpuMs = clients.connections.closingCpuMs(this.route, queryCpuMs);
    if (cpuMs === 0) return;
    const endMs = cpu.passAlone(cpuMs, agenda.nowMs, freeMs);
    if (endMs === Number.POSITIVE_INFINITY) clients.workUnawaited(cpuMs);
    else agenda.nowMs = endMs;
  }

  /** Applies the effects that are the same for each query of the series. */
  private first(): void {
    const { compute } = this;
    compute.clients.connections.notePassed(this.route, this.isOpen, this.more);
    compute.memory.noteHighest(this.mostBytes);
    // This may set the inactivity alarm.
    compute.touch();
  }

  /**
   * Most queries change nothing that a tick reads. If reasons are recorded, a tick is needed for the figures
   * in them.
   */
  private wantTick(): void {
    const { scaling, journal } = this.compute;
    if (journal.isRead) scaling.wantTick(this.agenda.nowMs);
    else scaling.wantTickIfItMatters(this.agenda.nowMs);
  }
}

/** Whether a query can be short: it gets all of its memory at once, and uses no temporary disk. */
export function canBeShort({ memoryBytes, memoryRampMs, temporaryBytes }: QueryNeeds): boolean {
  return temporaryBytes === 0 && (memoryBytes === 0 || memoryRampMs <= SECOND_MS);
}
