import type { QuarterCu } from '../facts/index.ts';
import type { ClientReport, ServingCompute } from './clients/client-ports.ts';
import { Clients } from './clients/clients.ts';
import { ComputeLoad, type LoadHost, type SavedLoad } from './clients/load.ts';
import type { WakeAdmissionRule } from './clients/wake-admission.ts';
import { chartShortcuts } from './life/chart-shortcuts.ts';
import {
  createLife,
  type Life,
  type LifeStep,
  type LifeSteps,
  type SavedLife,
  type Stepper,
} from './life/life.ts';
import type { LifeSettings } from './life/life-settings.ts';
import { isMetered, stateName, stateNumber, stateView } from './life/step.ts';
import type { ActionId, EventType, StateView } from './life/vocabulary.ts';
import type { ComputeAlarm, ComputePorts, ReportPorts } from './ports.ts';
import { Cpu, type SavedCpu } from './resources/cpu.ts';
import type { Histogram } from './resources/histogram.ts';
import type { ResourceRules, SettingsInForce } from './resources/limits.ts';
import { Machine, type MachineHost, type SavedMachine } from './resources/machine.ts';
import type { Bounds } from './scaling/bounds.ts';
import type { AutoscalerConfig } from './scaling/config.ts';
import { inCountedTime } from './scaling/load-average.ts';
import { type SavedScaling, Scaling, type ScalingAlarm, type ScalingPorts } from './scaling/scaling.ts';

/** The settings of a compute's life, size and resources. */
interface ComputeConfig {
  readonly life: LifeSettings;
  readonly stepper: Stepper;
  /** Null: the compute has not been created yet. */
  readonly saved: SavedLife | null;
  readonly autoscaler: AutoscalerConfig;
  readonly size: QuarterCu;
  /** Whether the autoscaler reads every tick. */
  readonly steps?: boolean;
  /** Counts the delays of the load's queries. */
  readonly delays: Histogram;
  readonly resources: ResourceRules;
  readonly workingSetBytes: number;
}

/** The parts of a compute beside its life, as plain JSON. */
interface SavedParts {
  readonly cpu: SavedCpu;
  readonly machine: SavedMachine;
  readonly load: SavedLoad;
  readonly scaling: SavedScaling;
}

/**
 * One compute over time. Carries out each step of the life for clients, load, machine and meter. It has no
 * clock and no store. Its hosts are the runs of the simulator, and the service.
 */
export class Compute implements ScalingPorts, LoadHost, ServingCompute, MachineHost {
  /** Whether the machine runs, and so accepts clients at once. */
  accepts = false;
  readonly settings: SettingsInForce;
  readonly report: ReportPorts;
  readonly clientLog: ClientReport;
  readonly machine: Machine;
  readonly clients: Clients;
  readonly cpu: Cpu;
  readonly load: ComputeLoad;
  readonly scaling: Scaling;
  readonly life: Life;
  /** The client that connects while the compute does not run. Null: the load. */
  private knocking: number | null = null;
  /** Whether the next start ends a restart, and no sleep. */
  private restarts = false;
  private readonly shortcuts = chartShortcuts();
  private readonly ports: ComputePorts;

  constructor(config: ComputeConfig, ports: ComputePorts) {
    this.ports = ports;
    this.settings = ports.settings;
    this.report = ports.report;
    this.clientLog = ports.clientLog;
    this.machine = new Machine(this, config.resources, config.workingSetBytes);
    this.clients = new Clients(this, ports.owner);
    const { quotaPeriodMs, contention, randomArrivals } = config.resources.assumptions;
    this.cpu = new Cpu(config.delays, {
      quotaPeriodMs: inCountedTime(quotaPeriodMs),
      contention,
      randomArrivals,
    });
    this.load = new ComputeLoad(this.cpu, this, ports.feed);
    this.scaling = new Scaling(config.autoscaler, this, config.size, config.steps);
    this.life = createLife(
      config.life,
      config.stepper,
      {
        schedule: (timer, atMs) => ports.schedule(timer, atMs),
        cancel: (timer) => ports.cancel(timer),
        draw: (cause) => ports.draw(cause),
        waiting: () => this.clients.waitingForStart + (this.load.waits ? 1 : 0),
        busy: () => this.clients.busy + (this.load.isBusy ? 1 : 0),
        perform: (action, step) => {
          this.perform(action, step);
          this.report.performed(action, step);
        },
      },
      config.saved,
    );
  }

  /** Begins awake, like a compute that was created and started earlier. */
  begin(): void {
    const { nowMs, life } = this;
    const found: LifeStep = { atMs: nowMs, event: 'created', from: stateNumber('none'), to: life.state };
    this.perform('serveWaiting', found);
    life.touch(nowMs);
    this.after(found);
  }

  get nowMs(): number {
    return this.ports.nowMs;
  }

  get size(): QuarterCu {
    return this.scaling.size;
  }

  get wakeAdmission(): WakeAdmissionRule | null {
    return this.life.settings.wakeAdmission;
  }

  drawAdmission(): number {
    return this.ports.draw('wake admission');
  }

  get view(): StateView {
    return stateView(this.life.state);
  }

  get exists(): boolean {
    return this.view.currentState !== null;
  }

  /** Whether the compute takes a new size without leaving its state. */
  get resizesInPlace(): boolean {
    return this.shortcuts.resizesInPlace[this.life.state] === true;
  }

  send(event: EventType): LifeStep {
    const step = this.life.send(event, this.nowMs);
    this.after(step);
    return step;
  }

  /** A client connects while the compute does not run. Null: the load. */
  knock(client: number | null): void {
    this.knocking = client;
    this.send('connect');
  }

  alarm(alarm: ComputeAlarm): void {
    const { nowMs, scaling, life } = this;
    if (alarm === 'tick') scaling.tick(nowMs);
    else if (alarm === 'look') scaling.look(nowMs);
    else if (alarm === 'cpu') this.cpuDue();
    else if (alarm === 'memoryKill' || alarm === 'memoryRamp') this.machine.alarm(alarm);
    else this.after(life.alarm(alarm, nowMs));
  }

  /** Sets whether the quota of the project is spent. */
  setOverQuota(overQuota: boolean): void {
    const { life, load, cpu, ports } = this;
    life.setOverQuota(overQuota);
    if (overQuota && this.accepts) this.send('suspend');
    if (!overQuota && cpu.flow === 0 && ports.feed.asked.vcpu > 0) load.apply();
    if (overQuota && !this.accepts && cpu.flow > 0) load.giveUp();
  }

  touch(): void {
    if (this.accepts) this.life.touch(this.nowMs);
  }

  /** Sets the alarm again, because queries on the processors now end at another time. */
  armCpu(): void {
    this.ports.schedule('cpu', Math.min(this.cpu.nextFinishMs(), this.cpu.backlogGoneMs()));
  }

  cpuChanged(): void {
    this.armCpu();
    this.scaling.wantTick(this.nowMs);
  }

  /** Takes over the sleeps and wakes that a fast path has seen. */
  setSteps(steps: LifeSteps): void {
    this.life.setSteps(steps);
    this.accepts = this.shortcuts.accepts[steps.state] === true;
  }

  /** Resumes from saved parts. The host calls `cpuChanged` once its queries are restored too. */
  resume(live: SavedParts): void {
    this.accepts = this.shortcuts.accepts[this.life.state] === true;
    this.cpu.restore(live.cpu);
    this.machine.resume(live.machine, this.size);
    this.load.resume(live.load);
    this.scaling.resume(live.scaling);
  }

  /** The open connections to Postgres of clients and of the load. */
  get connections(): number {
    return this.clients.connections.count + this.load.connections;
  }

  // The members below are for the autoscaler.

  schedule(alarm: ComputeAlarm, atMs: number): void {
    this.ports.schedule(alarm, atMs);
  }

  cancel(alarm: ScalingAlarm): void {
    this.ports.cancel(alarm);
  }

  get bounds(): Bounds {
    return this.settings.bounds;
  }

  get flows(): boolean {
    return this.cpu.flow > 0;
  }

  get moves(): boolean {
    return this.cpu.moves;
  }

  get cacheMoves(): boolean {
    return this.machine.cacheMoves;
  }

  get nonReclaimableBytes(): number {
    return this.machine.nonReclaimableBytes;
  }

  get cachedBytes(): number {
    return this.machine.cachedBytes;
  }

  get workingSetBytes(): number {
    return this.machine.workingSetBytes;
  }

  get lastReadMs(): number {
    return this.machine.lastReadMs;
  }

  get flowChangesMs(): number {
    return this.ports.feed.changesMs;
  }

  get runnableFollowsSize(): boolean {
    return this.cpu.runnableFollowsSize;
  }

  runnableAt(nowMs: number): number {
    return this.cpu.runnableAt(nowMs);
  }

  settle(): void {
    if (this.cpu.reweigh(this.nowMs)) this.cpuChanged();
    this.machine.settle();
  }

  fit(size: QuarterCu): void {
    const { machine } = this;
    machine.fit(size);
    this.cpu.setVcpu(machine.vcpuOf(size), this.nowMs);
    this.armCpu();
  }

  resized(size: QuarterCu): void {
    const { report } = this;
    if (!this.resizesInPlace) this.send('autoscale');
    report.metered(size);
    this.fit(size);
    report.resized(size);
  }

  downscaleDenied(size: QuarterCu): void {
    this.report.downscaleDenied(size);
  }

  private cpuDue(): void {
    this.clients.cpuDue();
    this.cpu.settle(this.nowMs);
    this.cpuChanged();
    if (!this.load.isBusy) this.touch();
  }

  private after(step: LifeStep | null): void {
    if (step === null || step.from === step.to) return;
    const { report } = this;
    this.accepts = this.shortcuts.accepts[step.to] === true;
    report.metered(isMetered(step.to) ? this.size : 0);
    const { currentState, pendingState } = stateView(step.to);
    const before = stateView(step.from);
    report.entered(step, currentState !== before.currentState || pendingState !== before.pendingState);
  }

  private perform(action: ActionId, step: LifeStep): void {
    const { ports, load, knocking, clients, machine } = this;
    switch (action) {
      case 'acceptConnection':
        if (knocking !== null) clients.admit(knocking);
        return;
      case 'holdConnection':
        if (knocking === null) load.waits = true;
        else clients.hold(knocking);
        if (!this.restarts) clients.admission.clientWaits();
        return;
      case 'refuseConnection': {
        const key = stateName(step.to) === 'deleted' ? 'absent' : 'barred';
        if (knocking === null) ports.feed.refused(key, 1);
        else clients.refuse(knocking, key);
        return;
      }
      case 'serveWaiting':
        this.start(step);
        return;
      case 'refuseWaiting': {
        clients.admission.end();
        this.restarts = false;
        const key = this.life.barred ? 'barred' : 'failedStart';
        clients.refuseWaiting(key);
        load.refuseWaiting(key);
        return;
      }
      case 'dropConnections':
        this.stop(step);
        return;
      case 'loseLocalState':
        machine.loseLocalState(stateName(step.from).startsWith('restarting'));
        return;
      case 'takeSettings':
        ports.takeSettings();
        return;
      default:
    }
  }

  private start(step: LifeStep): void {
    const { machine, clients, load, scaling } = this;
    this.accepts = true;
    this.restarts = false;
    clients.admission.started();
    scaling.begin(this.nowMs);
    machine.started(step);
    load.waits = false;
    clients.serveWaiting();
    load.apply();
  }

  private stop(step: LifeStep): void {
    const { machine, clients, load, scaling, cpu, nowMs } = this;
    this.accepts = false;
    this.restarts = stateName(step.to).startsWith('restarting');
    clients.admission.end();
    clients.dropAll('dropped', load.drop('dropped'));
    machine.stopped();
    cpu.setVcpu(0, nowMs);
    this.armCpu();
    scaling.end(nowMs);
    load.lose(!this.life.barred && step.event !== 'delete');
  }
}
