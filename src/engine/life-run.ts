import {
  type ActionId,
  causeOf,
  chartShortcuts,
  createLife,
  type EventType,
  isMetered,
  type Life,
  type LifeStep,
  type RefusalKey,
  type SavedLife,
  type StateView,
  stateName,
  stateNumber,
  stateView,
  step,
  type Timer,
} from '../compute/index.ts';
import { cuOf } from '../facts/index.ts';
import type { Agenda, Slot } from './agenda.ts';
import type { ComputeRun } from './compute-run.ts';
import { EVENT } from './event-kinds.ts';
import { KIND } from './kinds.ts';
import { lifeDraws } from './life-draws.ts';
import type { ComputePlan, Simulation } from './simulation.ts';
import type { AwakeTime } from './wake-log.ts';

/** A load knocks without being a visit. */
const LOAD = -1;

const AWAKE: SavedLife = {
  state: 'active',
  nowMs: 0,
  disabled: false,
  overQuota: false,
  wasBusy: false,
  failures: 0,
  startedMs: 0,
  lastActivityMs: 0,
  release: 0,
  publishedRelease: 0,
  work: null,
  inactivityAlarmMs: null,
};

/** The life of one compute within a run: what its steps mean for its clients, its machine, its meter and its journal. */
export class LifeRun {
  private readonly life: Life;
  private readonly shortcuts = chartShortcuts();
  private knocking = LOAD;
  private restarts = false;
  private prewarmBytes = 0;
  /** The branch whose pages the cache holds. */
  private cachedBranch = '';
  /** The release that the last start brought. */
  private release = 0;
  private readonly inactivitySlot: Slot;
  private readonly prewarmShare: number;
  private readonly compute: ComputeRun;
  private readonly agenda: Agenda;
  /** Tells the project that what is metered has changed; null: it does not ask. */
  readonly metered: (() => void) | null;

  constructor(
    compute: ComputeRun,
    plan: ComputePlan,
    { assumptions, seed }: Simulation,
    agenda: Agenda,
    slots: { readonly [Name in Timer]: Slot },
    metered: (() => void) | null,
  ) {
    this.compute = compute;
    this.agenda = agenda;
    this.metered = metered;
    this.inactivitySlot = slots.inactivity;
    this.prewarmShare = assumptions.prewarmShare;
    this.life = createLife(
      { ...assumptions.life, suspendAfterMs: plan.suspendAfterMs },
      step,
      {
        schedule: (timer, atMs) => agenda.set(slots[timer], Math.ceil(atMs)),
        cancel: (timer) => agenda.clear(slots[timer]),
        draw: lifeDraws(seed, plan.name),
        waiting: () => compute.clients.waitingAtDoor + (compute.load.waits ? 1 : 0),
        busy: () => this.busy,
        perform: (action, lifeStep) => this.perform(action, lifeStep),
      },
      AWAKE,
    );
  }

  /** A run begins with a compute that somebody created and started before. */
  begin(): void {
    const { nowMs } = this.agenda;
    const found: LifeStep = {
      atMs: nowMs,
      event: 'created',
      from: stateNumber('none'),
      to: this.life.state,
    };
    this.perform('serveWaiting', found);
    this.life.touch(nowMs);
    this.after(found);
  }

  get view(): StateView {
    return stateView(this.life.state);
  }

  get barred(): boolean {
    return this.life.barred;
  }

  /** A new size is taken without leaving the state. */
  get resizesInPlace(): boolean {
    return this.shortcuts.resizesInPlace[this.life.state] === true;
  }

  setOverQuota(overQuota: boolean): void {
    this.life.setOverQuota(overQuota);
  }

  touch(atMs: number): void {
    this.life.touch(atMs);
  }

  /** The alarm that finds the compute inactive, or finds that it is not. */
  get isAlarmSet(): boolean {
    return this.agenda.isSet(this.inactivitySlot);
  }

  /**
   * Lets the alarm of inactivity go off where it is all that is due before an instant; false where it is not. It sets
   * nothing that an arrival could meet in the order of setting: that would be a flow, and beside one it finds activity.
   */
  alarmBefore(untilMs: number): boolean {
    const { agenda, compute } = this;
    const atMs = agenda.nextMs();
    if (atMs >= untilMs || atMs >= agenda.untilMs || !this.isAlarmNext) return false;
    agenda.take();
    compute.handle(KIND.inactivity, 0);
    // What follows in the lane is no look.
    compute.scaling.tickIsPast = false;
    return true;
  }

  /** The next thing that is due is the alarm. */
  private get isAlarmNext(): boolean {
    return this.isAlarmSet && this.agenda.next() === this.inactivitySlot;
  }

  get alarmMs(): number {
    return this.agenda.timeOf(this.inactivitySlot);
  }

  get movesWithActivity(): boolean {
    return this.isAlarmNext || !this.isAlarmSet;
  }

  get quietMs(): number {
    return this.life.settings.suspendAfterMs ?? Number.POSITIVE_INFINITY;
  }

  private get busy(): number {
    const { clients, load } = this.compute;
    return clients.busy + (load.isBusy ? 1 : 0);
  }

  passAlarm(activeMs: number): void {
    this.life.passAlarm(activeMs);
  }

  send(event: EventType): void {
    this.after(this.life.send(event, this.agenda.nowMs));
  }

  alarm(timer: Timer): void {
    this.after(this.life.alarm(timer, this.agenda.nowMs));
  }

  /** A client, or the load, wants in while the compute does not run. */
  knock(visit: number): void {
    this.knocking = visit;
    this.send('connect');
  }

  left(): void {
    this.send('disconnect');
  }

  knockOfLoad(): void {
    this.knock(LOAD);
  }

  /** The compute has another size: its life and its meter hear of it. */
  resized(): void {
    const { size, meter } = this.compute;
    if (!this.resizesInPlace) this.send('autoscale');
    meter.set(size, this.agenda.nowMs);
    this.metered?.();
  }

  /** What follows from a step, once all its actions are done. */
  private after(lifeStep: LifeStep | null): void {
    if (lifeStep === null || lifeStep.from === lifeStep.to) return;
    const { compute } = this;
    compute.accepts = this.shortcuts.accepts[lifeStep.to] === true;
    const size = isMetered(lifeStep.to) ? compute.size : 0;
    if (size !== compute.meter.size) {
      compute.meter.set(size, this.agenda.nowMs);
      this.metered?.();
    }
    compute.states.enter(lifeStep.to, this.agenda.nowMs);
    this.tell(lifeStep);
  }

  /** Writes down what the API shows from now on, where that is something else. */
  private tell(lifeStep: LifeStep): void {
    const { from, to, event } = lifeStep;
    const { journal, apart, size } = this.compute;
    const { currentState, pendingState } = stateView(to);
    const before = stateView(from);
    if (currentState === before.currentState && pendingState === before.pendingState) return;
    if (currentState === 'active' && before.currentState === 'idle') {
      journal.count(this.restarts ? EVENT.restart : EVENT.wake);
      if (!this.restarts) apart.wake(this.agenda.nowMs);
    }
    // A restart passes through idle, and so does what wakes from sleep: what it came from tells them apart.
    this.restarts = stateName(from).startsWith('restarting') || (this.restarts && currentState !== 'active');
    if (currentState === 'idle' && before.currentState === 'active' && pendingState === null)
      journal.count(EVENT.suspend);
    const reason = isBegin(lifeStep) ? 'the run begins' : causeOf(event);
    const cu = cuOf(size);
    journal.count(EVENT.state, { state: currentState, pending: pendingState, cu, reason });
    journal.timeline.add({
      atMs: this.agenda.nowMs,
      state: currentState,
      pending: pendingState,
      cu,
      reason,
    });
  }

  private perform(action: ActionId, lifeStep: LifeStep): void {
    const { compute, life } = this;
    const { clients, load, journal } = compute;
    switch (action) {
      case 'holdConnection':
        if (this.knocking === LOAD) load.waits = true;
        else clients.hold(this.knocking);
        return;
      case 'refuseConnection':
        if (this.knocking === LOAD) journal.refuse(this.refusalNow);
        else clients.refuse(this.knocking, this.refusalNow);
        return;
      case 'acceptConnection':
        if (this.knocking !== LOAD) clients.admit(this.knocking);
        return;
      case 'serveWaiting':
        compute.accepts = true;
        this.machineStarts(lifeStep);
        load.waits = false;
        clients.serveWaiting();
        load.apply();
        return;
      case 'refuseWaiting':
        this.refuseWaiting();
        return;
      case 'dropConnections':
        compute.accepts = false;
        this.machineStops(lifeStep);
        return;
      case 'loseLocalState': {
        // Only a restart that somebody asked for is planned, and prewarmed, unless the pages are of another branch.
        const planned =
          stateName(lifeStep.from).startsWith('restarting') && compute.settings.branch === this.cachedBranch;
        this.prewarmBytes = compute.cache.clear(this.agenda.nowMs) * (planned ? this.prewarmShare : 0);
        return;
      }
      case 'pickUpRelease':
        if (life.release !== this.release) journal.count(EVENT.releasePickedUp);
        this.release = life.release;
        return;
      case 'takeSettings':
        compute.settings.take();
        life.settings = { ...life.settings, suspendAfterMs: compute.settings.suspendAfterMs };
        return;
      case 'rejectBusy':
      case 'rejectBarred':
      case 'rejectAbsent':
        journal.count(EVENT.commandRejected, { command: lifeStep.event, why: action });
        return;
      default:
    }
  }

  private get refusalNow(): RefusalKey {
    return stateName(this.life.state) === 'deleted' ? 'absent' : 'barred';
  }

  private refuseWaiting(): void {
    const { clients, load } = this.compute;
    const key = this.life.barred ? 'barred' : 'failedStart';
    clients.refuseWaiting(key);
    load.refuseWaiting(key);
  }

  private machineStarts(lifeStep: LifeStep): void {
    const { wakes, scaling, cache, limitLog, limits, settings } = this.compute;
    limitLog.start(limits, this.agenda.nowMs);
    this.cachedBranch = settings.branch;
    const again: AwakeTime['cause'] = this.restarts ? 'restart' : 'wake';
    wakes.begin(this.agenda.nowMs, isBegin(lifeStep) ? 'run begins' : again);
    scaling.begin(this.agenda.nowMs);
    cache.prewarm(this.prewarmBytes);
    this.prewarmBytes = 0;
  }

  private machineStops(lifeStep: LifeStep): void {
    const { clients, wakes, load, memory, disk, cpu, cache, scaling } = this.compute;
    const { nowMs } = this.agenda;
    clients.dropAll('dropped', load.drop('dropped'));
    wakes.end(nowMs);
    memory.clear();
    disk.clear();
    cpu.setVcpu(0, nowMs);
    this.compute.cpuChanged();
    cache.setFlow(0, nowMs);
    scaling.end(nowMs);
    load.lose(!this.life.barred && lifeStep.event !== 'delete');
  }
}

function isBegin({ from }: LifeStep): boolean {
  return stateName(from) === 'none';
}
