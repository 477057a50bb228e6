import { type Bounds, underMemoryPressure } from '../autoscaler/index.ts';
import {
  type ActionId,
  createLife,
  isMetered,
  type Life,
  type LifeStep,
  type StateView,
  stateName,
  stateView,
  step,
  type Timer,
} from '../compute/index.ts';
import {
  cuOf,
  isFixed,
  MINUTE_MS,
  type QuarterCu,
  quarterCu,
  SECOND_MS,
  type SizeSetting,
} from '../facts/index.ts';
import { randomStream } from '../workload/index.ts';
import type { Agenda, Slot } from './agenda.ts';
import { Cache } from './cache.ts';
import { causeOf } from './causes.ts';
import { chartShortcuts } from './chart-shortcuts.ts';
import { Clients } from './clients.ts';
import { Cpu } from './cpu.ts';
import { EVENT, EVENT_KINDS, type EventNumber, type EventSink } from './event-kinds.ts';
import { Histogram } from './histogram.ts';
import { KIND } from './kinds.ts';
import { boundsOf, type Given, givenBy, type Limits, limitsOf } from './limits.ts';
import { totalOf } from './loads.ts';
import { MemoryRamps } from './memory-ramps.ts';
import { Meter } from './meter.ts';
import { RANK } from './ranks.ts';
import type { RefusalKey } from './refusals.ts';
import type { Served } from './served.ts';
import type { Change, ComputePlan, Simulation } from './simulation.ts';
import { type Readings, Sizing } from './sizing.ts';
import { bindSource, type LoadSource, type Source } from './sources.ts';
import { Timeline } from './timeline.ts';
import { type AwakeTime, WakeLog } from './wake-log.ts';

/** Less than the share at which the autoscaler sees memory pressure. */
const WATCHED_SHARE = 0.8;

/** The flow of a load knocks without being a visit. */
const FLOW = -1;

/** One compute in virtual time: its life, its size, its clients, and what they use of it. */
export class ComputeRun implements Served, Readings {
  nowMs = 0;
  readonly life: Life;
  readonly meter = new Meter();
  readonly cpu: Cpu;
  readonly cache: Cache;
  readonly clients: Clients;
  readonly sources: readonly Source[];
  private readonly loads: readonly LoadSource[];
  readonly flowDelays = new Histogram();
  readonly timeline = new Timeline();
  readonly counts = new Float64Array(EVENT_KINDS.length);
  readonly wakes = new WakeLog(this.counts);
  readonly refusals = new Map<RefusalKey, { count: number; firstAtMs: number }>();
  readonly plan: ComputePlan;
  size: QuarterCu;
  private setting: SizeSetting;
  private limits: Limits;
  private bounds: Bounds;
  private suspendAfterMs: number | null;
  highestMemoryBytes = 0;
  highestDiskBytes = 0;
  private memoryBytes: number;
  private flowMemoryBytes = 0;
  private flowConnections = 0;
  private diskBytes = 0;
  private flowWaits = false;
  private knocking = FLOW;
  private prewarmBytes = 0;
  /** When a page was last read by a job, or by a flow that has ended; a flow that goes on reads all the time. */
  private readMs = Number.NEGATIVE_INFINITY;
  private flowReads = false;
  private readonly shortcuts = chartShortcuts();
  private accepting = false;
  private usableBytes = 0;
  /** Below this much memory nothing can come of a change of it but at a tick. */
  private memoryWatchedBytes = 0;
  private restarts = false;
  /** The release that the last start brought. */
  private release = 0;
  private taken: { readonly size: SizeSetting; readonly suspendAfterMs: number | null };
  readonly sizing: Sizing;
  private readonly ramps: MemoryRamps;
  private readonly simulation: Simulation;
  private readonly agenda: Agenda;
  private readonly slots: { work: Slot; inactivity: Slot; cpu: Slot; tick: Slot; look: Slot; memory: Slot };
  private readonly sink: EventSink | null;
  /** Tells the project that what is metered has changed. */
  private readonly metered: () => void;

  constructor(
    plan: ComputePlan,
    simulation: Simulation,
    agenda: Agenda,
    claim: (slot: Slot, owner: ComputeRun) => Slot,
    metered: () => void,
    sink: EventSink | null,
  ) {
    this.plan = plan;
    this.simulation = simulation;
    this.agenda = agenda;
    this.sink = sink;
    this.metered = metered;
    this.setting = plan.size;
    this.limits = limitsOf(plan.size, simulation);
    this.bounds = boundsOf(plan.size);
    this.suspendAfterMs = plan.suspendAfterMs;
    this.taken = { size: plan.size, suspendAfterMs: plan.suspendAfterMs };
    this.size = quarterCu(plan.size.minCu);
    const { assumptions, seed } = simulation;
    this.memoryBytes = assumptions.baseMemoryBytes;
    const own = (rank: number, kind: number, subject = 0) => claim(agenda.slot(rank, kind, subject), this);
    this.slots = {
      work: own(RANK.life, KIND.work),
      inactivity: own(RANK.inactivity, KIND.inactivity),
      cpu: own(RANK.ending, KIND.cpu),
      tick: own(RANK.tick, KIND.tick),
      look: own(RANK.look, KIND.look),
      memory: own(RANK.ending, KIND.memory),
    };
    this.cpu = new Cpu(this.flowDelays);
    this.cache = new Cache(plan.workingSetBytes, assumptions.skew);
    this.sizing = new Sizing(assumptions);
    this.sources = plan.demand.map((demand, i) => {
      const slot = own(
        demand.kind === 'clients' ? RANK.timeout : RANK.demand,
        demand.kind === 'clients' ? KIND.idleSockets : KIND.source,
        i,
      );
      return bindSource(demand, slot, simulation, plan.name);
    });
    this.loads = this.sources.filter((source) => source.kind === 'load');
    this.ramps = new MemoryRamps(agenda, own(RANK.ending, KIND.ramp));
    this.clients = new Clients(this, this.sources, agenda, (slot) => claim(slot, this));
    this.clients.startMs = simulation.startMs;
    const draws = new Map<string, () => number>();
    this.life = createLife({ ...assumptions.life, suspendAfterMs: plan.suspendAfterMs }, step, {
      schedule: (timer: Timer, atMs: number) => agenda.set(this.slots[timer], Math.ceil(atMs)),
      cancel: (timer: Timer) => agenda.clear(this.slots[timer]),
      draw: (cause) => {
        let draw = draws.get(cause);
        if (draw === undefined) {
          draw = randomStream(seed, `${plan.name}/${cause}`);
          draws.set(cause, draw);
        }
        return draw();
      },
      waiting: () => this.clients.waitingAtDoor + (this.flowWaits ? 1 : 0),
      busy: () => this.clients.busy + (this.cpu.flow > 0 || this.cpu.backlogAt(this.nowMs) > 0 ? 1 : 0),
      perform: (action, lifeStep) => this.perform(action, lifeStep),
    });
    for (const { atMs, change } of plan.changes) {
      const slot = own(RANK.change, KIND.change, this.changes.push(change) - 1);
      agenda.set(slot, atMs);
    }
  }

  private readonly changes: Change[] = [];
  /** Of this instant's events, the one that reads the metrics lies behind. */
  private tickIsPast = false;

  /** Creates the compute and lets its demand begin. */
  begin(): void {
    this.send('created');
    this.sources.forEach((source, i) => {
      if (source.kind === 'jobs') this.agenda.set(source.slot, source.next() - this.simulation.startMs);
      else if (source.kind === 'clients') this.clients.openGroup(i);
      else this.agenda.set(source.slot, 0);
    });
  }

  /** Something that was in the agenda for this compute is due. */
  handle(kind: number, subject: number, nowMs: number): void {
    this.nowMs = nowMs;
    this.tickIsPast = kind === KIND.tick || kind === KIND.look || kind === KIND.inactivity;
    switch (kind) {
      case KIND.source:
        this.sourceDue(subject);
        return;
      case KIND.visit:
        this.clients.timer(subject);
        return;
      case KIND.cpu:
        this.cpuDue();
        return;
      case KIND.tick:
        this.tick();
        return;
      case KIND.look:
        this.look();
        return;
      case KIND.work:
        this.after(this.life.alarm('work', nowMs));
        return;
      case KIND.inactivity:
        this.after(this.life.alarm('inactivity', nowMs));
        return;
      case KIND.idleSockets:
        this.clients.closeIdle(subject);
        return;
      case KIND.memory:
        this.runOutOfMemory();
        return;
      case KIND.ramp:
        this.ramps.due(nowMs, (visit, use, bytes) => this.addMemory(visit, use, bytes));
        return;
      case KIND.change:
        this.apply(this.changes[subject] as Change);
        return;
      default:
    }
  }

  publishRelease(nowMs: number): void {
    this.nowMs = nowMs;
    this.send('release.published');
  }

  /** The quota is spent, or renewed. */
  bar(barred: boolean, nowMs: number): void {
    this.nowMs = nowMs;
    this.life.setOverQuota(barred);
    if (barred && this.accepts) this.send('suspend');
    if (!barred && this.cpu.flow === 0 && this.flowNow() > 0) this.applyFlow();
    if (barred && !this.accepts && this.cpu.flow > 0) this.giveUpFlow();
  }

  get accepts(): boolean {
    return this.accepting;
  }

  get connectionLimit(): number {
    return this.limits.clientConnections - this.flowConnections;
  }

  get maxConnections(): number {
    return this.limits.maxConnections;
  }

  get pooledClientLimit(): number {
    return this.limits.pooledClients;
  }

  get poolSize(): number {
    return this.limits.poolSize;
  }

  get poolWaitMs(): number {
    return this.limits.poolWaitMs;
  }

  get nonReclaimableBytes(): number {
    const { connectionMemoryBytes } = this.simulation.assumptions;
    const connections = this.clients.connections + this.flowConnections;
    return this.memoryBytes + this.flowMemoryBytes + connections * connectionMemoryBytes;
  }

  get lastReadMs(): number {
    return this.flowReads ? this.nowMs : this.readMs;
  }

  get cachedBytes(): number {
    return this.cache.resident;
  }

  get workingSetBytes(): number {
    return this.cache.workingSetBytes;
  }

  get moves(): boolean {
    return this.cpu.moves;
  }

  runnableAt(nowMs: number): number {
    return this.cpu.runnableAt(nowMs);
  }

  get diskLimitBytes(): number {
    return this.limits.diskBytes;
  }

  get view(): StateView {
    return stateView(this.life.state);
  }

  get connections(): number {
    return this.clients.connections + this.flowConnections;
  }

  knock(visit: number): void {
    this.knocking = visit;
    this.send('connect');
  }

  left(): void {
    this.send('disconnect');
  }

  touch(): void {
    if (this.accepting) this.life.touch(this.nowMs);
  }

  startCpu(visit: number, cpuMs: number): void {
    this.cpu.start(visit, cpuMs, this.nowMs);
    this.cpuChanged();
  }

  removeFromCpu(visit: number): void {
    this.cpu.remove(visit, this.nowMs);
    this.cpuChanged();
  }

  readPages(pages: number): number {
    if (pages === 0) return 0;
    this.readMs = this.nowMs;
    this.wantTick();
    const costMs = this.cache.read(pages) * this.simulation.assumptions.missMs;
    this.noteWarmth(costMs);
    return costMs;
  }

  private noteWarmth(costMs: number): void {
    const { wakes } = this;
    if (wakes.isWarm) return;
    wakes.coldReadsMs += costMs;
    if (this.cache.isWarm) wakes.warm(this.nowMs);
  }

  openedInFirstSecond(): void {
    this.wakes.connectsInFirstSecond++;
  }

  takeMemory(visit: number, bytes: number, rampMs: number): void {
    const use = this.clients.visits.use[visit] as number;
    const steps = Math.max(1, Math.ceil(rampMs / SECOND_MS));
    this.addMemory(visit, use, bytes / steps);
    if (steps > 1) this.ramps.begin(visit, use, bytes / steps, steps - 1, this.nowMs);
  }

  giveMemory(bytes: number): void {
    this.memoryBytes -= bytes;
    this.wantTick();
  }

  takeDisk(bytes: number): boolean {
    if (this.diskBytes + bytes > this.diskLimitBytes) {
      this.highestDiskBytes = this.diskLimitBytes;
      return false;
    }
    this.diskBytes += bytes;
    this.highestDiskBytes = Math.max(this.highestDiskBytes, this.diskBytes);
    return true;
  }

  giveDisk(bytes: number): void {
    this.diskBytes -= bytes;
  }

  connectionsChanged(): void {
    this.memoryChanged();
  }

  count(kind: EventNumber, detail?: Readonly<Record<string, unknown>>): void {
    this.counts[kind] = (this.counts[kind] as number) + 1;
    if (this.sink === null) return;
    this.sink({ atMs: this.nowMs, compute: this.plan.name, kind: EVENT_KINDS[kind], ...detail });
  }

  counted(kind: EventNumber): number {
    return this.counts[kind] as number;
  }

  refuse(key: RefusalKey, clients = 1): void {
    const known = this.refusals.get(key);
    if (known === undefined) this.refusals.set(key, { count: clients, firstAtMs: this.nowMs });
    else known.count += clients;
  }

  private send(event: Parameters<Life['send']>[0]): void {
    this.after(this.life.send(event, this.nowMs));
  }

  /** What follows from a step, once all its actions are done. */
  private after(lifeStep: LifeStep | null): void {
    if (lifeStep === null || lifeStep.from === lifeStep.to) return;
    const { currentState, pendingState } = stateView(lifeStep.to);
    const before = stateView(lifeStep.from);
    this.accepting = this.shortcuts.accepts[lifeStep.to] === true;
    const size = isMetered(lifeStep.to) ? this.size : 0;
    if (size !== this.meter.rate) {
      this.meter.set(size, this.nowMs);
      this.metered();
    }
    if (currentState === before.currentState && pendingState === before.pendingState) return;
    if (currentState === 'active' && before.currentState === 'idle')
      this.count(this.restarts ? EVENT.restart : EVENT.wake);
    // A restart passes through idle, and so does what wakes from sleep: what it came from tells them apart.
    this.restarts =
      stateName(lifeStep.from).startsWith('restarting') || (this.restarts && currentState !== 'active');
    if (currentState === 'idle' && before.currentState === 'active' && pendingState === null)
      this.count(EVENT.suspend);
    const reason = causeOf(lifeStep.event);
    const cu = cuOf(this.size);
    this.count(EVENT.state, { state: currentState, pending: pendingState, cu, reason });
    this.timeline.add({
      atMs: this.nowMs,
      state: currentState,
      pending: pendingState,
      cu: cuOf(this.size),
      reason,
    });
  }

  private perform(action: ActionId, lifeStep: LifeStep): void {
    const { clients } = this;
    switch (action) {
      case 'holdConnection':
        if (this.knocking === FLOW) this.flowWaits = true;
        else clients.hold(this.knocking);
        return;
      case 'refuseConnection':
        if (this.knocking === FLOW) this.refuse(this.refusalNow);
        else clients.refuse(this.knocking, this.refusalNow);
        return;
      case 'acceptConnection':
        if (this.knocking !== FLOW) clients.admit(this.knocking);
        return;
      case 'serveWaiting':
        this.accepting = true;
        this.machineStarts(
          stateName(lifeStep.from).startsWith('init') ? 'first start' : this.restarts ? 'restart' : 'wake',
        );
        this.flowWaits = false;
        clients.serveWaiting();
        this.applyFlow();
        return;
      case 'refuseWaiting':
        this.refuseWaiting();
        return;
      case 'dropConnections':
        this.accepting = false;
        this.machineStops(lifeStep);
        return;
      case 'loseLocalState':
        this.prewarmBytes = this.cache.clear(this.nowMs) * this.prewarmShare(lifeStep);
        return;
      case 'pickUpRelease':
        if (this.life.release !== this.release) this.count(EVENT.releasePickedUp);
        this.release = this.life.release;
        return;
      case 'takeSettings':
        this.taken = { size: this.setting, suspendAfterMs: this.suspendAfterMs };
        this.life.settings = { ...this.life.settings, suspendAfterMs: this.suspendAfterMs };
        return;
      case 'rejectBusy':
      case 'rejectNotActive':
      case 'rejectBarred':
      case 'rejectAbsent':
        this.count(EVENT.commandRejected, { command: lifeStep.event, why: action });
        return;
      default:
    }
  }

  private get refusalNow(): RefusalKey {
    return stateName(this.life.state) === 'deleted' ? 'absent' : 'barred';
  }

  private refuseWaiting(): void {
    const key = this.life.barred ? 'barred' : 'failedStart';
    this.clients.refuseWaiting(key);
    if (!this.flowWaits) return;
    this.flowWaits = false;
    this.refuse(key);
    this.giveUpFlow();
  }

  /** Only a restart that somebody asked for is planned, and prewarmed. */
  private prewarmShare({ from }: LifeStep): number {
    return stateName(from).startsWith('restarting') ? this.simulation.assumptions.prewarmShare : 0;
  }

  private machineStarts(cause: AwakeTime['cause']): void {
    this.wakes.begin(this.nowMs, cause);
    this.size = quarterCu(this.setting.minCu);
    this.sizing.begin(this.nowMs);
    this.fitToSize();
    this.cache.prewarm(this.prewarmBytes);
    this.prewarmBytes = 0;
    this.wantTick();
  }

  private machineStops(lifeStep: LifeStep): void {
    this.clients.dropAll('dropped');
    this.wakes.end(this.nowMs);
    this.flowConnections = 0;
    this.ramps.clear();
    this.memoryBytes = this.simulation.assumptions.baseMemoryBytes;
    this.diskBytes = 0;
    this.cpu.setVcpu(0, this.nowMs);
    this.cpuChanged();
    this.cache.setFlow(0, this.nowMs);
    this.agenda.clear(this.slots.memory);
    this.sizing.end(this.nowMs);
    this.agenda.clear(this.slots.tick);
    this.agenda.clear(this.slots.look);
    if (this.cpu.flow === 0) return;
    // Whoever is cut off in the middle comes back within a second, if there is something to come back to.
    if (this.life.barred || lifeStep.event === 'delete') this.giveUpFlow();
    else this.reconnectFlow(SECOND_MS);
  }

  private reconnectFlow(afterMs: number): void {
    for (const { slot, vcpuNow } of this.loads) {
      const atMs = this.nowMs + afterMs;
      if (vcpuNow > 0 && atMs < this.agenda.timeOf(slot)) this.agenda.set(slot, atMs);
    }
  }

  /** The flow is refused: what it wanted is not asked for again, and it comes back a minute later, if ever. */
  private giveUpFlow(): void {
    this.cpu.setFlow(0, 1, Number.POSITIVE_INFINITY, this.nowMs);
    this.cpu.forgetBacklog(this.nowMs);
    this.cpuChanged();
    if (stateView(this.life.state).currentState !== null) this.reconnectFlow(MINUTE_MS);
  }

  private fitToSize(): void {
    const { vcpu, cacheBytes, usableBytes } = this.givenBy(this.size);
    this.usableBytes = usableBytes;
    this.memoryWatchedBytes = WATCHED_SHARE * usableBytes;
    this.cache.setCapacity(cacheBytes, this.nowMs);
    this.cpu.setVcpu(vcpu, this.nowMs);
    this.cpuChanged();
  }

  /** What a size gives, looked up once. */
  private givenBy(size: QuarterCu): Given {
    let given = this.givenBySize[size];
    if (given === undefined) {
      given = givenBy(size, this.simulation);
      this.givenBySize[size] = given;
    }
    return given;
  }

  private readonly givenBySize: (Given | undefined)[] = [];

  private sourceDue(index: number): void {
    const source = this.sources[index] as Source;
    if (source.kind === 'jobs') {
      this.clients.arrive(index);
      this.agenda.set(source.slot, source.next() - this.simulation.startMs);
    } else if (source.kind === 'load') {
      const { startMs } = this.simulation;
      const vcpu = source.vcpu(startMs + this.nowMs);
      const memory = source.memory(startMs + this.nowMs);
      source.vcpuNow = vcpu.value;
      source.memoryNow = memory.value;
      this.agenda.set(source.slot, Math.ceil(Math.min(vcpu.untilMs, memory.untilMs) - startMs));
      this.applyFlow();
    }
  }

  private flowNow(): number {
    return this.loads.reduce((sum, { vcpuNow }) => sum + vcpuNow, 0);
  }

  /** The flow of all loads together: their rates add up, and so do their limits. */
  private applyFlow(): void {
    const { loads } = this;
    if (loads.length === 0) return;
    const total = this.flowNow();
    if (total > 0 && !this.accepting && !this.flowWaits) {
      this.knock(FLOW);
      if (!this.flowWaits && !this.accepting) {
        this.giveUpFlow();
        return;
      }
    }
    const { queries, concurrency, pages, connections: wanted, memoryBytes } = totalOf(loads);
    const wasBusy = this.cpu.flow > 0;
    this.cpu.setFlow(total, total > 0 ? total / queries : 1, concurrency, this.nowMs);
    this.cpuChanged();
    if (!this.accepting) return;
    if (total > 0 && !wasBusy) this.count(EVENT.connectionOpened, { flow: true });
    if (pages === 0 && this.flowReads) this.readMs = this.nowMs;
    this.flowReads = pages > 0;
    this.cache.setFlow(pages, this.nowMs);
    this.touch();
    const most = this.connectionLimit + this.flowConnections - this.clients.connections;
    if (wanted > most && wanted > this.flowConnections) {
      this.count(EVENT.connectionRefused, { clients: wanted - most });
      this.refuse('connections', wanted - most);
    }
    this.flowConnections = Math.min(wanted, Math.max(0, most));
    this.clients.peakConnections = Math.max(this.clients.peakConnections, this.connections);
    this.flowMemoryBytes = memoryBytes;
    this.memoryChanged();
  }

  private cpuDue(): void {
    for (;;) {
      const visit = this.cpu.takeFinished(this.nowMs);
      if (visit < 0) break;
      this.clients.cpuDone(visit);
    }
    this.cpu.settle(this.nowMs);
    this.cpuChanged();
    if (this.cpu.flow === 0 && this.cpu.backlogAt(this.nowMs) === 0) this.touch();
  }

  private cpuChanged(): void {
    this.agenda.set(this.slots.cpu, Math.min(this.cpu.nextFinishMs(), this.cpu.backlogGoneMs()));
    this.wantTick();
  }

  private get autoscales(): boolean {
    return !isFixed(this.setting);
  }

  /** Something has changed that the next reading of the metrics will show. */
  private wantTick(): void {
    if (!this.accepting || !(this.autoscales || this.cpu.flow > 0)) return;
    const nextMs = this.tickIsPast ? this.sizing.nextTickMs(this.nowMs) : this.sizing.tickFromMs(this.nowMs);
    if (nextMs < this.agenda.timeOf(this.slots.tick)) this.agenda.set(this.slots.tick, nextMs);
  }

  private tick(): void {
    if (!this.accepting) return;
    if (this.cpu.moves && this.cpu.runningJobs > 0) {
      this.cpu.settle(this.nowMs);
      this.cpuChanged();
    }
    if (!this.cache.isSettled) {
      this.cache.settle(this.nowMs);
      this.noteWarmth(0);
    }
    this.sizing.read(this.nowMs, this);
    this.look();
    if (this.simulation.stepping || !this.cache.isSettled || (this.cpu.moves && !this.autoscales))
      this.wantTick();
  }

  private look(): void {
    if (!this.accepting || !this.autoscales) return;
    const { bounds, size } = this;
    const next = this.sizing.look(this.nowMs, size, bounds, this);
    if (this.sizing.denied) this.count(EVENT.downscaleDenied, { cu: cuOf(size) });
    if (next !== size) this.resize(next);
    const { nextLookMs } = this.sizing;
    if (nextLookMs === Number.POSITIVE_INFINITY) return;
    const nextTickMs = this.sizing.nextTickMs(this.nowMs);
    if (nextLookMs < nextTickMs) {
      this.agenda.set(this.slots.look, nextLookMs);
      this.wantTick();
    } else if (nextLookMs < this.agenda.timeOf(this.slots.tick)) {
      this.agenda.set(this.slots.tick, nextLookMs);
    }
  }

  private resize(size: QuarterCu): void {
    const before = this.size;
    // Words are made only where somebody will read them.
    const told = this.sink !== null || this.timeline.hasRoom;
    const reason = told ? this.sizing.reason(this.nowMs, before, this.bounds, this) : '';
    this.size = size;
    if (!this.shortcuts.resizesInPlace[this.life.state]) this.send('autoscale');
    this.meter.set(size, this.nowMs);
    this.metered();
    this.fitToSize();
    if (told) this.count(EVENT.resized, { cu: cuOf(size), reason });
    else this.count(EVENT.resized);
    if (this.timeline.hasRoom) {
      this.timeline.add({ atMs: this.nowMs, state: 'active', pending: null, cu: cuOf(size), reason });
    } else {
      this.timeline.omitted++;
    }
  }

  private addMemory(visit: number, use: number, bytes: number): boolean {
    const { visits } = this.clients;
    if (visits.use[visit] !== use || !this.accepting) return false;
    visits.memoryBytes[visit] = (visits.memoryBytes[visit] as number) + bytes;
    this.memoryBytes += bytes;
    this.memoryChanged();
    return visits.use[visit] === use;
  }

  private memoryChanged(): void {
    const bytes = this.nonReclaimableBytes;
    if (bytes > this.highestMemoryBytes) this.highestMemoryBytes = bytes;
    if (!this.accepting) return;
    this.wantTick();
    if (bytes <= this.memoryWatchedBytes) return;
    if (this.autoscales && underMemoryPressure(this.size, bytes)) this.look();
    // The kill is an event of its own: it ends sessions, and one of them may be in the middle of a change.
    if (bytes > this.usableBytes) this.agenda.set(this.slots.memory, this.nowMs);
  }

  /** The kernel kills the process that holds most, and Postgres ends all others to be sure of its shared memory. */
  private runOutOfMemory(): void {
    if (!this.accepting || this.nonReclaimableBytes <= this.usableBytes) return;
    if (this.connections === 0 && this.flowMemoryBytes === 0) return;
    this.count(EVENT.memoryKill, { memoryBytes: Math.round(this.nonReclaimableBytes), cu: cuOf(this.size) });
    if (this.flowMemoryBytes > 0) this.refuse('memory', Math.max(1, this.flowConnections));
    this.ramps.clear();
    this.flowConnections = 0;
    this.flowMemoryBytes = 0;
    this.clients.dropAll('memory');
    this.reconnectFlow(SECOND_MS);
  }

  private apply(change: Change): void {
    if (change.kind === 'command') {
      this.command(change.command);
      return;
    }
    if (change.kind === 'suspendAfter') {
      this.suspendAfterMs = change.suspendAfterMs;
      this.command('settings.change');
    } else {
      const fixed = isFixed(this.setting) && isFixed(change.size);
      this.setting = change.size;
      this.command(fixed ? 'resize' : 'range.change');
    }
    // A change that was refused leaves everything as it was.
    this.setting = this.taken.size;
    this.suspendAfterMs = this.taken.suspendAfterMs;
    this.limits = limitsOf(this.setting, this.simulation);
    this.bounds = boundsOf(this.setting);
  }

  private command(event: Parameters<Life['send']>[0]): void {
    this.count(EVENT.commandDone, { command: event });
    this.send(event);
  }
}
