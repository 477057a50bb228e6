import { invariant } from '../../problem/index.ts';
import { type Distribution, quantileMs } from './distribution.ts';
import { suspensionDueMs } from './inactivity.ts';
import { backOffMs, type LifeSettings } from './life-settings.ts';
import { stateName, stateNumber } from './step.ts';
import type { StateId } from './table.ts';
import type { ActionId, EventType, Flags } from './vocabulary.ts';

/** A compute has at most two timers: for the end of the work under way, and for inactivity. */
export type Timer = 'work' | 'inactivity';

/** Each cause has its own random stream, so that an additional draw for one cause does not change the others. */
export type Cause = 'start time' | 'start failure' | 'suspend time' | 'apply time' | 'wake admission';

/** The ports of a life: alarms, random draws and clients. */
export interface LifePorts {
  /** Sets a timer, which replaces its earlier setting. When it fires, the host calls `alarm`. */
  schedule(timer: Timer, atMs: number): void;
  cancel(timer: Timer): void;
  /** Returns a uniform draw, 0 < u < 1. */
  draw(cause: Cause): number;
  /** The number of clients that wait for a start. */
  waiting(): number;
  /** The number of things under way that count as activity. */
  busy(): number;
  /** Receives every action in order, with its step. The host carries out actions on clients and settings here. */
  perform(action: ActionId, step: LifeStep): void;
}

export interface LifeStep {
  readonly atMs: number;
  readonly event: EventType;
  readonly from: number;
  readonly to: number;
}

/** Makes one transition, with the compiled table or with XState. */
export type Stepper = (
  state: number,
  event: EventType,
  flags: Flags,
) => { readonly state: number; readonly actions: readonly ActionId[] };

export interface Life {
  readonly state: number;
  /** Whether the compute may not run: it is disabled, or its project is out of quota. The two are independent. */
  readonly barred: boolean;
  /** The release that the compute runs. Each start takes the published one. */
  readonly release: number;
  readonly publishedRelease: number;
  /** The time of the last activity. While something is busy, it is out of date. */
  readonly lastActivityMs: number;
  settings: LifeSettings;
  send(event: EventType, atMs: number): LifeStep;
  /** Handles a timer that fired. Returns its step, or null if activity has moved the time of the suspend on. */
  alarm(timer: Timer, atMs: number): LifeStep | null;
  /** Notes activity without an event. The host calls it at the begin and the end of activity on an active compute. */
  touch(atMs: number): void;
  /** Notes activity like `touch`, if the inactivity timer would have fired too early before it. */
  passAlarm(atMs: number): void;
  activity(): LastActivity;
  /** Takes over the activity that a fast path has seen. */
  setActivity(activity: Omit<LastActivity, 'startedMs'>): void;
  /** Takes over the sleeps and wakes that a fast path has seen. It sets the timer for the work itself. */
  setSteps(steps: LifeSteps): void;
  /** Sets whether the quota is spent. */
  setOverQuota(overQuota: boolean): void;
  /** Returns the life as plain data. A life that is made from it goes on without a difference. */
  saved(): SavedLife;
}

/** The times from which the suspend of an inactive compute follows. */
interface LastActivity {
  readonly startedMs: number;
  readonly lastActivityMs: number;
  /** Whether something was busy at the last look. */
  readonly wasBusy: boolean;
  /** Infinity if the alarm is not set. */
  readonly inactivityAlarmMs: number;
}

/** Where sleeps and wakes have led a life: its state, its last start, and the work under way. */
export interface LifeSteps {
  readonly state: number;
  readonly startedMs: number;
  readonly work: EventType;
  /** Infinity if there is no work. */
  readonly workAtMs: number;
}

export interface SavedLife {
  readonly state: StateId;
  readonly nowMs: number;
  readonly disabled: boolean;
  readonly overQuota: boolean;
  readonly wasBusy: boolean;
  readonly failures: number;
  readonly startedMs: number;
  readonly lastActivityMs: number;
  readonly release: number;
  readonly publishedRelease: number;
  /** The event at the end of the work under way, and its time. Null if there is no work. */
  readonly work: { readonly event: EventType; readonly atMs: number } | null;
  /** The time of the inactivity timer. Null if it is not set. */
  readonly inactivityAlarmMs: number | null;
}

/** A life before its first event. */
export const NEW_LIFE: SavedLife = {
  state: 'none',
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

/**
 * Hosts the statechart of one compute. The chart decides transitions. The life keeps what the chart must not have:
 * timers, the count of failed starts, and random draws. Every event brings its time.
 */
export function createLife(
  settings: LifeSettings,
  stepper: Stepper,
  ports: LifePorts,
  saved: SavedLife | null = null,
): Life {
  return new ChartedLife(settings, stepper, ports, saved);
}

/** A class, because a run asks its life millions of times: V8 keeps objects with many accessors as slow dictionaries. */
class ChartedLife implements Life {
  state: number;
  release: number;
  publishedRelease: number;
  // Times begin as NaN. If they began as small integers, V8 would discard compiled code when they pass 2^31 ms.
  lastActivityMs = Number.NaN;
  private nowMs = Number.NaN;
  private disabled: boolean;
  private overQuota: boolean;
  private wasBusy: boolean;
  private failures: number;
  private startedMs = Number.NaN;
  private work: EventType;
  private workAtMs: number;
  private inactivityAlarmMs: number;
  private current: LifeSettings;
  private readonly stepper: Stepper;
  private readonly ports: LifePorts;

  constructor(settings: LifeSettings, stepper: Stepper, ports: LifePorts, saved: SavedLife | null) {
    this.current = settings;
    this.stepper = stepper;
    this.ports = ports;
    this.state = saved === null ? 0 : stateNumber(saved.state);
    this.nowMs = saved?.nowMs ?? Number.NEGATIVE_INFINITY;
    this.lastActivityMs = saved?.lastActivityMs ?? 0;
    this.disabled = saved?.disabled ?? false;
    this.overQuota = saved?.overQuota ?? false;
    this.wasBusy = saved?.wasBusy ?? false;
    this.failures = saved?.failures ?? 0;
    this.startedMs = saved?.startedMs ?? 0;
    this.release = saved?.release ?? 0;
    this.publishedRelease = saved?.publishedRelease ?? 0;
    this.work = saved?.work?.event ?? 'start.finished';
    this.workAtMs = saved?.work?.atMs ?? Number.POSITIVE_INFINITY;
    this.inactivityAlarmMs = saved?.inactivityAlarmMs ?? Number.POSITIVE_INFINITY;
    if (this.workAtMs < Number.POSITIVE_INFINITY) ports.schedule('work', this.workAtMs);
    if (this.inactivityAlarmMs < Number.POSITIVE_INFINITY)
      ports.schedule('inactivity', this.inactivityAlarmMs);
  }

  get barred(): boolean {
    return this.disabled || this.overQuota;
  }

  get settings(): LifeSettings {
    return this.current;
  }

  set settings(next: LifeSettings) {
    // The old alarm would fire too late if the new timeout is shorter. It is set again when the settings are
    // taken, or when nothing is busy any more.
    if (next.suspendAfterMs !== this.current.suspendAfterMs) this.stopInactivityTimer();
    this.current = next;
  }

  send(event: EventType, atMs: number): LifeStep {
    this.turnClock(atMs);
    const { ports, state } = this;
    if (event === 'start.failed' && isAttempt(state)) this.failures++;
    if (event === 'start.finished') {
      this.failures = 0;
      this.startedMs = atMs;
    }
    const retriesLeft = this.failures < this.current.retry.attempts;
    const next = this.stepper(state, event, {
      barred: this.barred,
      clientsWaiting: ports.waiting() > 0,
      retriesLeft,
    });
    const step: LifeStep = { atMs, event, from: state, to: next.state };
    this.state = next.state;
    for (const action of next.actions) {
      this.act(action);
      ports.perform(action, step);
    }
    if (event === 'start.failed' && !retriesLeft) this.failures = 0;
    return step;
  }

  alarm(timer: Timer, atMs: number): LifeStep | null {
    if (timer === 'work') {
      this.workAtMs = Number.POSITIVE_INFINITY;
      return this.send(this.work, atMs);
    }
    this.inactivityAlarmMs = Number.POSITIVE_INFINITY;
    this.turnClock(atMs);
    const dueMs = this.suspensionDue();
    if (dueMs <= atMs) return this.send('inactivity.timeout', atMs);
    this.armInactivityTimer(dueMs);
    return null;
  }

  passAlarm(atMs: number): void {
    this.stopInactivityTimer();
    this.touch(atMs);
  }

  touch(atMs: number): void {
    this.turnClock(atMs);
    this.lastActivityMs = atMs;
    this.wasBusy = false;
    if (this.inactivityAlarmMs === Number.POSITIVE_INFINITY) this.armInactivityTimer();
  }

  activity(): LastActivity {
    const { startedMs, lastActivityMs, wasBusy, inactivityAlarmMs } = this;
    return { startedMs, lastActivityMs, wasBusy, inactivityAlarmMs };
  }

  setActivity({ lastActivityMs, wasBusy, inactivityAlarmMs }: Omit<LastActivity, 'startedMs'>): void {
    this.lastActivityMs = lastActivityMs;
    this.wasBusy = wasBusy;
    this.inactivityAlarmMs = inactivityAlarmMs;
    this.ports.schedule('inactivity', inactivityAlarmMs);
  }

  setSteps({ state, startedMs, work, workAtMs }: LifeSteps): void {
    this.state = state;
    this.startedMs = startedMs;
    this.work = work;
    this.workAtMs = workAtMs;
  }

  setOverQuota(overQuota: boolean): void {
    this.overQuota = overQuota;
  }

  saved(): SavedLife {
    const { nowMs, disabled, overQuota, wasBusy, failures, startedMs, lastActivityMs } = this;
    const { work, workAtMs, inactivityAlarmMs, release, publishedRelease } = this;
    return {
      state: stateName(this.state),
      nowMs,
      disabled,
      overQuota,
      wasBusy,
      failures,
      startedMs,
      lastActivityMs,
      release,
      publishedRelease,
      work: workAtMs === Number.POSITIVE_INFINITY ? null : { event: work, atMs: workAtMs },
      inactivityAlarmMs: inactivityAlarmMs === Number.POSITIVE_INFINITY ? null : inactivityAlarmMs,
    };
  }

  /** Carries out the actions on timers, counts and releases. The host carries out all others. */
  private act(action: ActionId): void {
    const { ports, current } = this;
    switch (action) {
      case 'beginStart': {
        const takesMs = this.drawn(current.startTime, 'start time');
        const share = current.startFailureShare;
        const fails = share > 0 && ports.draw('start failure') < share;
        this.workAfter(fails ? 'start.failed' : 'start.finished', takesMs);
        return;
      }
      case 'beginSuspend':
        this.workAfter('suspend.finished', this.drawn(current.suspendTime, 'suspend time'));
        return;
      case 'beginApply':
        this.workAfter('config.applied', this.drawn(current.applyTime, 'apply time'));
        return;
      case 'scheduleRetry':
        this.workAfter('retry.due', backOffMs(current.retry, this.failures));
        return;
      case 'cancelTimers':
        this.workAtMs = Number.POSITIVE_INFINITY;
        ports.cancel('work');
        this.stopInactivityTimer();
        return;
      case 'resetInactivityTimer':
        this.lastActivityMs = this.nowMs;
        this.armInactivityTimer();
        return;
      case 'armInactivityTimer':
        this.armInactivityTimer();
        return;
      case 'stopInactivityTimer':
        // The compute leaves the active state. Anything busy was activity until now.
        if (ports.busy() > 0) this.lastActivityMs = this.nowMs;
        this.stopInactivityTimer();
        return;
      case 'noteRelease':
        this.publishedRelease++;
        return;
      case 'pickUpRelease':
        this.release = this.publishedRelease;
        return;
      case 'bar':
        this.disabled = true;
        return;
      case 'unbar':
        this.disabled = false;
        return;
      default:
    }
  }

  private workAfter(event: EventType, delayMs: number): void {
    this.work = event;
    this.workAtMs = this.nowMs + delayMs;
    this.ports.schedule('work', this.workAtMs);
  }

  private drawn(distribution: Distribution, cause: Cause): number {
    return quantileMs(distribution, this.ports.draw(cause));
  }

  /** Activity lasts while anything is busy, so the last activity is the time when nothing is busy any more. */
  private suspensionDue(): number {
    const busy = this.ports.busy() > 0;
    if (this.wasBusy && !busy) this.lastActivityMs = this.nowMs;
    this.wasBusy = busy;
    if (busy) return Number.POSITIVE_INFINITY;
    const dueMs = suspensionDueMs(this.current, this.startedMs, this.lastActivityMs, this.nowMs);
    return dueMs ?? Number.POSITIVE_INFINITY;
  }

  private turnClock(atMs: number): void {
    invariant(atMs >= this.nowMs, 'time never runs backwards');
    this.nowMs = atMs;
  }

  /** Activity only moves the due time on, so a set alarm may stay. When it fires too early, it is set again. */
  private armInactivityTimer(dueMs = this.suspensionDue()): void {
    if (dueMs >= this.inactivityAlarmMs || dueMs === Number.POSITIVE_INFINITY) return;
    this.inactivityAlarmMs = dueMs;
    this.ports.schedule('inactivity', dueMs);
  }

  private stopInactivityTimer(): void {
    this.inactivityAlarmMs = Number.POSITIVE_INFINITY;
    this.ports.cancel('inactivity');
  }
}

/** Whether a start is under way. A failure that arrives later does not count. */
function isAttempt(state: number): boolean {
  return stateName(state).endsWith('.attempt');
}
