import { LOAD_TICK_MS, type SavedLife } from '../../compute/index.ts';
import type { LiveState } from './live-state.ts';
import { LIVE_STATE } from './live-state-schema.ts';

/** Says what is wrong with a saved compute at the time of its snapshot; null if a service can go on from it. */
export function liveStateFinding(given: unknown, nowMs: number): string | null {
  const result = LIVE_STATE.safeParse(given);
  if (!result.success) {
    const [issue] = result.error.issues;
    return `${issue?.path.join('.')}: ${issue?.message}`;
  }
  const live = result.data as LiveState & { readonly life: SavedLife };
  for (const check of CHECKS) {
    const finding = check(live, nowMs);
    if (finding !== null) return finding;
  }
  return null;
}

type Check = (live: LiveState & { readonly life: SavedLife }, nowMs: number) => string | null;

/** The events that can end the work of each state. States that are not listed have no work. */
const WORK_EVENTS: Readonly<Record<string, readonly string[]>> = {
  'init.attempt': ['start.finished', 'start.failed'],
  'init.backingOff': ['retry.due'],
  'starting.attempt': ['start.finished', 'start.failed'],
  'starting.backingOff': ['retry.due'],
  'restarting.applying': ['config.applied'],
  'restarting.stopping': ['suspend.finished'],
  'reconfiguring.applying': ['config.applied'],
  'reconfiguring.stopping': ['suspend.finished'],
  suspending: ['suspend.finished'],
};

const CHECKS: readonly Check[] = [
  ({ life }) =>
    life.state === 'none' || life.state === 'deleted'
      ? 'life.state: is not the state of a saved compute'
      : null,
  ({ life: { state, work } }) => {
    const events = WORK_EVENTS[state] ?? [];
    const fits = work === null ? events.length === 0 : events.includes(work.event);
    return fits ? null : `life.work: does not belong to the state ${state}`;
  },
  ({ life, meteredSinceMs, sizing, cpu, machine, sessions, waiting, poolQueue }, nowMs) => {
    const past = [
      life.nowMs,
      life.startedMs,
      life.lastActivityMs,
      meteredSinceMs,
      cpu.sinceMs,
      cpu.startedMs,
      sizing?.startedMs ?? 0,
      machine.cache.sinceMs,
      machine.lastReadMs ?? 0,
      ...sessions.flatMap(({ openedAtMs, bornMs }) => [openedAtMs, bornMs]),
      ...waiting.map(({ bornMs }) => bornMs),
      ...poolQueue.map(({ sinceMs }) => sinceMs),
    ];
    return past.every((atMs) => atMs <= nowMs) ? null : 'a past time lies after the snapshot';
  },
  ({ life, tickAtMs, lookAtMs, knockAtMs, machine, waiting, sessions }, nowMs) => {
    const coming = [
      life.work?.atMs ?? null,
      life.inactivityAlarmMs,
      tickAtMs,
      lookAtMs,
      knockAtMs,
      ...waiting.map(({ untilMs }) => untilMs),
      ...machine.memory.ramps.map(({ nextMs }) => nextMs),
      ...sessions.map(({ timerMs }) => timerMs),
    ];
    return coming.every((atMs) => atMs === null || atMs >= nowMs)
      ? null
      : 'a future time lies before the snapshot';
  },
  ({ life: { state, startedMs }, sizing, cpu, sessions, tickAtMs, lookAtMs }) => {
    const runs = state === 'active' || state === 'restarting.applying';
    if ((sizing !== null) !== runs) return `sizing: does not belong to the state ${state}`;
    if (cpu.vcpu > 0 !== runs) return `cpu.vcpu: does not belong to the state ${state}`;
    if (runs)
      return sizing?.startedMs === startedMs ? null : 'sizing.startedMs: is not when the compute started';
    const hasNothing = cpu.jobs.length + sessions.length === 0 && tickAtMs === null && lookAtMs === null;
    return hasNothing ? null : `sessions: do not belong to the state ${state}`;
  },
  ({ sizing }, nowMs) =>
    sizing === null || sizing.load.changedAtTick <= (nowMs - sizing.startedMs) / LOAD_TICK_MS
      ? null
      : 'sizing.load.changedAtTick: lies after the snapshot',
  ({ life, waiting, flowWaits }) => {
    const isSettled = life.state === 'active' || life.state === 'idle';
    if (isSettled && (waiting.length > 0 || flowWaits))
      return 'waiting: no client waits for an active or idle compute';
    return life.inactivityAlarmMs === null || life.state === 'active'
      ? null
      : 'life.inactivityAlarmMs: belongs to an active compute';
  },
  ({ life, quarterCu, minCu, maxCu }) =>
    life.state !== 'active' || (quarterCu >= 4 * minCu && quarterCu <= 4 * maxCu)
      ? null
      : 'quarterCu: lies outside minCu and maxCu',
  ({ sessions, waiting }) =>
    areUnique([...sessions, ...waiting].map(({ id }) => id)) ? null : 'sessions: two have the same id',
  ({ sessions, waiting }) =>
    areUnique([...sessions, ...waiting].map(({ visit }) => visit))
      ? null
      : 'sessions: two have the same number',
  ({ sessions }) =>
    sessions.every(({ phase, timerMs }) => (timerMs === null) === (phase === 'idle' || phase === 'onCpu'))
      ? null
      : 'sessions: timerMs belongs to each that waits, and to no other',
  ({ cpu, sessions }) => {
    const marks = new Map(cpu.jobs.map(({ job, mark }) => [job, mark]));
    const phases = new Map(sessions.map(({ visit, phase }) => [visit, phase]));
    // A job without a session belongs to a client from outside, which is never saved.
    const areRunning = cpu.jobs.every(({ job }) => (phases.get(job) ?? 'onCpu') === 'onCpu');
    const haveEnds = sessions.every(
      ({ visit, phase }) => phase !== 'onCpu' || (marks.get(visit) ?? null) !== null,
    );
    return marks.size === cpu.jobs.length && areRunning && haveEnds
      ? null
      : 'sessions: do not belong to the jobs of the processors';
  },
  ({ poolQueue, sessions }) => {
    const queued = sessions.filter(({ phase, pooled }) => phase === 'queued' && pooled);
    const waiting = new Set(poolQueue.map(({ visit }) => visit));
    const areOne =
      waiting.size === poolQueue.length &&
      queued.length === waiting.size &&
      queued.every(({ visit }) => waiting.has(visit)) &&
      sessions.every(({ phase, pooled }) => phase !== 'queued' || pooled);
    return areOne ? null : 'poolQueue: does not belong to the sessions';
  },
  ({ machine, sessions }) => {
    const busy = new Set(sessions.flatMap(({ visit, phase }) => (phase === 'idle' ? [] : visit)));
    return machine.memory.ramps.every(({ visit }) => busy.has(visit))
      ? null
      : 'machine.memory.ramps: do not belong to the sessions';
  },
];

function areUnique(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}
