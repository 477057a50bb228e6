import { invariant } from '../problem/index.ts';
import { type Distribution, quantileMs } from './distribution.ts';
import { suspensionDueMs } from './inactivity.ts';
import { backOffMs, type LifeSettings } from './life-settings.ts';
import { stateName } from './step.ts';
import type { ActionId, EventType, Flags } from './vocabulary.ts';

/** A compute keeps two timers at most: the work under way, and its own inactivity. */
export type Timer = 'work' | 'inactivity';

/** Each cause of randomness is a stream of its own, so that one more draw of one shifts no other. */
export type Cause = 'start time' | 'start failure' | 'suspend time' | 'apply time';

/** What a life needs of the world around it: a clock's alarm, chance, and the clients at its door. */
export interface LifePorts {
  /** Sets the alarm of that name, in place of the one before. When it goes off, `alarm` wants to hear of it. */
  schedule(timer: Timer, atMs: number): void;
  cancel(timer: Timer): void;
  /** A uniform draw, 0 < u < 1. */
  draw(cause: Cause): number;
  /** Clients at the door, and whatever counts as activity while it lasts. */
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
  settings: LifeSettings;
  send(event: EventType, atMs: number): LifeStep;
  /** An alarm went off. The step that it led to; null where activity had moved it on. */
  alarm(timer: Timer, atMs: number): LifeStep | null;
  /** Activity that no event tells, for hosts that call it at the beginning and the end of each and know it is served. */
  touch(atMs: number): void;
  /** A spent quota, or a new month. */
  setOverQuota(overQuota: boolean): void;
}

/**
 * The host of one compute's statechart. The chart says what happens; the life keeps what the chart must not: the
 * timers, the count of failed starts, the draws. Time comes in with every event.
 */
export function createLife(settings: LifeSettings, stepper: Stepper, ports: LifePorts): Life {
  let state = 0;
  let nowMs = Number.NEGATIVE_INFINITY;
  let disabled = false;
  let overQuota = false;
  let wasBusy = false;
  let failures = 0;
  let startedMs = 0;
  let lastActivityMs = 0;
  let release = 0;
  let publishedRelease = 0;

  let work: EventType = 'start.finished';
  let inactivityAlarmMs = Number.POSITIVE_INFINITY;
  const after = (event: EventType, delayMs: number) => {
    work = event;
    ports.schedule('work', nowMs + delayMs);
  };
  const drawn = (distribution: Distribution, cause: Cause) => quantileMs(distribution, ports.draw(cause));

  // Activity lasts as long as anything is busy: the last of it is when nothing is any more.
  const suspensionDue = (): number => {
    const busy = ports.busy() > 0;
    if (wasBusy && !busy) lastActivityMs = nowMs;
    wasBusy = busy;
    const dueMs = suspensionDueMs(life.settings, startedMs, lastActivityMs, nowMs);
    return dueMs === null || busy ? Number.POSITIVE_INFINITY : dueMs;
  };
  const turnClock = (atMs: number) => {
    invariant(atMs >= nowMs, 'time never runs backwards');
    nowMs = atMs;
  };
  // Activity only moves the due time on, so an alarm that is set may stay: when it goes off it is seen to be early.
  const armInactivityTimer = () => {
    const dueMs = suspensionDue();
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
      ports.cancel('work');
      stopInactivityTimer();
    },
    resetInactivityTimer() {
      lastActivityMs = nowMs;
      armInactivityTimer();
    },
    armInactivityTimer,
    stopInactivityTimer,
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
    settings,
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
      if (timer === 'work') return life.send(work, atMs);
      inactivityAlarmMs = Number.POSITIVE_INFINITY;
      turnClock(atMs);
      if (suspensionDue() <= atMs) return life.send('inactivity.timeout', atMs);
      armInactivityTimer();
      return null;
    },
    touch(atMs) {
      turnClock(atMs);
      lastActivityMs = atMs;
      wasBusy = false;
      if (inactivityAlarmMs === Number.POSITIVE_INFINITY) armInactivityTimer();
    },
    setOverQuota(value) {
      overQuota = value;
    },
  };
  return life;
}

/** A failure that comes late, when no start is under way any more, is none. */
function isAttempt(state: number): boolean {
  return stateName(state).endsWith('.attempt');
}
