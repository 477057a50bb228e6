import * as CELL from '../cells';
import { addNone, addRamp } from './delays';
import { sleepsAt } from './inactivity';
import { add, cell, NEVER, put } from './memory';
import { meter } from './meter';
import { perQueryOf } from './processors';
import {
  averageAt,
  high,
  isCalm,
  isWithin,
  LOAD_TICK_MS,
  longAverageAt,
  low,
  readMemory,
  steppedDown,
  tickOutside,
  waitUntil,
  wantedAt,
} from './sizing';

/** After so many ticks an average is where it goes. */
const TICKS_TO_SETTLE: i32 = 1440;

/** A stay within a run that leads it, up to an instant; how it ended. */
export function stayLed(untilMs: f64): i32 {
  return stay<Led>(untilMs);
}

/** A stay of a run that the kernel does by itself, up to an instant or to where the compute sleeps. */
export function stayAlone(untilMs: f64): void {
  stay<Alone>(untilMs);
}

// The kinds of a stay, as types that can be told apart when it is compiled.
type Led = i32;
type Alone = f64;

/**
 * A compute that is awake, and whose only demand is a load that reads no pages. All that happens then is that the load
 * changes, that the metrics are read and looked at, and that a backlog ends: these follow one another here without an
 * agenda, with the arithmetic of `Flow`, `Cpu` and `Scaling` in the same order, and without what cannot come of
 * such a load.
 *
 * It is compiled once for either kind. Of a stay that a run leads more is kept, to be told of, and what a change may
 * bring beyond all that is left to the run.
 */
function stay<Kind>(untilMs: f64): i32 {
  const cpuMsPerQuery = cell(CELL.CPU_MS_PER_QUERY);
  const concurrency = cell(CELL.CONCURRENCY);
  const baseBytes = cell(CELL.BASE_BYTES);
  const connectionBytes = cell(CELL.CONNECTION_BYTES);
  const startedMs = cell(CELL.STARTED_MS);
  const scales = cell(CELL.LEAST_SIZE) < cell(CELL.MOST_SIZE);
  const isLed = isInteger<Kind>();
  // Of a fixed size the load averages are for who looks at them.
  const reads = scales || isLed;
  const stops = cell(CELL.STOPS_AT_SIZES) !== 0;
  const vcpuOf = CELL.COLUMNS + i32(cell(CELL.CHANGES)) + 1;
  const memoryOf = vcpuOf + i32(cell(CELL.CHANGES));

  let goneMs = cell(CELL.GONE_MS);
  let changeMs = cell(CELL.CHANGE_MS);
  let tickMs = cell(CELL.TICK_MS);
  let lookMs = cell(CELL.LOOK_MS);
  let sleepMs = cell(CELL.SLEEP_MS);
  let activeMs = cell(CELL.ACTIVE_MS);
  let place = i32(cell(CELL.PLACE));
  let memoryBytes = cell(CELL.MEMORY_BYTES);
  let size = i32(cell(CELL.SIZE));
  let peakSize = i32(cell(CELL.PEAK_SIZE));
  let sinceMs = cell(CELL.SINCE_MS);
  let vcpu = cell(CELL.VCPU);
  let flowVcpu = cell(CELL.FLOW_VCPU);
  let perQuery = cell(CELL.FLOW_CPU_MS_PER_QUERY);
  let served = cell(CELL.FLOW_SERVED);
  let backlogMs = cell(CELL.BACKLOG_MS);
  let moves = cell(CELL.MOVES) !== 0;
  let throttledMs = cell(CELL.THROTTLED_MS);
  let usedCpuMs = cell(CELL.USED_CPU_MS);
  let runnable = cell(CELL.RUNNABLE);
  let changedAtTick = i32(cell(CELL.CHANGED_AT_TICK));
  let load1 = cell(CELL.LOAD1);
  let load5 = cell(CELL.LOAD5);
  let queuedCpuMsMs = cell(CELL.QUEUED_CPU_MS_MS);
  let mostBytes = cell(CELL.MOST_BYTES);
  let mostBacklogMs = cell(CELL.MOST_BACKLOG_MS);
  let mostLoad1 = cell(CELL.MOST_LOAD1);
  let nowMs = cell(CELL.NOW_MS);
  let end = CELL.REACHED;
  let bytes = baseBytes + memoryBytes + (flowVcpu > 0 ? connectionBytes : 0);
  let readBytes = cell(CELL.READ_BYTES);
  let tick: i32 = -1;
  let nextTickMs = startedMs;
  // The band of the size as it is.
  let from = low(size);
  let below = high(size);

  for (;;) {
    const flowMs = goneMs <= changeMs ? goneMs : changeMs;
    const scalingMs = tickMs <= lookMs ? tickMs : lookMs;
    const atMs = flowMs <= scalingMs ? flowMs : scalingMs;
    if (atMs >= untilMs || atMs > sleepMs) break;
    let nextVcpu = flowVcpu;
    let nextPerQuery = perQuery;
    let nextSize = size;
    let wanted = size;
    let closes = false;
    let looks = false;
    let met = false;
    if (atMs >= nextTickMs) {
      tick = atMs === nextTickMs ? tick + 1 : i32((atMs - startedMs) / LOAD_TICK_MS);
      nextTickMs = startedMs + (tick + 1) * LOAD_TICK_MS;
    }

    if (atMs === flowMs) {
      if (atMs === goneMs) {
        closes = true;
      } else {
        nextVcpu = cell(vcpuOf + place);
        nextPerQuery = perQueryOf(nextVcpu, cpuMsPerQuery);
        const nextMemory = cell(memoryOf + place);
        if (isLed && (nextVcpu === 0 || !isCalm(baseBytes + nextMemory + connectionBytes, size))) {
          end = CELL.LEFT;
          break;
        }
        if (nextVcpu > 0) put(CELL.IS_WANTED, 1);
        place++;
        changeMs = cell(CELL.COLUMNS + place);
        closes = nextVcpu !== flowVcpu || nextMemory !== memoryBytes;
        if (closes) {
          if (nextVcpu > 0 || flowVcpu > 0) activeMs = atMs;
          memoryBytes = nextMemory;
          bytes = baseBytes + memoryBytes + (nextVcpu > 0 ? connectionBytes : 0);
          if (isLed && bytes > mostBytes) mostBytes = bytes;
        }
      }
      if (reads) {
        const fromMs = tick > 0 && nextTickMs - LOAD_TICK_MS === atMs ? atMs : nextTickMs;
        if (fromMs < tickMs) tickMs = fromMs;
      }
    } else {
      looks = scales;
      if (atMs === tickMs) {
        let running = flowVcpu;
        if (moves) running += Math.max(0, backlogMs + (flowVcpu - served) * (atMs - sinceMs)) / perQuery;
        if (running > concurrency) running = concurrency;
        if (running !== runnable) {
          const ticks = tick - 1 - changedAtTick;
          load1 = averageAt(load1, runnable, ticks);
          if (isLed) {
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
            closes = cell(CELL.VCPU_OF + nextSize) !== vcpu;
          }
        }
      }
    }

    if (isLed) nowMs = atMs;
    if (nextSize !== size) {
      size = nextSize;
      if (isLed) add(CELL.RESIZES, 1);
      if (isLed && stops) end = CELL.RESIZED;
      vcpu = cell(CELL.VCPU_OF + size);
      if (size > peakSize) peakSize = size;
      meter(size, atMs);
      if (isLed) {
        if (size < i32(cell(CELL.LEAST_METERED))) put(CELL.LEAST_METERED, size);
        if (size > i32(cell(CELL.MOST_METERED))) put(CELL.MOST_METERED, size);
      }
    }
    if (closes) {
      const dt = atMs - sinceMs;
      if (dt > 0) {
        usedCpuMs += served * dt;
        const queries = (flowVcpu * dt) / perQuery;
        if (moves) {
          const queuedMs = Math.max(0, backlogMs + (flowVcpu - served) * dt);
          throttledMs += dt;
          if (isLed) {
            queuedCpuMsMs += ((backlogMs + queuedMs) / 2) * dt;
            if (queuedMs > mostBacklogMs) mostBacklogMs = queuedMs;
          }
          if (flowVcpu > 0) addRamp(queries, backlogMs, queuedMs, served);
          backlogMs = queuedMs;
        } else {
          addNone(queries);
        }
        sinceMs = atMs;
      }
      flowVcpu = nextVcpu;
      perQuery = nextPerQuery;
      const most = vcpu < concurrency ? vcpu : concurrency;
      goneMs = NEVER;
      moves = backlogMs > 0 || flowVcpu > most;
      served = moves ? most : flowVcpu;
      if (backlogMs > 0 && served > flowVcpu)
        goneMs = sinceMs + Math.max(1, Math.ceil(backlogMs / (served - flowVcpu)));
      if (atMs === flowMs) {
        const isBusy = flowVcpu > 0 || backlogMs > 0;
        // The end of a backlog, with nothing more wanted, is the end of activity.
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
        far = max(tick + 1, i32((changeMs - startedMs) / LOAD_TICK_MS) + 1);
      const outside = tickOutside(from, below, runnable, load1, changedAtTick, tick, far);
      if (outside < 0) {
        if (isLed && end === CELL.RESIZED) break;
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
    if (isLed && end === CELL.RESIZED) break;
  }

  put(CELL.GONE_MS, goneMs);
  put(CELL.CHANGE_MS, changeMs);
  put(CELL.TICK_MS, tickMs);
  put(CELL.LOOK_MS, lookMs);
  put(CELL.SLEEP_MS, sleepMs);
  put(CELL.ACTIVE_MS, activeMs);
  put(CELL.PLACE, place);
  put(CELL.MEMORY_BYTES, memoryBytes);
  put(CELL.SIZE, size);
  put(CELL.PEAK_SIZE, peakSize);
  put(CELL.SINCE_MS, sinceMs);
  put(CELL.VCPU, vcpu);
  put(CELL.FLOW_VCPU, flowVcpu);
  put(CELL.FLOW_CPU_MS_PER_QUERY, perQuery);
  put(CELL.FLOW_SERVED, served);
  put(CELL.BACKLOG_MS, backlogMs);
  put(CELL.MOVES, moves ? 1 : 0);
  put(CELL.THROTTLED_MS, throttledMs);
  put(CELL.USED_CPU_MS, usedCpuMs);
  put(CELL.RUNNABLE, runnable);
  put(CELL.CHANGED_AT_TICK, changedAtTick);
  put(CELL.LOAD1, load1);
  put(CELL.LOAD5, load5);
  put(CELL.QUEUED_CPU_MS_MS, queuedCpuMsMs);
  put(CELL.READ_BYTES, readBytes);
  put(CELL.MOST_BYTES, mostBytes);
  put(CELL.MOST_BACKLOG_MS, mostBacklogMs);
  put(CELL.MOST_LOAD1, mostLoad1);
  put(CELL.NOW_MS, nowMs);
  return end;
}
