import type { Route } from '../../compute/index.ts';
import { SECOND_MS, wholeMs } from '../../facts/index.ts';
import type { QueryNeeds } from '../../workload/index.ts';
import type { Agenda } from '../agenda/agenda.ts';
import type { DemandedCompute } from '../clients/demanded-compute.ts';

/**
 * Queries that are over before anything else is due, as most are. Such a query runs in one go, without a visit and
 * without the agenda. A run that steps sends all queries the general way, and a property compares the two.
 */
export class ShortQueries {
  private readonly compute: DemandedCompute;
  private readonly agenda: Agenda;

  constructor(compute: DemandedCompute, agenda: Agenda) {
    this.compute = compute;
    this.agenda = agenda;
  }

  /**
   * Runs a query from its beginning to its end. False: something else is due before its end or could come of it, and
   * nothing has happened.
   *
   * @param isOpen the client has its connection already, and keeps it
   * @param beforeMs when something is due that is not in the agenda
   */
  pass(
    route: Route,
    isOpen: boolean,
    needs: QueryNeeds,
    cpuMs: number,
    waitMs: number,
    beforeMs: number,
  ): boolean {
    const { agenda, compute } = this;
    const { clients } = compute;
    const { connections } = clients;
    if (!compute.accepts || clients.waitingInPool > 0 || !connections.passes(route, isOpen)) return false;
    // What changes meanwhile is read at the next tick. If that comes before the end, the query is not short.
    const { nowMs } = agenda;
    compute.scaling.wantTick(nowMs);
    const { pages, memory } = compute;
    const freeMs = Math.min(beforeMs, agenda.nextMs(), agenda.untilMs);
    const more = isOpen && route === 'direct' ? 0 : 1;
    const mostBytes = memory.mostWith(needs.memoryBytes, more);
    if (!memory.isCalm(mostBytes)) return false;
    const missed = pages.cache.missesOf(needs.pages);
    const fromMs = nowMs + wholeMs(waitMs + pages.costMs(missed));
    const endMs = cpuMs > 0 ? compute.cpu.passAlone(cpuMs, fromMs, freeMs) : fromMs;
    if (endMs >= freeMs) return false;
    connections.pass(route, isOpen, more);
    memory.pass(needs.memoryBytes, mostBytes);
    if (needs.pages > 0) pages.read(needs.pages, missed);
    agenda.nowMs = endMs;
    compute.clientLog.queryDone(endMs - nowMs, cpuMs + waitMs);
    compute.touch();
    return true;
  }
}

/** A query can be short if what it takes is there at once. */
export function canBeShort({ memoryBytes, memoryRampMs, temporaryBytes }: QueryNeeds): boolean {
  return temporaryBytes === 0 && (memoryBytes === 0 || memoryRampMs <= SECOND_MS);
}
