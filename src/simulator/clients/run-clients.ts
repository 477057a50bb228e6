import type { Clients, RefusalKey } from '../../compute/index.ts';
import { ClientDemand, type DemandHost } from '../../workload/index.ts';
import type { Agenda, Slot } from '../agenda/agenda.ts';
import type { ClientSource, DemandSource, JobSource } from '../demand/sources.ts';
import { ShortQueries } from '../fast/short-queries.ts';
import { TimerOnlyJobs } from '../fast/timer-only-jobs.ts';
import type { ClientLog } from '../recorder/client-log.ts';
import type { DemandedCompute } from './demanded-compute.ts';

/**
 * Hosts the clients of one compute in a run. Their timers are in the agenda. Fast paths take the clients that
 * they can.
 */
export class RunClients implements DemandHost {
  readonly demand: ClientDemand;
  readonly timerOnly: TimerOnlyJobs;
  readonly clientLog: ClientLog;
  private readonly short: ShortQueries;
  private readonly compute: DemandedCompute;
  private readonly sources: readonly DemandSource[];
  private readonly agenda: Agenda;
  private readonly startMs: number;
  private readonly timerOf: (visit: number) => Slot;
  /** Indexed by visit. */
  private readonly timers: Slot[] = [];

  constructor(
    compute: DemandedCompute,
    sources: readonly DemandSource[],
    agenda: Agenda,
    startMs: number,
    timerOf: (visit: number) => Slot,
    timerOnlySlot: Slot,
  ) {
    this.compute = compute;
    this.clientLog = compute.clientLog;
    this.sources = sources;
    this.agenda = agenda;
    this.startMs = startMs;
    this.timerOf = timerOf;
    const ofClients = sources.filter((source) => source.kind !== 'load');
    this.demand = new ClientDemand(this, ofClients, startMs);
    this.timerOnly = new TimerOnlyJobs(this.demand, compute, agenda, timerOnlySlot);
    this.short = new ShortQueries(compute, agenda);
  }

  /** Begins the job that has arrived at a source, and later ones up to the next other event. */
  follow(jobs: JobSource): void {
    const { agenda, short, startMs } = this;
    if (jobs.isTimerOnly) {
      this.timerOnly.follow(jobs, startMs);
      return;
    }
    let nextMs = jobs.arrivals.take() - startMs;
    let isOver = false;
    if (jobs.canBeShort && this.opensShort(jobs)) {
      isOver = this.passes(jobs, nextMs);
      while (isOver && short.goesOn(nextMs)) {
        agenda.nowMs = nextMs;
        nextMs = jobs.arrivals.take() - startMs;
        isOver = this.passes(jobs, nextMs);
      }
      short.close();
    }
    agenda.set(jobs.slot, nextMs);
    if (!isOver) this.demand.arrive(jobs);
  }

  /** Closes the idle connections of a group that are too old. */
  closeIdle(number: number): void {
    this.demand.groups.closeIdle(this.sources[number] as ClientSource);
  }

  // The members below are for the demand.

  get nowMs(): number {
    return this.agenda.nowMs;
  }

  get clients(): Clients {
    return this.compute.clients;
  }

  openVisit(): number {
    const visit = this.compute.clients.visits.open(this.agenda.nowMs);
    if (visit === this.timers.length) this.timers.push(this.timerOf(visit));
    return visit;
  }

  setTimer(visit: number, atMs: number): void {
    this.agenda.set(this.timers[visit] as Slot, atMs);
  }

  clearTimer(visit: number): void {
    this.agenda.clear(this.timers[visit] as Slot);
  }

  setIdleAlarm(group: number, atMs: number): void {
    this.agenda.set((this.sources[group] as ClientSource).slot, atMs);
  }

  isIdleAlarmSet(group: number): boolean {
    return this.agenda.isSet((this.sources[group] as ClientSource).slot);
  }

  /** Runs a query in one go if it ends before the next event. Returns false if it does not. */
  passQuery(group: number): boolean {
    const source = this.sources[group] as ClientSource;
    const { route, query } = source.demand;
    if (!source.canBeShort || !this.short.open(route, true, query)) return false;
    if (!this.passes(source, Number.POSITIVE_INFINITY)) return false;
    this.short.close();
    return true;
  }

  cut(key: RefusalKey): void {
    this.timerOnly.dropAll(key);
  }

  private opensShort({ demand, keptOpen, keptDead }: JobSource): boolean {
    const { route, query, keepsConnection } = demand;
    const isOpen = keepsConnection && keptOpen > 0;
    // The first job of a client that keeps its connection leaves one open.
    if ((keepsConnection && !isOpen) || (!isOpen && keptDead > 0)) return false;
    return this.short.open(route, isOpen, query);
  }

  /** The same, within a series that is already open. */
  private passes({ cpuMs, waitMs }: JobSource | ClientSource, beforeMs: number): boolean {
    if (!this.short.pass(cpuMs.peek(), waitMs.peek(), beforeMs)) return false;
    cpuMs.place++;
    waitMs.place++;
    return true;
  }
}
