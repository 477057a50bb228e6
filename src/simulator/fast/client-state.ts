import type { Cpu, Scaling } from '../../compute/index.ts';
import type { Agenda } from '../agenda/agenda.ts';
import { EVENT } from '../recorder/event-kinds.ts';
import { heapColumns, readEvents, readVisits, taken, writeSources, writeVisits } from './client-events.ts';
import type { StretchLife } from './client-life.ts';
import { readRamps, writeRamps } from './client-ramps.ts';
import type { StretchDemand } from './client-sources.ts';
import * as AT from './kernel/client-layout.ts';
import type { ClientMemory } from './kernel/kernel.ts';
import * as OFFSET from './kernel/memory-layout.ts';
import {
  readCpu,
  readDelays,
  readMeter,
  readScaling,
  writeCpu,
  writeDelays,
  writeMeter,
  writeScaling,
} from './kernel-state.ts';
import type { StretchCompute, StretchSlots } from './stretch-compute.ts';

const NEVER = Number.POSITIVE_INFINITY;

const JOB_COLUMNS = heapColumns(AT.JOBS);

/** Writes the state of a compute to the memory of the kernel, and takes its events out of the agenda. */
export function writeStretch(
  memory: ClientMemory,
  compute: StretchCompute,
  demand: StretchDemand,
  life: StretchLife,
  agenda: Agenda,
  slots: StretchSlots,
  startMs: number,
): void {
  const { cells } = memory;
  const { core, settings, load, cpu, journal } = compute;
  const { minQuarterCu, maxQuarterCu } = settings.bounds;
  cells[OFFSET.NOW_MS] = agenda.nowMs;
  cells[OFFSET.LEAST_SIZE] = minQuarterCu;
  cells[OFFSET.MOST_SIZE] = maxQuarterCu;
  cells[OFFSET.IDLE_CHECK_MS] = core.life.settings.idleCheckMs;
  cells[OFFSET.SUSPEND_AFTER_MS] = core.life.settings.suspendAfterMs ?? NEVER;
  cells[OFFSET.CONCURRENCY] = cpu.concurrency;
  cells[OFFSET.MEMORY_BYTES] = load.memoryBytes;
  cells[AT.LOAD_CONNECTIONS] = load.connections;
  cells[AT.LOAD_CHANGES_MS] = compute.feed.changesMs;
  cells[AT.READS_REASONS] = journal.isRead ? 1 : 0;
  cells[AT.HAS_PASSED] = 0;
  cells[AT.CPU_ORDER] = agenda.orderOf(slots.cpu);
  cells[AT.CPU_DUE_MS] = taken(agenda, slots.cpu);
  cells[AT.RAMP_ORDER] = agenda.orderOf(slots.ramp);
  cells[AT.RAMP_DUE_MS] = taken(agenda, slots.ramp);
  agenda.clear(slots.tick);
  agenda.clear(slots.look);
  agenda.clear(slots.inactivity);
  life.write(memory);
  writeActivity(cells, compute);
  writeCpu(cells, cpu);
  writeJobs(memory, cpu);
  writeDelays(cells, cpu.flowDelays);
  writeReadings(cells, compute);
  writeSizes(cells, compute);
  writeClients(cells, compute);
  writeCache(cells, compute);
  writeVisits(memory, compute, agenda);
  writeRamps(memory, compute.memory.ramps);
  writeSources(memory, demand, agenda, startMs);
}

/** Reads the state back, and puts the events into the agenda. */
export function readStretch(
  memory: ClientMemory,
  compute: StretchCompute,
  demand: StretchDemand,
  life: StretchLife,
  agenda: Agenda,
  slots: StretchSlots,
): void {
  const { cells } = memory;
  const { cpu } = compute;
  const at = (cell: number) => cells[cell] as number;
  agenda.skipOrders(at(AT.NEXT_ORDER));
  agenda.set(slots.cpu, at(AT.CPU_DUE_MS), at(AT.CPU_ORDER));
  agenda.set(slots.ramp, at(AT.RAMP_DUE_MS), at(AT.RAMP_ORDER));
  const hasSlept = (memory.wholes[2 * AT.STEPS] as number) > 0;
  life.read(memory);
  compute.core.life.setActivity({
    lastActivityMs: at(OFFSET.ACTIVE_MS),
    wasBusy: at(AT.WAS_BUSY) !== 0,
    inactivityAlarmMs: at(AT.INACTIVE_MS),
  });
  readCpu(cells, cpu);
  readJobs(memory, cpu);
  readDelays(cells, cpu.flowDelays);
  readReadings(cells, compute);
  if (hasSlept || at(OFFSET.RESIZES) > 0) readSizes(cells, compute);
  readCache(cells, compute);
  readClients(cells, compute);
  readVisits(memory, compute);
  life.readHeld(memory);
  readRamps(memory, compute.memory.ramps);
  for (const one of [...demand.clients, ...demand.loads]) one.read(memory);
  compute.load.memoryBytes = at(OFFSET.MEMORY_BYTES);
  compute.load.connections = at(AT.LOAD_CONNECTIONS);
  readEvents(memory, compute, demand, agenda);
}

function writeActivity(cells: Float64Array, { core }: StretchCompute): void {
  const { startedMs, lastActivityMs, wasBusy, inactivityAlarmMs } = core.life.activity();
  cells[AT.LIFE_STARTED_MS] = startedMs;
  cells[OFFSET.ACTIVE_MS] = lastActivityMs;
  cells[AT.WAS_BUSY] = wasBusy ? 1 : 0;
  cells[AT.INACTIVE_MS] = inactivityAlarmMs;
}

function writeJobs(memory: ClientMemory, cpu: Cpu): void {
  const { cells, wholes } = memory;
  const { service, carriedMs, quotaUsedMs, startedMs, share, speed } = cpu.jobProgress();
  cells[AT.SERVICE] = service;
  cells[AT.CARRIED_MS] = carriedMs;
  cells[AT.QUOTA_USED_MS] = quotaUsedMs;
  cells[AT.PERIODS_FROM_MS] = startedMs;
  cells[AT.PROCESSORS] = Math.ceil(cells[OFFSET.VCPU] as number);
  cells[AT.SHARE] = share;
  cells[AT.SPEED] = speed;
  cells[AT.IS_QUEUE_KNOWN] = 0;
  wholes[2 * AT.JOBS] = cpu.jobs.size;
  cells[AT.NEXT_JOB] = cpu.jobs.numbered;
  cpu.jobs.copyTo(memory, JOB_COLUMNS);
}

function readJobs(memory: ClientMemory, cpu: Cpu): void {
  const { cells, wholes } = memory;
  cpu.jobs.copyFrom(memory, JOB_COLUMNS, wholes[2 * AT.JOBS] as number, cells[AT.NEXT_JOB] as number);
  cpu.setJobProgress({
    startedMs: cells[AT.PERIODS_FROM_MS] as number,
    service: cells[AT.SERVICE] as number,
    carriedMs: cells[AT.CARRIED_MS] as number,
    quotaUsedMs: cells[AT.QUOTA_USED_MS] as number,
  });
}

function writeReadings(cells: Float64Array, { accepts, scaling }: StretchCompute): void {
  const { memory, cached, lfcBytes } = accepts
    ? writeScaling(cells, scaling)
    : writeNoMachine(cells, scaling);
  cells[AT.READ_MS] = scaling.readMs;
  cells[AT.WANTED_MS] = Number.NEGATIVE_INFINITY;
  cells[AT.READING_MS] = Number.NEGATIVE_INFINITY;
  cells[AT.TICK_IS_PAST] = 0;
  cells[AT.UNORDERED] = 0;
  cells[AT.METRIC_BYTES] = memory;
  cells[AT.METRIC_CACHED] = cached;
  cells[AT.METRIC_WORKING_SET] = lfcBytes;
}

/** While there is no machine, there are no readings. */
function writeNoMachine(cells: Float64Array, { size }: Scaling) {
  cells[OFFSET.SIZE] = size;
  cells[OFFSET.PEAK_SIZE] = size;
  cells[OFFSET.TICK_MS] = NEVER;
  cells[OFFSET.LOOK_MS] = NEVER;
  cells[OFFSET.STARTED_MS] = Number.NaN;
  cells[OFFSET.MOST_LOAD1] = 0;
  return { memory: 0, cached: 0, lfcBytes: 0 };
}

function readReadings(cells: Float64Array, { accepts, scaling }: StretchCompute): void {
  const at = (cell: number) => cells[cell] as number;
  // The compute has not been awake in this stretch.
  if (Number.isNaN(at(OFFSET.STARTED_MS))) return;
  readScaling(cells, scaling, {
    memory: at(AT.METRIC_BYTES),
    cached: at(AT.METRIC_CACHED),
    lfcBytes: at(AT.METRIC_WORKING_SET),
    restUnits: at(OFFSET.REST_UNITS),
  });
  scaling.readMs = at(AT.READ_MS);
  if (!accepts) scaling.end(at(AT.SUSPENDED_MS));
}

function writeSizes(cells: Float64Array, { core, meter, sizes, journal, hearMetered }: StretchCompute): void {
  const { sinceMs, throttledBeforeMs } = sizes.progress();
  writeMeter(cells, meter);
  // A compute that the kernel wakes is active, and so resizes in place.
  const isActive = core.resizesInPlace || !core.accepts;
  cells[AT.RESIZES_IN_PLACE] = isActive && hearMetered === null && !journal.isRead ? 1 : 0;
  cells[AT.SIZES_SINCE_MS] = sinceMs;
  cells[AT.THROTTLED_BEFORE_MS] = throttledBeforeMs;
  cells[OFFSET.RESIZES] = 0;
  cells[OFFSET.DENIALS] = 0;
}

function readSizes(cells: Float64Array, compute: StretchCompute): void {
  const { core, meter, sizes, scaling, journal } = compute;
  const at = (cell: number) => cells[cell] as number;
  readMeter(cells, meter);
  for (let size = at(OFFSET.LEAST_SIZE); size <= at(OFFSET.MOST_SIZE); size++) {
    const ms = at(AT.MS_AT_SIZE + size);
    if (ms >= 0) sizes.add(size, ms, at(AT.WAS_THROTTLED_AT + size) > 0, at(AT.WAS_FULL_AT + size) > 0);
  }
  clearSizes(cells);
  sizes.goOnFrom({ sinceMs: at(AT.SIZES_SINCE_MS), throttledBeforeMs: at(AT.THROTTLED_BEFORE_MS) });
  journal.add(EVENT.resized, at(OFFSET.RESIZES));
  journal.timeline.omitted += at(OFFSET.RESIZES);
  core.machine.fit(scaling.size);
}

export function clearSizes(cells: Float64Array): void {
  cells.fill(-1, AT.MS_AT_SIZE, AT.WAS_THROTTLED_AT);
  cells.fill(0, AT.WAS_THROTTLED_AT, AT.WAS_FULL_AT + OFFSET.SIZES);
}

function writeClients(
  cells: Float64Array,
  { clients, settings, memory, disk, core, clientLog }: StretchCompute,
): void {
  const { connections, queries } = clients;
  const { limits } = settings;
  cells[AT.DIRECT] = connections.direct;
  cells[AT.SERVER_BUSY] = connections.serverBusy;
  cells[AT.POOLED] = connections.pooled;
  cells[AT.HIGHEST_CONNECTIONS] = 0;
  cells[AT.PEAK_POOLED] = connections.peakPooled;
  cells[AT.PEAK_OWN] = connections.peakOwn;
  cells[AT.IN_FIRST_SECOND] = connections.inFirstSecond;
  cells[AT.MOST_IN_FIRST_SECOND] = connections.mostInFirstSecond;
  cells[AT.RUNS_SINCE_MS] = connections.runsSinceMs;
  cells[AT.CONNECTION_LIMIT] = connections.limit;
  cells[AT.POOL_SIZE] = limits.poolSize;
  cells[AT.POOLED_LIMIT] = limits.pooledClients;
  cells[AT.OWED_MS] = core.machine.ownWork.owedMs;
  cells[AT.QUERY_BYTES] = memory.ownBytes;
  cells[OFFSET.MOST_BYTES] = memory.highestBytes;
  cells[AT.DISK_BYTES] = disk.usedBytes;
  cells[AT.MOST_DISK_BYTES] = 0;
  cells[AT.DISK_LIMIT_BYTES] = disk.limitBytes;
  cells[AT.BUSY_QUERIES] = queries.busy;
  cells[AT.QUERIES_DONE] = 0;
  cells[AT.OPENED] = 0;
  const { counts, weight, sum, largest } = clientLog.delays.saved();
  cells.set(counts, AT.QUERY_DELAYS);
  cells[AT.QUERY_DELAYS_WEIGHT] = weight;
  cells[AT.QUERY_DELAYS_SUM] = sum;
  cells[AT.QUERY_DELAYS_LARGEST] = largest;
}

function readClients(cells: Float64Array, compute: StretchCompute): void {
  const { clients, memory, disk, core, clientLog, journal } = compute;
  const { connections, queries } = clients;
  const at = (cell: number) => cells[cell] as number;
  connections.direct = at(AT.DIRECT);
  connections.serverBusy = at(AT.SERVER_BUSY);
  connections.pooled = at(AT.POOLED);
  connections.atOnce.note(at(AT.HIGHEST_CONNECTIONS));
  connections.peakPooled = at(AT.PEAK_POOLED);
  connections.peakOwn = at(AT.PEAK_OWN);
  connections.inFirstSecond = at(AT.IN_FIRST_SECOND);
  connections.mostInFirstSecond = at(AT.MOST_IN_FIRST_SECOND);
  connections.runsSinceMs = at(AT.RUNS_SINCE_MS);
  core.machine.ownWork.owedMs = at(AT.OWED_MS);
  memory.ownBytes = at(AT.QUERY_BYTES);
  memory.noteHighest(at(OFFSET.MOST_BYTES));
  disk.usedBytes = at(AT.DISK_BYTES);
  disk.used.note(at(AT.MOST_DISK_BYTES));
  queries.busy = at(AT.BUSY_QUERIES);
  journal.add(EVENT.downscaleDenied, at(OFFSET.DENIALS));
  journal.add(EVENT.queryDone, at(AT.QUERIES_DONE));
  journal.add(EVENT.connectionOpened, at(AT.OPENED));
  clientLog.delays.restore({
    counts: cells.subarray(AT.QUERY_DELAYS, AT.QUERY_DELAYS + OFFSET.BINS),
    weight: at(AT.QUERY_DELAYS_WEIGHT),
    sum: at(AT.QUERY_DELAYS_SUM),
    largest: at(AT.QUERY_DELAYS_LARGEST),
  });
}

function writeCache(cells: Float64Array, { cache, pages, wakes }: StretchCompute): void {
  const { residentBytes, capacityBytes, hits, misses, wasFull, evictedBytes, flowPagesPerMs, sinceMs } =
    cache.progress();
  cells[AT.RESIDENT_BYTES] = residentBytes;
  cells[AT.CAPACITY_BYTES] = capacityBytes;
  cells[AT.WORKING_SET_BYTES] = cache.workingSetBytes;
  cells[AT.HITS] = hits;
  cells[AT.MISSES] = misses;
  cells[AT.WAS_FULL] = wasFull ? 1 : 0;
  cells[AT.EVICTED_BYTES] = evictedBytes;
  cells[AT.HIT_RATIO_PART] = -1;
  cells[AT.PARTS_PER_BYTE] = cache.partsPerByte;
  cells[AT.FLOW_PAGES_PER_MS] = flowPagesPerMs;
  cells[AT.FLOW_SINCE_MS] = sinceMs;
  cells[AT.LOAD_READS] = pages.loadReads ? 1 : 0;
  cells[AT.LAST_READ_MS] = pages.readMs;
  cells[AT.WARM_AFTER_MS] = wakes.warmAfterMs ?? -1;
  cells[AT.COLD_READS_MS] = wakes.coldReadsMs;
  cells[AT.AWAKE_FROM_MS] = wakes.fromMs ?? NEVER;
}

function readCache(cells: Float64Array, { cache, pages, wakes }: StretchCompute): void {
  const at = (cell: number) => cells[cell] as number;
  cache.setProgress({
    residentBytes: at(AT.RESIDENT_BYTES),
    capacityBytes: at(AT.CAPACITY_BYTES),
    hits: at(AT.HITS),
    misses: at(AT.MISSES),
    wasFull: at(AT.WAS_FULL) !== 0,
    evictedBytes: at(AT.EVICTED_BYTES),
    flowPagesPerMs: at(AT.FLOW_PAGES_PER_MS),
    sinceMs: at(AT.FLOW_SINCE_MS),
  });
  pages.readMs = at(AT.LAST_READ_MS);
  pages.loadReads = at(AT.LOAD_READS) !== 0;
  const warmAfterMs = at(AT.WARM_AFTER_MS);
  wakes.warmAfterMs = warmAfterMs < 0 ? null : warmAfterMs;
  wakes.coldReadsMs = at(AT.COLD_READS_MS);
}
