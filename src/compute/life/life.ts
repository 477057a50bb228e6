import { invariant } from '../../problem/index.ts';
import { type Distribution, quantileMs } from './distribution.ts';
import { suspensionDueMs } from './inactivity.ts';
import { backOffMs, type LifeSettings } from './life-settings.ts';
import { stateName, stateNumber } from './step.ts';
import type { StateId } from './table.ts';
import type { ActionId, EventType, Flags } from './vocabulary.ts';

/** A compute keeps two timers at most: the work under way, and its own inactivity. */
export type Timer = 'work' | 'inactivity';

/** Each cause of randomness is a stream of its own, so that one more draw of one shifts no other. */
export type Cause = 'start time' | 'start failure' | 'suspend time' | 'apply time';

/** The ports that a life needs: alarms, chance, and its clients. */
export interface LifePorts {
  /** Sets the alarm of that name, in place of the one before. When it goes off, `alarm` wants to hear of it. */
  schedule(timer: Timer, atMs: number): void;
  cancel(timer: Timer): void;
  /** A uniform draw, 0 < u < 1. */
  draw(cause: Cause): number;
  /** Clients that wait for a start, and whatever counts as activity while it lasts. */
  waiting(): number;
  busy(): number;
  /** Every action, in order, with the step that asked for it; what concerns clients and settings is done here. */
  perform(action: ActionId, step: LifeStep): void;
}

export interface LifeStep {
  readonly atMs: number;
  readonly event: EventType;
  readonly from: number;
  readonly to: number;
}

/** One transition, however it is made: by the compiled table, or by XState. */
export type Stepper = (
  state: number,
  event: EventType,
  flags: Flags,
) => { readonly state: number; readonly actions: readonly ActionId[] };

export interface Life {
  readonly state: number;
  /** Whether it may not run: disabled by its owner, or out of quota. The two come and go by themselves. */
  readonly barred: boolean;
  /** What it runs with now, and what has been published. A start brings the one to the other. */
  readonly release: number;
  readonly publishedRelease: number;
  /** The last of its activity; while something is busy that is still to come. */
  readonly lastActivityMs: number;
  settings: LifeSettings;
  send(event: EventType, atMs: number): LifeStep;
  /** An alarm went off. The step that it led to; null where activity had moved it on. */
  alarm(timer: Timer, atMs: number): LifeStep | null;
  /** Activity that no event tells, for hosts that call it at the beginning and the end of each and know it is served. */
  touch(atMs: number): void;
  /** The same, where the alarm of inactivity would have gone off before, and found that it was early. */
  passAlarm(atMs: number): void;
  /** A spent quota, or a new month. */
  setOverQuota(overQuota: boolean): void;
  /** Where it stands, as plain data from which a life goes on as if nothing had been. */
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
  /** What the work under way will bring, and when; null where none is. */
  readonly work: { readonly event: EventType; readonly atMs: number } | null;
  /** null: no alarm is set. */
  readonly inactivityAlarmMs: number | null;
}

/** Before anything has happened. */
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
 * The host of one compute's statechart. The chart says what happens; the life keeps what the chart must not: the
 * timers, the count of failed starts, the draws. Time comes in with every event.
 */
export function createLife(
  settings: LifeSettings,
  stepper: Stepper,
  ports: LifePorts,
  saved: SavedLife | null = null,
): Life {
  let state = saved === null ? 0 : stateNumber(saved.state);
  // Fields of one object: a variable of its own for each would be a new number in memory at every write.
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

  // Activity lasts as long as anything is busy: the last of it is when nothing is any more.
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
  // Activity only moves the due time on, so an alarm that is set may stay: when it goes off it is seen to be early.
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
      // The compute stops being active. What kept it busy so far was activity until now.
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
      // An alarm of the timeout before would go off too late where the new one is shorter. It is set anew as the
      // settings are taken, or when what keeps the compute busy has ended.
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

/** A failure that comes late, when no start is under way any more, is none. */
function isAttempt(state: number): boolean {
  return stateName(state).endsWith('.attempt');
}
