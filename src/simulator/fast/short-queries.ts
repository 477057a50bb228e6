import type { Route } from '../../compute/index.ts';
import { SECOND_MS, wholeMs } from '../../facts/index.ts';
import type { QueryNeeds } from '../../workload/index.ts';
import type { Agenda } from '../agenda/agenda.ts';
import type { DemandedCompute } from '../clients/demanded-compute.ts';

/**
 * Queries that are over before anything else is due, as most are. Such a query runs in one go, without a visit and
 * without the agenda. Those of one client follow each other in a series: `open` asks once what holds for all of them,
 * `pass` runs one query, `goesOn` asks whether the next one may follow, and `close` ends the series. A run that steps
 * sends all queries the general way, and a property compares the two.
 */
export class ShortQueries {
  private readonly compute: DemandedCompute;
  private readonly agenda: Agenda;
  private route: Route = 'direct';
  private isOpen = false;
  private needs: QueryNeeds | null = null;
  /** Connections to Postgres that a query takes beside those there are. */
  private more = 0;
  /** Memory in use during a query. */
  private mostBytes = 0;
  private passed = 0;
  /** The next tick at which metrics may be read, in the agenda or not. */
  private readingMs = 0;

  constructor(compute: DemandedCompute, agenda: Agenda) {
    this.compute = compute;
    this.agenda = agenda;
  }

  /**
   * Begins a series of queries of the same needs. False: none of them can be short now.
   *
   * @param isOpen the client has its connection already, and keeps it
   */
  open(route: Route, isOpen: boolean, needs: QueryNeeds): boolean {
    const { compute, agenda } = this;
    const { clients, memory, scaling } = compute;
    const { connections } = clients;
    if (!compute.accepts || clients.waitingInPool > 0 || !connections.passes(route, isOpen)) return false;
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
   * Runs a query from its beginning to its end. False: something else is due before its end or could come of it, and
   * nothing has happened.
   *
   * @param beforeMs when something is due that is not in the agenda
   */
  pass(cpuMs: number, waitMs: number, beforeMs: number): boolean {
    const { agenda, compute } = this;
    const { pages } = compute;
    const { nowMs } = agenda;
    const needs = this.needs as QueryNeeds;
    // A query that still runs at a tick is seen there, whether or not that tick is in the agenda.
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
    return true;
  }

  /** Nothing else is due up to an instant, at which the next query of the series begins. */
  goesOn(atMs: number): boolean {
    if (atMs >= this.readingMs) {
      this.wantTick();
      this.readingMs = this.compute.scaling.nextReadingMs(atMs);
    }
    return this.agenda.isFree(atMs);
  }

  /** Ends the series. Its last query was activity, and a tick may have something to read. */
  close(): void {
    if (this.passed === 0) return;
    this.wantTick();
    this.compute.touch();
  }

  /** What comes of the first query, and would come of the others once more. */
  private first(): void {
    const { compute } = this;
    compute.clients.connections.notePassed(this.route, this.isOpen, this.more);
    compute.memory.noteHighest(this.mostBytes);
    // The alarm of inactivity may be set from now on.
    compute.touch();
  }

  /** Most queries leave a tick nothing to find. Where reasons are written down, the figures in them count too. */
  private wantTick(): void {
    const { scaling, journal } = this.compute;
    if (journal.isRead) scaling.wantTick(this.agenda.nowMs);
    else scaling.wantTickIfItMatters(this.agenda.nowMs);
  }
}

/** A query can be short if what it takes is there at once. */
export function canBeShort({ memoryBytes, memoryRampMs, temporaryBytes }: QueryNeeds): boolean {
  return temporaryBytes === 0 && (memoryBytes === 0 || memoryRampMs <= SECOND_MS);
}
