import {
  type Cache,
  type Cause,
  type Clients,
  Compute,
  type ComputeAlarm,
  type ComputeLoad,
  type ComputePorts,
  type Cpu,
  Histogram,
  type Memory,
  NEW_LIFE,
  type Pages,
  type SavedLife,
  type Scaling,
  type StateView,
  settingsWithTimeout,
  step,
} from '../compute/index.ts';
import { type QuarterCu, quarterCu } from '../facts/index.ts';
import type { ClientDemand } from '../workload/index.ts';
import type { Agenda, Slot } from './agenda/agenda.ts';
import { KIND } from './agenda/kinds.ts';
import { RANK } from './agenda/ranks.ts';
import type { DemandedCompute } from './clients/demanded-compute.ts';
import { RunClients } from './clients/run-clients.ts';
import { LoadFeed } from './demand/load-feed.ts';
import {
  bindSource,
  type DemandSource,
  type JobSource,
  type LoadSource,
  type ReplicationSource,
} from './demand/sources.ts';
import type { Detail } from './detail.ts';
import { clientFastPath } from './fast/client-fast-path.ts';
import { loadFastPath } from './fast/load-fast-path.ts';
import { needsMoreThanTime } from './fast/timer-only.ts';
import { InactivityAlarm } from './inactivity-alarm.ts';
import { meteredWithMinimum } from './larger-minimum.ts';
import { LifeDraws } from './life-draws.ts';
import { PlannedChanges } from './planned-changes.ts';
import { ClientLog } from './recorder/client-log.ts';
import { CountedApart } from './recorder/counted-apart.ts';
import { EVENT, type EventNumber, type EventSink } from './recorder/event-kinds.ts';
import { Journal } from './recorder/journal.ts';
import { LifeLog } from './recorder/life-log.ts';
import { LimitLog } from './recorder/limit-log.ts';
import { Meter } from './recorder/meter.ts';
import { PeriodBoundaries } from './recorder/period-boundaries.ts';
import { SizeLog } from './recorder/size-log.ts';
import { StateLog } from './recorder/state-log.ts';
import type { Timeline } from './recorder/timeline.ts';
import { WakeLog } from './recorder/wake-log.ts';
import { resourceRules } from './resource-rules.ts';
import { Settings } from './settings.ts';
import type { ComputePlan, Simulation } from './simulation.ts';

const AWAKE: SavedLife = { ...NEW_LIFE, state: 'active' };

/** One compute in virtual time, with its life, its size, its demand and its records. */
export class ComputeRun implements DemandedCompute, ComputePorts {
  readonly plan: ComputePlan;
  readonly settings: Settings;
  readonly journal: Journal;
  readonly states = new StateLog();
  readonly meter = new Meter();
  readonly sizes = new SizeLog(this);
  readonly core: Compute;
  readonly cpu: Cpu;
  readonly cache: Cache;
  readonly pages: Pages;
  readonly disk: Compute['machine']['disk'];
  readonly memory: Memory;
  readonly scaling: Scaling;
  readonly sources: readonly DemandSource[];
  readonly clients: Clients;
  readonly runClients: RunClients;
  /** The owner of the clients. */
  readonly owner: ClientDemand;
  readonly clientLog: ClientLog;
  readonly feed: LoadFeed;
  readonly load: ComputeLoad;
  readonly wakes: WakeLog;
  readonly apart: CountedApart;
  readonly limitLog: LimitLog;
  readonly report: LifeLog;
  readonly inactivity: InactivityAlarm;
  readonly draws: LifeDraws;
  /** Notifies the project of a change of the metered size. Null if the project has no quota. */
  readonly hearMetered: (() => void) | null;
  readonly periodBoundaries: PeriodBoundaries;
  private readonly loadPath: { follow(): void } | null;
  private readonly fastPath: { follow(): void } | null;
  private readonly changes: PlannedChanges;
  private readonly startMs: number;
  private readonly agenda: Agenda;
  private readonly slots: { readonly [Alarm in ComputeAlarm]: Slot };

  constructor(
    plan: ComputePlan,
    simulation: Simulation,
    agenda: Agenda,
    claim: (slot: Slot, owner: ComputeRun) => Slot,
    metered: (() => void) | null,
    aloneUntilMs: (compute: ComputeRun) => number,
    primaryOf: (branch: string) => ComputeRun | undefined,
    sink: EventSink | null,
    detail: Detail,
  ) {
    const { assumptions, startMs } = simulation;
    const own = (rank: number, kind: number, subject = 0) => claim(agenda.slot(rank, kind, subject), this);
    this.plan = plan;
    this.agenda = agenda;
    this.startMs = startMs;
    this.settings = new Settings(plan, simulation);
    this.limitLog = new LimitLog(this.settings.limits);
    this.journal = new Journal(plan.name, agenda, sink, detail);
    this.wakes = new WakeLog(this.journal.counts, detail);
    this.apart = new CountedApart(simulation.counted, simulation.zone, startMs);
    this.clientLog = new ClientLog(this.journal, this.apart);
    this.slots = {
      cpu: own(RANK.ending, KIND.cpu),
      tick: own(RANK.tick, KIND.tick),
      look: own(RANK.look, KIND.look),
      work: own(RANK.life, KIND.work),
      inactivity: own(RANK.inactivity, KIND.inactivity),
      memoryKill: own(RANK.ending, KIND.memory),
      memoryRamp: own(RANK.ending, KIND.ramp),
    };
    this.draws = new LifeDraws(simulation.seed, plan.name);
    this.hearMetered = metered;
    const sharesDraws = detail === 'sums' && !simulation.stepping;
    // The fast path of clients takes these jobs too.
    const takesTimerOnly = !simulation.stepping && !plan.demand.some(needsMoreThanTime);
    this.sources = plan.demand.map((demand, i) => {
      const [rank, kind] =
        demand.kind === 'clients' ? [RANK.timeout, KIND.idleSockets] : [RANK.demand, KIND.source];
      return bindSource(demand, own(rank, kind, i), simulation, plan.name, i, sharesDraws, takesTimerOnly);
    });
    this.feed = new LoadFeed(this, this.sources, agenda);
    this.report = new LifeLog(this, agenda);
    const timerOf = (visit: number) => own(RANK.timeout, KIND.visit, visit);
    const timerOnlySlot = own(RANK.timeout, KIND.timerOnlyEnd);
    this.runClients = new RunClients(this, this.sources, agenda, startMs, timerOf, timerOnlySlot);
    this.owner = this.runClients.demand;
    this.core = new Compute(
      {
        life: settingsWithTimeout(assumptions.life, plan.suspendAfterMs),
        stepper: step,
        saved: AWAKE,
        autoscaler: assumptions.autoscaler,
        size: quarterCu(plan.size.minCu),
        steps: simulation.stepping,
        delays: new Histogram(),
        resources: resourceRules(simulation, plan.demand),
        workingSetBytes: plan.workingSetBytes,
      },
      this,
    );
    this.cpu = this.core.cpu;
    this.load = this.core.load;
    this.scaling = this.core.scaling;
    this.clients = this.core.clients;
    const { machine } = this.core;
    this.memory = machine.memory;
    this.cache = machine.cache;
    this.pages = machine.pages;
    this.disk = machine.disk;
    this.inactivity = new InactivityAlarm(this, agenda, this.slots.inactivity);
    const boundarySlots = {
      hourlyTotals: own(RANK.border, KIND.hourlyTotals),
      step: own(RANK.border, KIND.timeSeriesStep),
    };
    this.periodBoundaries = new PeriodBoundaries(this, simulation, agenda, boundarySlots, detail);
    // This object is built field by field, so that it has the same shape in each run. V8 would discard code
    // that it compiled for another shape.
    const { cpu, tick, look } = this.slots;
    const fastPathSlots = { cpu, tick, look, hourlyTotals: boundarySlots.hourlyTotals };
    this.loadPath = loadFastPath(this, simulation, agenda, fastPathSlots, () => aloneUntilMs(this));
    const { inactivity, memoryRamp: ramp, work } = this.slots;
    const stretchSlots = { cpu, tick, look, inactivity, ramp, work };
    this.fastPath =
      this.loadPath ??
      clientFastPath(this, simulation, agenda, stretchSlots, detail, () => aloneUntilMs(this));
    this.changes = new PlannedChanges(this, (branch) => (primaryOf(branch) ?? this) !== this);
    plan.changes.forEach(({ atMs }, i) => {
      agenda.set(own(RANK.change, KIND.change, i), atMs);
    });
  }

  /** Starts the compute and its demand. */
  begin(): void {
    this.periodBoundaries.begin();
    this.core.begin();
    for (const source of this.sources) {
      if (source.kind === 'jobs') this.agenda.set(source.slot, source.arrivals.take() - this.startMs);
      else if (source.kind === 'clients') this.owner.groups.open(source);
      else this.agenda.set(source.slot, source.kind === 'replication' ? source.fromMs - this.startMs : 0);
    }
  }

  /** Handles an event of this compute that is due. */
  handle(kind: number, subject: number): void {
    this.due(kind, subject);
    this.followFastPath();
  }

  /** Lets the fast path continue the load, if the compute has a fast path. */
  followFastPath(): void {
    this.fastPath?.follow();
  }

  private due(kind: number, subject: number): void {
    this.scaling.tickIsPast = kind === KIND.tick || kind === KIND.look || kind === KIND.inactivity;
    switch (kind) {
      case KIND.source:
        this.sourceDue(subject);
        return;
      case KIND.visit:
        this.clients.timer(subject);
        return;
      case KIND.timerOnlyEnd:
        this.runClients.timerOnly.due();
        return;
      case KIND.cpu:
        this.core.alarm('cpu');
        return;
      case KIND.tick:
        this.core.alarm('tick');
        return;
      case KIND.look:
        this.core.alarm('look');
        return;
      case KIND.work:
        this.core.alarm('work');
        return;
      case KIND.inactivity:
        this.core.alarm('inactivity');
        return;
      case KIND.idleSockets:
        this.runClients.closeIdle(subject);
        return;
      case KIND.memory:
        this.core.alarm('memoryKill');
        return;
      case KIND.ramp:
        this.core.alarm('memoryRamp');
        return;
      case KIND.hourlyTotals:
        this.periodBoundaries.endHour();
        return;
      case KIND.timeSeriesStep:
        this.periodBoundaries.endStep();
        return;
      case KIND.change:
        this.changes.due(subject);
        return;
      default:
    }
  }

  /** Whether the compute runs, and so accepts clients at once. */
  get accepts(): boolean {
    return this.core.accepts;
  }

  get nowMs(): number {
    return this.agenda.nowMs;
  }

  get size(): QuarterCu {
    return this.scaling.size;
  }

  get peakSize(): QuarterCu {
    return this.scaling.peakSize;
  }

  get peakBeforeResize(): QuarterCu {
    return this.changes.peakUntilResize ?? this.peakSize;
  }

  get isUnslept(): boolean {
    return this.accepts && this.counted(EVENT.suspend) === 0;
  }

  /** See `meteredWithMinimum`. The fast path keeps no account of sizes. */
  meteredFrom(minimum: QuarterCu): number | null {
    return this.loadPath === null ? meteredWithMinimum(this, minimum, this.nowMs) : null;
  }

  get view(): StateView {
    return this.core.view;
  }

  get connections(): number {
    return this.core.connections;
  }

  get roomUnnoticed(): number {
    const { memory, clients } = this;
    if (!this.accepts || this.journal.isHeard || !this.scaling.isTickForeseen) return 0;
    if (clients.admission.mayRefuse) return 0;
    const room = clients.connections.roomUnnoticed;
    if (memory.hasRoomUnnoticed(room)) return room;
    return memory.hasRoomUnnoticed(1) ? 1 : 0;
  }

  get highestMemoryBytes(): number {
    return this.memory.highestBytes;
  }

  get timeline(): Timeline {
    return this.journal.timeline;
  }

  get refusals(): Journal['refusals'] {
    return this.journal.refusals;
  }

  counted(kind: EventNumber): number {
    return this.journal.counts[kind] as number;
  }

  touch(): void {
    this.core.touch();
  }

  schedule(alarm: ComputeAlarm, atMs: number): void {
    // Nearly all calls set one of these two. To look up a field by a variable name takes as long as to set
    // the alarm.
    if (alarm === 'cpu') this.agenda.set(this.slots.cpu, Math.ceil(atMs));
    else if (alarm === 'tick') this.setTick(Math.ceil(atMs));
    else this.agenda.set(this.slots[alarm], Math.ceil(atMs));
  }

  /**
   * Ticks of two computes at one instant come in the order of the computes. In the order of setting, a run that skips
   * ticks would take them in another order than one that steps through all.
   */
  private setTick(atMs: number): void {
    const { tick } = this.slots;
    this.agenda.set(tick, atMs, tick);
  }

  cancel(alarm: ComputeAlarm): void {
    this.agenda.clear(this.slots[alarm]);
  }

  draw(cause: Cause): number {
    return this.draws.draw(cause);
  }

  takeSettings(): void {
    const { settings, core } = this;
    settings.take();
    core.life.settings = settingsWithTimeout(core.life.settings, settings.suspendAfterMs);
  }

  private sourceDue(index: number): void {
    const source = this.sources[index] as JobSource | LoadSource | ReplicationSource;
    if (source.kind === 'load') this.feed.due(source);
    else if (source.kind === 'replication') this.owner.replicate(source);
    else this.runClients.follow(source);
  }
}
