import type { Clients, RefusalKey } from '../../compute/index.ts';
import { ClientDemand, type DemandHost } from '../../workload/index.ts';
import type { Agenda, Slot } from '../agenda/agenda.ts';
import type { ClientSource, DemandSource, JobSource } from '../demand/sources.ts';
import { TimerOnlyJobs } from '../fast/timer-only-jobs.ts';
import type { ClientLog } from '../recorder/client-log.ts';
import type { DemandedCompute } from './demanded-compute.ts';

/** Hosts the clients of one compute in a run. Their timers are in the agenda. A fast path takes those that it can. */
export class RunClients implements DemandHost {
  readonly demand: ClientDemand;
  readonly timerOnly: TimerOnlyJobs;
  readonly clientLog: ClientLog;
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
  }

  /** Begins the job that has arrived at a source. */
  follow(jobs: JobSource): void {
    const { agenda, startMs } = this;
    if (jobs.isTimerOnly) {
      this.timerOnly.follow(jobs, startMs);
      return;
    }
    agenda.set(jobs.slot, jobs.arrivals.take() - startMs);
    this.demand.arrive(jobs);
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
    return this.compute.clients.visits.open(this.agenda.nowMs);
  }

  setTimer(visit: number, atMs: number): void {
    this.agenda.set(this.timerSlot(visit), atMs);
  }

  clearTimer(visit: number): void {
    this.agenda.clear(this.timerSlot(visit));
  }

  /** The slot for the timer of a visit. */
  timerSlot(visit: number): Slot {
    while (visit >= this.timers.length) this.timers.push(this.timerOf(this.timers.length));
    return this.timers[visit] as Slot;
  }

  setIdleAlarm(group: number, atMs: number): void {
    this.agenda.set((this.sources[group] as ClientSource).slot, atMs);
  }

  isIdleAlarmSet(group: number): boolean {
    return this.agenda.isSet((this.sources[group] as ClientSource).slot);
  }

  cut(key: RefusalKey): void {
    this.timerOnly.dropAll(key);
  }
}
