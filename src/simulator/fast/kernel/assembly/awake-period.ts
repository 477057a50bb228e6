import * as AT from '../client-layout';
import * as OFFSET from '../memory-layout';
import { noteSize } from './clients/size-log';
import { addNone, addRamp } from './delays';
import { sleepsAt } from './inactivity';
import { add, asWhole, cell, NEVER, put } from './memory';
import { meter } from './meter';
import { perQueryOf } from './processors';
import { queuedAtRandom } from './random-arrivals';
import {
  averageAt,
  high,
  isAtEase,
  isCalm,
  isWithin,
  LOAD_TICK_MS,
  longAverageAt,
  low,
  readMemory,
  steppedDown,
  TICKS_TO_SETTLE,
  tickOutside,
  waitUntil,
  wantedAt,
} from './sizing';

/** Simulates an awake period of a full run up to `untilMs`. Returns how it ended. */
export function fullRunAwakePeriod(untilMs: f64): i32 {
  return awakePeriod<FullRun>(untilMs);
}

/** Simulates an awake period of a totals-only run up to `untilMs`, or until the compute sleeps. */
export function totalsOnlyAwakePeriod(untilMs: f64): void {
  awakePeriod<TotalsOnly>(untilMs);
}

/**
 * Simulates the load beside clients up to `untilMs`, while none of them needs the processors. Its memory stays at
 * `READ_BYTES`.
 */
export function awakePeriodBesideClients(untilMs: f64): void {
  awakePeriod<BesideClients>(untilMs);
}

// The kinds of runs, as types by which the compiler specializes the loop.
type FullRun = i32;
type TotalsOnly = f64;
type BesideClients = f32;

/**
 * Simulates an awake compute whose only demand is a load that reads no pages. Only four things can happen:
 * the load changes, a tick reads the metrics, the autoscaler looks at them again, or a backlog ends. They
 * follow one another without an agenda, with the arithmetic of `ComputeLoad`, `Cpu` and `Scaling` in the same
 * order.
 *
 * It is compiled once for each kind of run. A full run keeps more values for its records. It leaves the loop
 * at changes with effects that the loop does not handle. So does a load beside clients.
 */
function awakePeriod<Kind>(untilMs: f64): i32 {
  const cpuMsPerQuery = cell(OFFSET.CPU_MS_PER_QUERY);
  const concurrency = cell(OFFSET.CONCURRENCY);
  const baseBytes = cell(OFFSET.BASE_BYTES);
  const connectionBytes = cell(OFFSET.CONNECTION_BYTES);
  const startedMs = cell(OFFSET.STARTED_MS);
  const scales = cell(OFFSET.LEAST_SIZE) < cell(OFFSET.MOST_SIZE);
  const isBesideClients = sizeof<Kind>() === 4 && isFloat<Kind>();
  const keepsRecords = isInteger<Kind>() || isBesideClients;
  // With a fixed size only records need the load averages.
  const reads = scales || keepsRecords;
  const stops = cell(OFFSET.STOPS_AT_RESIZE) !== 0;
  const timesOf = isBesideClients ? AT.CHANGES_AT_MS : OFFSET.COLUMNS;
  const vcpuOf = isBesideClients ? AT.CHANGED_VCPU : timesOf + asWhole(cell(OFFSET.CHANGES)) + 1;
  const memoryOf = isBesideClients ? AT.CHANGED_BYTES : vcpuOf + asWhole(cell(OFFSET.CHANGES));

  let goneMs = cell(OFFSET.GONE_MS);
  let changeMs = cell(OFFSET.CHANGE_MS);
  let tickMs = cell(OFFSET.TICK_MS);
  let lookMs = cell(OFFSET.LOOK_MS);
  let sleepMs = cell(OFFSET.SLEEP_MS);
  let activeMs = cell(OFFSET.ACTIVE_MS);
  let place = asWhole(cell(OFFSET.PLACE));
  let memoryBytes = cell(OFFSET.MEMORY_BYTES);
  let size = asWhole(cell(OFFSET.SIZE));
  let peakSize = asWhole(cell(OFFSET.PEAK_SIZE));
  let sinceMs = cell(OFFSET.SINCE_MS);
  let vcpu = cell(OFFSET.VCPU);
  let loadVcpu = cell(OFFSET.LOAD_VCPU);
  let perQuery = cell(OFFSET.LOAD_CPU_MS_PER_QUERY);
  let served = cell(OFFSET.LOAD_SERVED);
  let backlogMs = cell(OFFSET.BACKLOG_MS);
  let moves = cell(OFFSET.MOVES) !== 0;
  const followsSize = cell(OFFSET.RANDOM_ARRIVALS) !== 0;
  let throttledMs = cell(OFFSET.THROTTLED_MS);
  let usedCpuMs = cell(OFFSET.USED_CPU_MS);
  let runnable = cell(OFFSET.RUNNABLE);
  let changedAtTick = asWhole(cell(OFFSET.CHANGED_AT_TICK));
  let load1 = cell(OFFSET.LOAD1);
  let load5 = cell(OFFSET.LOAD5);
  let queuedCpuMsMs = cell(OFFSET.QUEUED_CPU_MS_MS);
  let mostBytes = cell(OFFSET.MOST_BYTES);
  let mostBacklogMs = cell(OFFSET.MOST_BACKLOG_MS);
  let mostLoad1 = cell(OFFSET.MOST_LOAD1);
  let nowMs = cell(OFFSET.NOW_MS);
  let end = OFFSET.REACHED;
  let readBytes = cell(OFFSET.READ_BYTES);
  let bytes = isBesideClients ? readBytes : baseBytes + memoryBytes + (loadVcpu > 0 ? connectionBytes : 0);
  let tick: i32 = -1;
  let nextTickMs = startedMs;
  // The load band of the present size.
  let from = low(size);
  let below = high(size);

  for (;;) {
    const loadMs = goneMs <= changeMs ? goneMs : changeMs;
    const scalingMs = tickMs <= lookMs ? tickMs : lookMs;
    const atMs = loadMs <= scalingMs ? loadMs : scalingMs;
    if (atMs >= untilMs || atMs > sleepMs) break;
    let nextVcpu = loadVcpu;
    let nextPerQuery = perQuery;
    let nextSize = size;
    let wanted = size;
    let closes = false;
    let looks = false;
    let met = false;
    if (atMs >= nextTickMs) {
      tick = atMs === nextTickMs ? tick + 1 : asWhole(Math.floor((atMs - startedMs) / LOAD_TICK_MS));
      nextTickMs = startedMs + (tick + 1) * LOAD_TICK_MS;
    }

    if (atMs === loadMs) {
      if (atMs === goneMs) {
        closes = true;
      } else {
        nextVcpu = cell(vcpuOf + place);
        nextPerQuery = perQueryOf(nextVcpu, cpuMsPerQuery);
        const nextMemory = cell(memoryOf + place);
        const leaves = isBesideClients
          ? nextMemory !== memoryBytes
          : !isCalm(baseBytes + nextMemory + connectionBytes, size);
        if (keepsRecords && (nextVcpu === 0 || leaves)) {
          end = OFFSET.LEFT;
          break;
        }
        if (nextVcpu > 0) put(OFFSET.IS_WANTED, 1);
        place++;
        changeMs = cell(timesOf + place);
        closes = nextVcpu !== loadVcpu || nextMemory !== memoryBytes;
        if (closes) {
          if (nextVcpu > 0 || loadVcpu > 0) activeMs = atMs;
          memoryBytes = nextMemory;
          if (!isBesideClients) bytes = baseBytes + memoryBytes + (nextVcpu > 0 ? connectionBytes : 0);
          if (keepsRecords && bytes > mostBytes) mostBytes = bytes;
        }
      }
      if (reads) {
        const fromMs = tick > 0 && nextTickMs - LOAD_TICK_MS === atMs ? atMs : nextTickMs;
        if (fromMs < tickMs) tickMs = fromMs;
      }
    } else {
      looks = scales;
      if (atMs === tickMs) {
        const queued = queuedAtRandom(loadVcpu, vcpu, perQuery);
        let waiting = queued;
        if (moves)
          waiting = Math.max(
            queued,
            Math.max(0, backlogMs + (loadVcpu - served) * (atMs - sinceMs)) / perQuery,
          );
        let running = loadVcpu + waiting;
        if (running > concurrency) running = concurrency;
        if (running !== runnable) {
          const ticks = tick - 1 - changedAtTick;
          load1 = averageAt(load1, runnable, ticks);
          if (keepsRecords) {
            load5 = longAverageAt(load5, runnable, ticks);
            if (load1 > mostLoad1) mostLoad1 = load1;
          }
          runnable = running;
          changedAtTick = tick - 1;
        }
        if (bytes !== readBytes) {
          readBytes = bytes;
          readMemory(bytes);
          from = low(size);
          below = high(size);
        }
        tickMs = moves && !scales ? nextTickMs : NEVER;
      } else {
        lookMs = NEVER;
      }
      if (looks) {
        const average = averageAt(load1, runnable, tick - changedAtTick);
        met = isWithin(average, from, below);
        if (!met) {
          wanted = wantedAt(average, size, bytes, atMs);
          nextSize = wanted < size ? steppedDown(size, bytes, atMs) : wanted;
          if (nextSize !== size) {
            from = low(nextSize);
            below = high(nextSize);
            met = isWithin(average, from, below);
            closes = cell(OFFSET.VCPU_OF + nextSize) !== vcpu;
          }
        }
      }
    }

    if (keepsRecords) nowMs = atMs;
    if (nextSize !== size) {
      size = nextSize;
      if (keepsRecords) add(OFFSET.RESIZES, 1);
      if (keepsRecords && (stops || (isBesideClients && !isAtEase(bytes, size)))) end = OFFSET.RESIZED;
      if (isBesideClients) noteSize(atMs, moves ? throttledMs + (atMs - sinceMs) : throttledMs);
      vcpu = cell(OFFSET.VCPU_OF + size);
      if (followsSize && loadVcpu > 0 && nextTickMs < tickMs) tickMs = nextTickMs;
      if (size > peakSize) peakSize = size;
      meter(size, atMs);
      if (keepsRecords) {
        if (size < asWhole(cell(OFFSET.LEAST_METERED))) put(OFFSET.LEAST_METERED, size);
        if (size > asWhole(cell(OFFSET.MOST_METERED))) put(OFFSET.MOST_METERED, size);
      }
    }
    if (closes) {
      const dt = atMs - sinceMs;
      if (dt > 0) {
        usedCpuMs += served * dt;
        const queries = (loadVcpu * dt) / perQuery;
        if (moves) {
          const queuedMs = Math.max(0, backlogMs + (loadVcpu - served) * dt);
          throttledMs += dt;
          if (keepsRecords) {
            queuedCpuMsMs += ((backlogMs + queuedMs) / 2) * dt;
            if (queuedMs > mostBacklogMs) mostBacklogMs = queuedMs;
          }
          if (loadVcpu > 0) addRamp(queries, backlogMs, queuedMs, served);
          backlogMs = queuedMs;
        } else {
          addNone(queries);
        }
        sinceMs = atMs;
      }
      loadVcpu = nextVcpu;
      perQuery = nextPerQuery;
      const most = vcpu < concurrency ? vcpu : concurrency;
      goneMs = NEVER;
      moves = backlogMs > 0 || loadVcpu > most;
      served = moves ? most : loadVcpu;
      if (backlogMs > 0 && served > loadVcpu)
        goneMs = sinceMs + Math.max(1, Math.ceil(backlogMs / (served - loadVcpu)));
      if (atMs === loadMs) {
        const isBusy = loadVcpu > 0 || backlogMs > 0;
        // If the load asks for nothing more, the end of the backlog is the end of activity.
        if (!isBusy && sleepMs === NEVER) activeMs = atMs;
        sleepMs = isBusy ? NEVER : sleepsAt(activeMs);
      }
    }

    if (!looks) continue;
    let nextMs = nextTickMs;
    if (!met) {
      nextMs = waitUntil(wanted < size, atMs, nextTickMs);
    } else if (!moves) {
      let far = tick + TICKS_TO_SETTLE;
      if (changeMs < startedMs + far * LOAD_TICK_MS)
        far = max(tick + 1, asWhole(Math.floor((changeMs - startedMs) / LOAD_TICK_MS)) + 1);
      const outside = tickOutside(from, below, runnable, load1, changedAtTick, tick, far);
      if (outside < 0) {
        if (keepsRecords && end === OFFSET.RESIZED) break;
        continue;
      }
      nextMs = startedMs + outside * LOAD_TICK_MS;
    }
    if (nextMs < nextTickMs) {
      lookMs = nextMs;
      if (nextTickMs < tickMs) tickMs = nextTickMs;
    } else if (nextMs < tickMs) {
      tickMs = nextMs;
    }
    if (keepsRecords && end === OFFSET.RESIZED) break;
  }

  put(OFFSET.GONE_MS, goneMs);
  put(OFFSET.CHANGE_MS, changeMs);
  put(OFFSET.TICK_MS, tickMs);
  put(OFFSET.LOOK_MS, lookMs);
  put(OFFSET.SLEEP_MS, sleepMs);
  put(OFFSET.ACTIVE_MS, activeMs);
  put(OFFSET.PLACE, place);
  put(OFFSET.MEMORY_BYTES, memoryBytes);
  put(OFFSET.SIZE, size);
  put(OFFSET.PEAK_SIZE, peakSize);
  put(OFFSET.SINCE_MS, sinceMs);
  put(OFFSET.VCPU, vcpu);
  put(OFFSET.LOAD_VCPU, loadVcpu);
  put(OFFSET.LOAD_CPU_MS_PER_QUERY, perQuery);
  put(OFFSET.LOAD_SERVED, served);
  put(OFFSET.BACKLOG_MS, backlogMs);
  put(OFFSET.MOVES, moves ? 1 : 0);
  put(OFFSET.THROTTLED_MS, throttledMs);
  put(OFFSET.USED_CPU_MS, usedCpuMs);
  put(OFFSET.RUNNABLE, runnable);
  put(OFFSET.CHANGED_AT_TICK, changedAtTick);
  put(OFFSET.LOAD1, load1);
  put(OFFSET.LOAD5, load5);
  put(OFFSET.QUEUED_CPU_MS_MS, queuedCpuMsMs);
  put(OFFSET.READ_BYTES, readBytes);
  put(OFFSET.MOST_BYTES, mostBytes);
  put(OFFSET.MOST_BACKLOG_MS, mostBacklogMs);
  put(OFFSET.MOST_LOAD1, mostLoad1);
  put(OFFSET.NOW_MS, nowMs);
  return end;
}
