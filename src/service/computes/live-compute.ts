import {
  type Bounds,
  boundsOf,
  type Cause,
  type ClientReport,
  Compute,
  type ComputeAlarm,
  type ComputePorts,
  chartStep,
  type EventType,
  Histogram,
  isMetered,
  type LifeSettings,
  type Limits,
  limitsOf,
  type RefusalKey,
  type SettingsInForce,
  type StateView,
  stateName,
} from '../../compute/index.ts';
import { type QuarterCu, SECOND_MS, type SizeSetting } from '../../facts/index.ts';
import { RANK } from '../../simulator/index.ts';
import type { LiveState, Load, Query } from '../records/live-state.ts';
import type { EndpointRecord } from '../records/records.ts';
import type { Alarm } from './alarms.ts';
import type { Knock, SessionActivity } from './client-session.ts';
import type { LiveComputeEvent } from './compute-events.ts';
import type { ComputeHost, Surroundings } from './compute-host.ts';
import { LiveClients } from './live-clients.ts';
import type { Guests } from './live-guests.ts';
import { LiveLoadFeed } from './live-load-feed.ts';
import { type CommandOutcome, LiveReport } from './live-report.ts';

/** Delays of queries are counted for the results of a simulation. Here nobody asks for them, so one does for all. */
const UNREAD_DELAYS = new Histogram();

const RANKS = {
  work: RANK.life,
  inactivity: RANK.inactivity,
  cpu: RANK.ending,
  memoryKill: RANK.ending,
  memoryRamp: RANK.ending,
  tick: RANK.tick,
  look: RANK.look,
} as const satisfies Readonly<Record<ComputeAlarm, number>>;

/**
 * One compute of the service: hosted on the service's clock, its statechart run by XState, with what the API knows of
 * it. Whatever it does it does at a time that it is told.
 */
export class LiveCompute implements ComputeHost, ComputePorts {
  readonly id: string;
  readonly core: Compute;
  readonly around: Surroundings;
  /** Its clients. */
  readonly owner: LiveClients;
  readonly clientLog: ClientReport;
  readonly feed: LiveLoadFeed;
  readonly report: LiveReport;
  nowMs: number;
  readonly settings: SettingsInForce & { bounds: Bounds; limits: Limits };
  /** The range that it runs with. */
  private range: SizeSetting;
  /** A fault that somebody asked for: it has no room for what queries write beside. It goes with the process. */
  diskIsFull = false;
  private readonly record: () => EndpointRecord;
  private readonly draws: Record<string, number>;
  private readonly alarms: { readonly [Name in ComputeAlarm]: Alarm };
  /** The change that a command under way makes once the chart agrees. */
  private taking: (() => void) | null = null;

  constructor(record: () => EndpointRecord, around: Surroundings, nowMs: number) {
    this.record = record;
    this.around = around;
    this.nowMs = nowMs;
    const { id, live } = record();
    this.id = id;
    this.range = { minCu: live.minCu, maxCu: live.maxCu };
    this.settings = {
      bounds: boundsOf(this.range),
      limits: limitsOf(this.range, around),
      get branch() {
        return record().branchId;
      },
    };
    this.draws = { ...live.draws };
    const coreAlarm = (name: ComputeAlarm) => this.alarm(RANKS[name], () => this.core.alarm(name));
    this.alarms = {
      work: coreAlarm('work'),
      inactivity: coreAlarm('inactivity'),
      cpu: coreAlarm('cpu'),
      memoryKill: coreAlarm('memoryKill'),
      memoryRamp: coreAlarm('memoryRamp'),
      tick: coreAlarm('tick'),
      look: coreAlarm('look'),
    };
    this.feed = new LiveLoadFeed(this, live.load);
    this.owner = new LiveClients(this);
    this.clientLog = this.owner.log;
    this.report = new LiveReport(this, live.meteredSinceMs);
    this.core = new Compute(
      {
        life: this.lifeSettings(),
        stepper: chartStep,
        saved: live.life,
        autoscaler: around.assumptions.autoscaler,
        size: live.quarterCu as QuarterCu,
        delays: UNREAD_DELAYS,
        resources: around,
        workingSetBytes: live.load.workingSetBytes,
      },
      this,
    );
    if (live.life !== null) this.resume(live);
  }

  get clients(): LiveClients {
    return this.owner;
  }

  get limits(): Limits {
    return this.settings.limits;
  }

  get size(): QuarterCu {
    return this.core.size;
  }

  get view(): StateView {
    return this.core.view;
  }

  get stateName(): string {
    return stateName(this.core.life.state);
  }

  /** The open connections of clients, to the pooler too, and of the load. */
  get connections(): number {
    return this.owner.size + this.core.load.connections;
  }

  /** The last activity so far; null before the first. */
  lastActiveMs(nowMs: number): number | null {
    if (this.record().startedAtMs === null) return null;
    const busy = this.core.accepts && (this.owner.busy > 0 || this.core.flows);
    return busy ? nowMs : this.core.life.lastActivityMs;
  }

  saved(): LiveState {
    const { life, scaling, cpu, machine } = this.core;
    return {
      life: life.saved(),
      draws: { ...this.draws },
      ...this.range,
      meteredSinceMs: this.report.openStretch.fromMs,
      ...scaling.saved(),
      ...this.feed.saved(),
      cpu: cpu.saved(),
      machine: machine.saved(),
      ...this.owner.saved(),
    };
  }

  create(nowMs: number): void {
    this.at(nowMs, () => this.core.send('created'));
  }

  /** Tells the chart to do something. `take` is done where it agrees; otherwise nothing has happened. */
  command(event: EventType, nowMs: number, take: (() => void) | null = null): CommandOutcome {
    return this.at(nowMs, () => {
      const { report } = this;
      let taken = false;
      this.taking = () => {
        // The CU-time metered so far belongs to the earlier branch.
        report.closeStretch();
        take?.();
        this.adoptRecord();
        taken = true;
      };
      report.outcome = 'done';
      const { from, to } = this.core.send(event);
      if (report.outcome === 'done' && !taken) this.taking();
      this.taking = null;
      if (report.outcome === 'done' && from !== to) report.scheduleAhead();
      return report.outcome;
    });
  }

  /** A client wants in. Why it is refused; null where it is let in or held. */
  connect(knock: Knock, nowMs: number): RefusalKey | null {
    return this.at(nowMs, () => this.owner.knock(knock));
  }

  /** Clients who come at the same instant, one after the other. */
  connectAll(knocks: readonly Knock[], nowMs: number): readonly (RefusalKey | null)[] {
    return this.at(nowMs, () => knocks.map((knock) => this.owner.knock(knock)));
  }

  /** The clients of a scenario come from now on. */
  receive(guests: Guests, nowMs: number): void {
    this.at(nowMs, () => {
      this.owner.receive(guests);
      guests.begin();
    });
  }

  disconnect(id: string, nowMs: number): boolean {
    return this.at(nowMs, () => {
      if (!this.owner.leave(id)) return false;
      this.core.send('disconnect');
      return true;
    });
  }

  query(id: string, query: Query, nowMs: number): void {
    this.at(nowMs, () => this.owner.query(id, query));
  }

  /** A session does something from now on until it tells otherwise; false where it is not inside any more. */
  act(id: string, doing: SessionActivity, nowMs: number): boolean {
    return this.owner.isOpen(id) && this.at(nowMs, () => this.owner.act(id, doing));
  }

  setLoad(load: Load, nowMs: number): void {
    this.at(nowMs, () => this.feed.set(load));
  }

  publishRelease(nowMs: number): void {
    this.at(nowMs, () => this.core.send('release.published'));
  }

  /** The quota of its project is spent, or there is a new one. */
  setOverQuota(overQuota: boolean, nowMs: number): void {
    this.at(nowMs, () => this.core.setOverQuota(overQuota));
  }

  /** Settings of its life were changed from outside, such as how long starts take. */
  refreshSettings(): void {
    this.core.life.settings = this.lifeSettings();
  }

  /** It is gone for good. */
  end(): void {
    for (const alarm of Object.values(this.alarms)) alarm.release();
    this.owner.release();
    this.feed.end();
  }

  /** An alarm of one of its parts: time has come to that instant, and something of it changes. */
  alarm(rank: number, due: () => void): Alarm {
    return this.around.alarms.alarm(rank, (atMs) => {
      this.nowMs = atMs;
      this.core.scaling.tickIsPast = rank >= RANK.tick;
      due();
      this.around.changed();
    });
  }

  schedule(alarm: ComputeAlarm, atMs: number): void {
    this.alarms[alarm].set(atMs);
  }

  cancel(alarm: ComputeAlarm): void {
    this.alarms[alarm].clear();
  }

  draw(cause: Cause): number {
    const n = this.draws[cause] ?? 0;
    this.draws[cause] = n + 1;
    return this.around.draw(cause, n);
  }

  takeSettings(): void {
    this.taking?.();
  }

  tell(event: LiveComputeEvent): void {
    this.around.tell(event);
  }

  /** A plan that allows less than the one before shows at the next start. */
  fitToPlan(): void {
    this.around.fitToPlan();
    this.adoptRecord();
  }

  private at<T>(nowMs: number, act: () => T): T {
    this.nowMs = nowMs;
    this.core.scaling.tickIsPast = true;
    const result = act();
    this.around.changed();
    return result;
  }

  private lifeSettings(): LifeSettings {
    const seconds = this.record().suspendTimeoutSeconds;
    const suspendAfterMs =
      seconds < 0 ? null : seconds === 0 ? this.around.facts.suspendDefaultMs.value : seconds * SECOND_MS;
    return { ...this.around.lifeSettings(), suspendAfterMs };
  }

  private adoptRecord(): void {
    const { minCu, maxCu } = this.record();
    this.range = { minCu, maxCu };
    this.settings.bounds = boundsOf(this.range);
    this.settings.limits = limitsOf(this.range, this.around);
    this.refreshSettings();
  }

  /** Goes on from what was saved, as if the process had not ended. */
  private resume(live: LiveState): void {
    const { core, report, owner } = this;
    const { cpu, machine } = live;
    report.resume(isMetered(core.life.state) ? this.size : 0);
    owner.resume(live);
    core.resume({ cpu, machine, load: this.feed.savedLoad(live), scaling: live });
    owner.endJobsOfOthers();
    // Sessions of sockets and jobs on processors went with the process. It is as if their clients had left just now.
    core.scaling.tickIsPast = true;
    core.cpuChanged();
    core.clients.serveQueue();
    core.machine.memory.changed();
    if (!live.outsideBusy) return;
    core.touch();
    this.around.changed();
  }
}
