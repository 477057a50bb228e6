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
  /** Sets whether the quota is spent. */
  setOverQuota(overQuota: boolean): void;
  /** Returns the life as plain data. A life that is made from it goes on without a difference. */
  saved(): SavedLife;
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
  let state = saved === null ? 0 : stateNumber(saved.state);
  // These are fields of one object, because a captured variable would allocate a new heap number at every write.
  const clock = {
    nowMs: saved?.nowMs ?? Number.NEGATIVE_INFINITY,
    lastActivityMs: saved?.lastActivityMs ?? 0,
  };
  let disabled = saved?.disabled ?? false;
  let overQuota = saved?.overQuota ?? false;
  let wasBusy = saved?.wasBusy ?? false;
  let failures = saved?.failures ?? 0;
  let startedMs = saved?.startedMs ?? 0;
  let release = saved?.release ?? 0;
  let publishedRelease = saved?.publishedRelease ?? 0;

  let work: EventType = saved?.work?.event ?? 'start.finished';
  let workAtMs = saved?.work?.atMs ?? Number.POSITIVE_INFINITY;
  let inactivityAlarmMs = saved?.inactivityAlarmMs ?? Number.POSITIVE_INFINITY;
  if (workAtMs < Number.POSITIVE_INFINITY) ports.schedule('work', workAtMs);
  if (inactivityAlarmMs < Number.POSITIVE_INFINITY) ports.schedule('inactivity', inactivityAlarmMs);
  const after = (event: EventType, delayMs: number) => {
    work = event;
    workAtMs = clock.nowMs + delayMs;
    ports.schedule('work', workAtMs);
  };
  const drawn = (distribution: Distribution, cause: Cause) => quantileMs(distribution, ports.draw(cause));

  // Activity lasts while anything is busy, so the last activity is the time when nothing is busy any more.
  const suspensionDue = (): number => {
    const busy = ports.busy() > 0;
    if (wasBusy && !busy) clock.lastActivityMs = clock.nowMs;
    wasBusy = busy;
    if (busy) return Number.POSITIVE_INFINITY;
    const dueMs = suspensionDueMs(current, startedMs, clock.lastActivityMs, clock.nowMs);
    return dueMs ?? Number.POSITIVE_INFINITY;
  };
  const turnClock = (atMs: number) => {
    invariant(atMs >= clock.nowMs, 'time never runs backwards');
    clock.nowMs = atMs;
  };
  // Activity only moves the due time on, so a set alarm may stay. When it fires too early, it is set again.
  const armInactivityTimer = (dueMs = suspensionDue()) => {
    if (dueMs >= inactivityAlarmMs || dueMs === Number.POSITIVE_INFINITY) return;
    inactivityAlarmMs = dueMs;
    ports.schedule('inactivity', dueMs);
  };
  const stopInactivityTimer = () => {
    inactivityAlarmMs = Number.POSITIVE_INFINITY;
    ports.cancel('inactivity');
  };

  const own: { readonly [Action in ActionId]?: () => void } = {
    beginStart() {
      const takesMs = drawn(life.settings.startTime, 'start time');
      const share = life.settings.startFailureShare;
      const fails = share > 0 && ports.draw('start failure') < share;
      after(fails ? 'start.failed' : 'start.finished', takesMs);
    },
    beginSuspend: () => after('suspend.finished', drawn(life.settings.suspendTime, 'suspend time')),
    beginApply: () => after('config.applied', drawn(life.settings.applyTime, 'apply time')),
    scheduleRetry: () => after('retry.due', backOffMs(life.settings.retry, failures)),
    cancelTimers() {
      workAtMs = Number.POSITIVE_INFINITY;
      ports.cancel('work');
      stopInactivityTimer();
    },
    resetInactivityTimer() {
      clock.lastActivityMs = clock.nowMs;
      armInactivityTimer();
    },
    armInactivityTimer: () => armInactivityTimer(),
    stopInactivityTimer() {
      // The compute leaves the active state. Anything busy was activity until now.
      if (ports.busy() > 0) clock.lastActivityMs = clock.nowMs;
      stopInactivityTimer();
    },
    noteRelease: () => {
      publishedRelease++;
    },
    pickUpRelease: () => {
      release = publishedRelease;
    },
    bar: () => {
      disabled = true;
    },
    unbar: () => {
      disabled = false;
    },
  };

  let current = settings;
  const life: Life = {
    get state() {
      return state;
    },
    get barred() {
      return disabled || overQuota;
    },
    get release() {
      return release;
    },
    get publishedRelease() {
      return publishedRelease;
    },
    get lastActivityMs() {
      return clock.lastActivityMs;
    },
    get settings() {
      return current;
    },
    set settings(next) {
      // The old alarm would fire too late if the new timeout is shorter. It is set again when the settings are
      // taken, or when nothing is busy any more.
      if (next.suspendAfterMs !== current.suspendAfterMs) stopInactivityTimer();
      current = next;
    },
    send(event, atMs) {
      turnClock(atMs);
      if (event === 'start.failed' && isAttempt(state)) failures++;
      if (event === 'start.finished') {
        failures = 0;
        startedMs = atMs;
      }
      const retriesLeft = failures < life.settings.retry.attempts;
      const next = stepper(state, event, {
        barred: life.barred,
        clientsWaiting: ports.waiting() > 0,
        retriesLeft,
      });
      const step: LifeStep = { atMs, event, from: state, to: next.state };
      state = next.state;
      for (const action of next.actions) {
        own[action]?.();
        ports.perform(action, step);
      }
      if (event === 'start.failed' && !retriesLeft) failures = 0;
      return step;
    },
    alarm(timer, atMs) {
      if (timer === 'work') {
        workAtMs = Number.POSITIVE_INFINITY;
        return life.send(work, atMs);
      }
      inactivityAlarmMs = Number.POSITIVE_INFINITY;
      turnClock(atMs);
      const dueMs = suspensionDue();
      if (dueMs <= atMs) return life.send('inactivity.timeout', atMs);
      armInactivityTimer(dueMs);
      return null;
    },
    passAlarm(atMs) {
      stopInactivityTimer();
      life.touch(atMs);
    },
    touch(atMs) {
      turnClock(atMs);
      clock.lastActivityMs = atMs;
      wasBusy = false;
      if (inactivityAlarmMs === Number.POSITIVE_INFINITY) armInactivityTimer();
    },
    setOverQuota(value) {
      overQuota = value;
    },
    saved: () => ({
      state: stateName(state),
      nowMs: clock.nowMs,
      disabled,
      overQuota,
      wasBusy,
      failures,
      startedMs,
      lastActivityMs: clock.lastActivityMs,
      release,
      publishedRelease,
      work: workAtMs === Number.POSITIVE_INFINITY ? null : { event: work, atMs: workAtMs },
      inactivityAlarmMs: inactivityAlarmMs === Number.POSITIVE_INFINITY ? null : inactivityAlarmMs,
    }),
  };
  return life;
}

/** Whether a start is under way. A failure that arrives later does not count. */
function isAttempt(state: number): boolean {
  return stateName(state).endsWith('.attempt');
}
