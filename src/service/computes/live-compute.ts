import {
  type ActionId,
  type Bounds,
  ComputeLoad,
  Cpu,
  causeOf,
  chartStep,
  createLife,
  type EventType,
  Histogram,
  isMetered,
  type Life,
  type LifeSettings,
  type LifeStep,
  type RefusalKey,
  Scaling,
  type StateView,
  stateName,
  stateView,
} from '../../compute/index.ts';
import { boundsOf, type Limits, limitsOf, RANK } from '../../engine/index.ts';
import { cuOf, type QuarterCu, SECOND_MS, type SizeSetting } from '../../facts/index.ts';
import type { LiveState, Load, Query } from '../records/live-state.ts';
import type { EndpointRecord } from '../records/records.ts';
import type { Alarm } from './alarms.ts';
import type { ClientSessions, Knock } from './client-sessions.ts';
import { type CommandOutcome, commandOutcome } from './command-outcome.ts';
import type { LiveComputeEvent, StateEvent } from './compute-events.ts';
import type { ComputeHost, Surroundings } from './compute-host.ts';
import { LiveClients, type SessionActivity } from './live-clients.ts';
import { LiveLoadFeed } from './live-load-feed.ts';
import { LiveMachine } from './live-machine.ts';
import { type ComputeWork, endsWork, isWork, WORK, workAhead } from './work-ahead.ts';

/** Delays of queries are counted for the results of a simulation. Here nobody asks for them, so one does for all. */
const UNREAD_DELAYS = new Histogram();

/**
 * One compute of the service: the statechart run by XState, hosted on the service's clock, put together with its
 * clients, its load and the autoscaler. Whatever it does it does at a time that it is told.
 */
export class LiveCompute implements ComputeHost {
  readonly id: string;
  readonly life: Life;
  readonly around: Surroundings;
  readonly clients: LiveClients;
  readonly load: ComputeLoad;
  readonly feed: LiveLoadFeed;
  readonly machine: LiveMachine;
  private readonly cpu: Cpu;
  private readonly cpuAlarm: Alarm;
  readonly scaling: Scaling;
  nowMs: number;
  /** The setting that it runs with, its range and its limits. */
  setting: SizeSetting;
  bounds: Bounds;
  limits: Limits;
  /** A fault that somebody asked for: it has no room for what queries write beside. It goes with the process. */
  diskIsFull = false;
  private readonly record: () => EndpointRecord;
  private readonly draws: Record<string, number>;
  private meteredSinceMs: number;
  private rate = 0;
  private knocking: Knock | null = null;
  private refusal: RefusalKey | null = null;
  private workUnderWay: ComputeWork | null = null;
  private performed: ActionId[] = [];
  private taking: (() => void) | null = null;
  private readonly timers: { readonly work: Alarm; readonly inactivity: Alarm };

  constructor(record: () => EndpointRecord, around: Surroundings, nowMs: number) {
    this.record = record;
    this.around = around;
    this.nowMs = nowMs;
    const { id, live } = record();
    this.id = id;
    this.setting = { minCu: live.minCu, maxCu: live.maxCu };
    this.bounds = boundsOf(this.setting);
    this.limits = limitsOf(this.setting, around);
    this.draws = { ...live.draws };
    this.meteredSinceMs = live.meteredSinceMs;
    const cpu = new Cpu(UNREAD_DELAYS);
    this.cpu = cpu;
    this.timers = {
      work: this.alarm(RANK.life, () => this.timerDue('work')),
      inactivity: this.alarm(RANK.inactivity, () => this.timerDue('inactivity')),
    };
    this.cpuAlarm = this.alarm(RANK.ending, () => this.cpuDue());
    this.clients = new LiveClients(this, cpu, live);
    this.feed = new LiveLoadFeed(this, live.load);
    this.load = new ComputeLoad(cpu, this.feed);
    this.machine = new LiveMachine(this, cpu);
    this.scaling = new Scaling(around.assumptions.autoscaler, this.machine, live.quarterCu as QuarterCu);
    this.life = createLife(
      this.settings(),
      chartStep,
      {
        schedule: (timer, atMs) => this.timers[timer].set(atMs),
        cancel: (timer) => this.timers[timer].clear(),
        draw: (cause) => {
          const n = this.draws[cause] ?? 0;
          this.draws[cause] = n + 1;
          return around.draw(cause, n);
        },
        waiting: () => this.sessions.waiting + (this.load.waits ? 1 : 0),
        busy: () => this.sessions.busy + (this.load.isBusy ? 1 : 0),
        perform: (action, step) => this.perform(action, step),
      },
      live.life,
    );
    if (live.life !== null) this.resume(live);
  }

  get sessions(): ClientSessions {
    return this.clients.sessions;
  }

  get size(): QuarterCu {
    return this.scaling.size;
  }

  get view(): StateView {
    return stateView(this.life.state);
  }

  get stateName(): string {
    return stateName(this.life.state);
  }

  get accepts(): boolean {
    return this.view.currentState === 'active' && this.view.pendingState === null;
  }

  get connections(): number {
    return this.sessions.size + this.load.connections;
  }

  get maxConnections(): number {
    return this.limits.maxConnections;
  }

  get nonReclaimableBytes(): number {
    const { baseMemoryBytes, connectionMemoryBytes } = this.around.assumptions;
    const backends = this.sessions.backends(this.limits.poolSize) + this.load.connections;
    const queries = this.sessions.memoryBytes;
    return baseMemoryBytes + this.load.memoryBytes + queries + backends * connectionMemoryBytes;
  }

  /** The last activity so far; null before the first. */
  lastActiveMs(nowMs: number): number | null {
    if (this.record().startedAtMs === null) return null;
    const busy = this.accepts && (this.sessions.busy > 0 || this.isFlowing);
    return busy ? nowMs : this.life.lastActivityMs;
  }

  /** What the stretch that is metered now has come to. */
  openStretch(): { readonly fromMs: number; readonly quarterCu: number } {
    return { fromMs: this.meteredSinceMs, quarterCu: this.rate };
  }

  saved(): LiveState {
    return {
      life: this.life.saved(),
      draws: { ...this.draws },
      ...this.setting,
      meteredSinceMs: this.meteredSinceMs,
      ...this.scaling.saved(),
      ...this.feed.saved(),
      cpu: this.cpu.saved(),
      ...this.clients.saved(),
    };
  }

  create(nowMs: number): void {
    this.at(nowMs, () => this.send('created'));
  }

  /** Tells the chart to do something. `take` is done where it agrees; otherwise nothing has happened. */
  command(event: EventType, nowMs: number, take: (() => void) | null = null): CommandOutcome {
    return this.at(nowMs, () => {
      let taken = false;
      this.taking = () => {
        // What was metered so far belongs to the branch that it was on.
        this.closeStretch();
        take?.();
        this.takeSettings();
        taken = true;
      };
      const before = this.life.state;
      this.send(event);
      const outcome = commandOutcome(this.performed);
      if (outcome === 'done' && !taken) this.taking();
      this.taking = null;
      if (outcome === 'done' && this.life.state !== before)
        this.around.operations.schedule(workAhead(this.life.state, this.workUnderWay));
      return outcome;
    });
  }

  /** A client wants in. Why it is refused; null where it is let in or held. */
  connect(knock: Knock, nowMs: number): RefusalKey | null {
    return this.at(nowMs, () => this.knock(knock));
  }

  /** Clients who come at the same instant, one after the other. */
  connectAll(knocks: readonly Knock[], nowMs: number): readonly (RefusalKey | null)[] {
    return this.at(nowMs, () => knocks.map((knock) => this.knock(knock)));
  }

  disconnect(id: string, nowMs: number): boolean {
    return this.at(nowMs, () => {
      if (!this.clients.leave(id)) return false;
      this.send('disconnect');
      this.memoryChanged();
      return true;
    });
  }

  query(id: string, query: Query, nowMs: number): void {
    this.at(nowMs, () => this.clients.query(id, query));
  }

  /** A session does something from now on until it tells otherwise; false where it is not inside any more. */
  act(id: string, doing: SessionActivity, nowMs: number): boolean {
    return this.sessions.get(id) !== undefined && this.at(nowMs, () => this.clients.act(id, doing));
  }

  /** Another world comes in place of this one, and takes no sockets along. Nothing else of this one changes any more. */
  dropOutside(): void {
    this.clients.dropOutside();
  }

  setLoad(load: Load, nowMs: number): void {
    this.at(nowMs, () => this.feed.set(load));
  }

  publishRelease(nowMs: number): void {
    this.at(nowMs, () => this.send('release.published'));
  }

  /** The quota of its project is spent, or there is a new one. */
  setOverQuota(overQuota: boolean, nowMs: number): void {
    this.at(nowMs, () => {
      this.life.setOverQuota(overQuota);
      if (overQuota && this.accepts) this.send('suspend');
      if (!overQuota && !this.isFlowing && this.feed.asked.vcpu > 0) this.load.apply();
      if (overQuota && !this.accepts && this.isFlowing) this.load.giveUp();
    });
  }

  /** Settings of its life were changed from outside, such as how long starts take. */
  refreshSettings(): void {
    this.life.settings = this.settings();
  }

  /** It is gone for good. */
  end(): void {
    this.timers.work.release();
    this.timers.inactivity.release();
    this.clients.end();
    this.feed.end();
    this.cpuAlarm.release();
    this.machine.end();
  }

  /** An alarm of one of its parts: time has come to that instant, and something of it changes. */
  alarm(rank: number, due: () => void): Alarm {
    return this.around.alarms.alarm(rank, (atMs) => {
      this.nowMs = atMs;
      this.scaling.tickIsPast = rank >= RANK.tick;
      due();
      this.around.changed();
    });
  }

  send(event: EventType): void {
    this.performed = [];
    this.after(this.life.send(event, this.nowMs));
  }

  tell(event: LiveComputeEvent): void {
    this.around.tell(event);
  }

  tellState(reason: string): void {
    this.tell(this.stateEvent(reason));
  }

  /** Its state and size at this instant, as an event. */
  stateEvent(reason: string): StateEvent {
    const { currentState, pendingState } = this.view;
    return {
      kind: 'state',
      computeId: this.id,
      atMs: this.nowMs,
      state: currentState,
      pending: pendingState,
      cu: cuOf(this.size),
      reason,
    };
  }

  touch(): void {
    if (this.accepts) this.life.touch(this.nowMs);
  }

  cpuChanged(): void {
    this.cpuAlarm.set(Math.min(this.cpu.backlogGoneMs(), this.cpu.nextFinishMs()));
  }

  /** More memory than there is: the kernel kills, and Postgres ends all sessions to be sure of what they share. */
  memoryChanged(): void {
    if (!this.accepts) return;
    this.scaling.memoryChanged(this.nonReclaimableBytes, this.nowMs);
    if (this.nonReclaimableBytes <= this.machine.usableBytes) return;
    if (this.connections === 0 && this.load.memoryBytes === 0) return;
    this.drop('memory');
    this.send('disconnect');
  }

  /** From now on this size is metered. */
  meter(quarterCu: number): void {
    if (quarterCu !== this.rate) this.closeStretch(quarterCu);
  }

  private closeStretch(nextRate = this.rate): void {
    const { meteredSinceMs, rate } = this;
    this.meteredSinceMs = this.nowMs;
    this.rate = nextRate;
    this.around.metered(meteredSinceMs, rate);
  }

  private at<T>(nowMs: number, act: () => T): T {
    this.nowMs = nowMs;
    this.scaling.tickIsPast = true;
    const result = act();
    this.clients.arm();
    this.around.changed();
    return result;
  }

  private knock(knock: Knock): RefusalKey | null {
    this.knocking = knock;
    this.refusal = null;
    this.send('connect');
    this.knocking = null;
    return this.refusal;
  }

  private settings(): LifeSettings {
    const seconds = this.record().suspendTimeoutSeconds;
    const suspendAfterMs =
      seconds < 0 ? null : seconds === 0 ? this.around.facts.suspendDefaultMs.value : seconds * SECOND_MS;
    return { ...this.around.lifeSettings(), suspendAfterMs };
  }

  /** A plan that allows less than the one before shows at the next start. */
  private fitToPlan(): void {
    this.around.fitToPlan();
    this.takeSettings();
  }

  private takeSettings(): void {
    const { minCu, maxCu } = this.record();
    this.setting = { minCu, maxCu };
    this.bounds = boundsOf(this.setting);
    this.limits = limitsOf(this.setting, this.around);
    this.life.settings = this.settings();
  }

  private timerDue(timer: 'work' | 'inactivity'): void {
    this.performed = [];
    this.after(this.life.alarm(timer, this.nowMs));
    this.clients.arm();
  }

  private after(step: LifeStep | null): void {
    if (step === null || step.from === step.to) return;
    if (endsWork(step.event) && !this.performed.some(isWork)) {
      this.workUnderWay = null;
      this.around.operations.finish(this.nowMs);
    }
    if (step.event === 'start.failed' && !this.performed.includes('scheduleRetry')) {
      this.workUnderWay = null;
      this.around.operations.fail('the compute did not start', this.nowMs);
    }
    this.meter(isMetered(step.to) ? this.size : 0);
    const view = stateView(step.to);
    const before = stateView(step.from);
    if (view.currentState === before.currentState && view.pendingState === before.pendingState) return;
    this.tellState(causeOf(step.event));
  }

  private perform(action: ActionId, step: LifeStep): void {
    this.performed.push(action);
    if (isWork(action)) {
      if (endsWork(step.event)) this.around.operations.finish(this.nowMs);
      this.workUnderWay = action;
      if (action === 'beginStart') this.fitToPlan();
      this.around.operations.run(WORK[action].action, this.nowMs);
      return;
    }
    switch (action) {
      case 'acceptConnection':
        if (this.knocking !== null) this.refusal = this.clients.admit(this.knocking);
        return;
      case 'holdConnection':
        if (this.knocking === null) this.load.waits = true;
        else this.sessions.hold(this.knocking);
        return;
      case 'refuseConnection':
        this.refusal = stateName(step.to) === 'deleted' ? 'absent' : 'barred';
        return;
      case 'serveWaiting':
        this.machineStarts();
        return;
      case 'refuseWaiting':
        this.refuseWaiting(this.life.barred ? 'barred' : 'failedStart');
        return;
      case 'dropConnections':
        this.machineStops(step);
        return;
      case 'takeSettings':
        this.taking?.();
        return;
      case 'scheduleRetry':
        this.around.operations.retry(this.life.saved().work?.atMs ?? this.nowMs, this.nowMs);
        return;
      case 'cancelTimers':
        this.workUnderWay = null;
        this.around.operations.cancel(this.nowMs);
        return;
      default:
    }
  }

  private machineStarts(): void {
    this.scaling.begin(this.nowMs);
    this.load.waits = false;
    this.clients.admitWaiting();
    this.load.apply();
    this.tell({ kind: 'started', computeId: this.id, atMs: this.nowMs });
  }

  private machineStops(step: LifeStep): void {
    this.drop('dropped');
    this.machine.stop();
    this.load.lose(!this.life.barred && step.event !== 'delete');
  }

  private refuseWaiting(why: RefusalKey): void {
    this.clients.refuseWaiting(why);
    this.load.refuseWaiting(why);
  }

  private get isFlowing(): boolean {
    return this.cpu.flow > 0;
  }

  /** A query has had its processors, or the load has no more backlog. */
  private cpuDue(): void {
    this.clients.cpuDue();
    this.cpu.settle(this.nowMs);
    this.cpuChanged();
    if (!this.load.isBusy) this.touch();
    this.scaling.wantTick(this.nowMs);
  }

  /** All connections end at once, those of the load too. */
  private drop(why: 'memory' | 'dropped'): void {
    const { id, nowMs, connections, load } = this;
    this.clients.drop(why);
    if (why === 'memory') load.kill();
    else load.drop(why);
    if (connections > 0) this.tell({ kind: 'dropped', computeId: id, atMs: nowMs, connections });
  }

  /** Goes on from what was saved, as if the process had not ended. */
  private resume(live: LiveState): void {
    this.rate = isMetered(this.life.state) ? this.size : 0;
    const work = this.around.operations.unfinished.find(({ status }) => status === 'running');
    this.workUnderWay =
      (Object.keys(WORK) as ComputeWork[]).find((key) => WORK[key].action === work?.action) ?? null;
    this.cpu.restore(live.cpu);
    this.feed.resume(live);
    this.clients.resume(live);
    this.cpuChanged();
    this.scaling.resume(live);
    this.noticeTheLost(live);
  }

  /** Sessions of sockets and jobs on processors went with the process. It is as if their clients had left just now. */
  private noticeTheLost({ outsideBusy }: LiveState): void {
    this.scaling.tickIsPast = true;
    this.scaling.wantTick(this.nowMs);
    if (!outsideBusy) return;
    this.touch();
    this.around.changed();
  }
}
