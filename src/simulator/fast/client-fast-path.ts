import { LOAD_TICK_MS, leastLoads, resourcesBySize } from '../../compute/index.ts';
import { MINUTE_MS } from '../../facts/index.ts';
import type { Agenda } from '../agenda/agenda.ts';
import { KIND } from '../agenda/kinds.ts';
import type { Detail } from '../detail.ts';
import { resourceRules } from '../resource-rules.ts';
import type { Simulation } from '../simulation.ts';
import { StretchLife } from './client-life.ts';
import { type StretchDemand, type StretchSource, stretchDemand } from './client-sources.ts';
import { clearSizes, readStretch, writeStretch } from './client-state.ts';
import * as AT from './kernel/client-layout.ts';
import { writeAssumptions } from './kernel/inputs.ts';
import { clientKernelOfThread, type KernelUser } from './kernel/kernel.ts';
import * as OFFSET from './kernel/memory-layout.ts';
import { mostSizeOf } from './most-size.ts';
import type { StretchCompute, StretchSlots } from './stretch-compute.ts';

/** The kinds of events that the kernel handles, beside arrivals. */
const KINDS: ReadonlySet<number> = new Set([
  KIND.cpu,
  KIND.visit,
  KIND.idleSockets,
  KIND.tick,
  KIND.look,
  KIND.inactivity,
  KIND.ramp,
]);

/**
 * A stretch with fewer events than this was not worth its entry. More and more events are skipped after such stretches.
 * Each visit makes an entry longer: with this many, both numbers double.
 */
const FEW_EVENTS = 6;
const MOST_SKIPPED = 8;
const MANY_VISITS = 40;

/**
 * Returns the fast path for the clients of a compute. Null if nothing in its demand suits the kernel, or if it has more
 * clients than the kernel has room for.
 */
export function clientFastPath(
  compute: StretchCompute,
  simulation: Simulation,
  agenda: Agenda,
  slots: StretchSlots,
  detail: Detail,
  aloneUntilMs: () => number,
): ClientFastPath | null {
  const { stepping, assumptions } = simulation;
  const { cpuStableZoneRatio, cpuMixedZoneRatio } = assumptions.autoscaler;
  if (stepping || cpuStableZoneRatio > 0 || cpuMixedZoneRatio > 0 || compute.journal.isHeard) return null;
  const demand = stretchDemand(compute.sources);
  if (demand === null) return null;
  const life = new StretchLife(compute, simulation, agenda, slots, detail);
  return new ClientFastPath(compute, simulation, demand, life, agenda, slots, aloneUntilMs);
}

/**
 * The fast path of clients: the kernel handles their arrivals, waits and ends, the parts of memory that queries take
 * gradually, changes of loads beside them, the ticks of the autoscaler and the checks for activity, while nothing else
 * happens; in a totals-only run also the sleeps and wakes of the compute. The general way handles all other events. A run
 * with `stepping` does not take this path, and properties compare the two to the bit.
 */
class ClientFastPath implements KernelUser {
  readonly changes = null;
  readonly vcpuOf: Float64Array;
  readonly leastLoadOf: readonly number[];
  private readonly usableBytesOf: Float64Array;
  private readonly cacheBytesOf: Float64Array;
  private readonly compute: StretchCompute;
  private readonly simulation: Simulation;
  private readonly demand: StretchDemand;
  private readonly life: StretchLife;
  private readonly agenda: Agenda;
  private readonly slots: StretchSlots;
  private readonly aloneUntilMs: () => number;
  private readonly kernel = clientKernelOfThread();
  /** How many events to leave to the general way before the next stretch, and how many were left the last time. */
  private toSkip = 0;
  private skipped = 0;

  constructor(
    compute: StretchCompute,
    simulation: Simulation,
    demand: StretchDemand,
    life: StretchLife,
    agenda: Agenda,
    slots: StretchSlots,
    aloneUntilMs: () => number,
  ) {
    const given = resourcesBySize(simulation);
    this.vcpuOf = given.vcpu;
    this.usableBytesOf = given.usableBytes;
    this.cacheBytesOf = given.cacheBytes;
    this.leastLoadOf = leastLoads(simulation.assumptions.autoscaler, mostSizeOf(compute.plan));
    this.compute = compute;
    this.simulation = simulation;
    this.demand = demand;
    this.life = life;
    this.agenda = agenda;
    this.slots = slots;
    this.aloneUntilMs = aloneUntilMs;
  }

  /** Handles all events of the clients before the next other event of this compute. */
  follow(): void {
    if (!this.isOpen() || !this.isNext()) return;
    if (this.toSkip > 0) this.toSkip--;
    else this.run();
  }

  enter(cells: Float64Array): void {
    const { compute, simulation, kernel } = this;
    const { assumptions } = simulation;
    const { randomArrivals } = resourceRules(simulation, compute.plan.demand).assumptions;
    cells.fill(0, 0, OFFSET.RUN_STATE_LENGTH);
    cells.fill(0, OFFSET.COLUMNS, AT.IDLE_SINCE_MS);
    clearSizes(cells);
    writeAssumptions(cells, { ...assumptions, randomArrivals });
    cells.set(this.usableBytesOf, OFFSET.USABLE_BYTES_OF);
    cells.set(this.cacheBytesOf, AT.CACHE_BYTES_OF);
    cells.set(compute.cache.hitCurve, AT.CURVE);
    cells[AT.RUN_STARTED_MS] = simulation.startMs;
    cells[AT.CONTENTION] = assumptions.contention;
    cells[AT.CONNECTION_CPU_MS] = assumptions.connectionCpuMs;
    cells[AT.OWN_WORK_SHARE] = assumptions.ownWorkShare;
    cells[AT.EACH_CONNECTION_BYTES] = assumptions.connectionMemoryBytes;
    cells[AT.MISS_MS] = assumptions.missMs;
    const { lfcMetricsEveryMs, lfcMinWaitBeforeDownscaleMinutes, lfcWindowSizeMinutes } =
      assumptions.autoscaler;
    kernel.memory.wholes[2 * AT.WORKING_SET_TICKS] = Math.max(
      1,
      Math.round(lfcMetricsEveryMs / LOAD_TICK_MS),
    );
    cells[AT.WORKING_SET_WINDOW_MS] = (lfcMinWaitBeforeDownscaleMinutes + lfcWindowSizeMinutes) * MINUTE_MS;
    cells.fill(Number.POSITIVE_INFINITY, AT.IDLE_ALARM_MS, AT.IDLE_ALARM_MS + AT.MOST_SOURCES);
    kernel.memory.wholes[2 * AT.SOURCES] = this.demand.clients.length;
    kernel.memory.wholes[2 * AT.LOADS] = this.demand.loads.length;
    this.life.enter();
    for (const one of [...this.demand.clients, ...this.demand.loads]) one.enter(kernel.memory);
  }

  /** Saves nothing, because `run` writes and reads the state each time. */
  leave(): void {}

  /** Whether the kernel can handle the next events of clients. */
  private isOpen(): boolean {
    const { clients, load, memory } = this.compute;
    const { visits, admission, waitingInPool } = clients;
    return (
      this.life.isOpen &&
      load.returnsAtMs === Number.POSITIVE_INFINITY &&
      waitingInPool === 0 &&
      !admission.mayRefuse &&
      visits.size < AT.MOST_VISITS &&
      this.compute.cpu.jobs.size < AT.MOST_JOBS / 2 &&
      memory.ramps.all.length <= AT.MOST_RAMPS &&
      memory.isCalm(memory.nonReclaimableBytes)
    );
  }

  /** Whether the next event looks like one for the kernel. If it is one of another compute, entering only takes time. */
  private isNext(): boolean {
    const { agenda, compute } = this;
    const next = agenda.next();
    const kind = agenda.kindOf(next);
    if (kind !== KIND.source) return KINDS.has(kind) || (kind === KIND.work && this.life.isLed);
    const source = compute.sources[agenda.subjectOf(next)];
    return source?.kind === 'load' || source?.kind === 'jobs';
  }

  private run(): void {
    const { agenda, compute, demand, life, slots, kernel } = this;
    const { memory } = kernel;
    const cells = kernel.memoryOf(this);
    const firstOrder = agenda.order();
    writeStretch(memory, compute, demand, life, agenda, slots, this.simulation.startMs);
    cells[AT.NEXT_ORDER] = firstOrder;
    const untilMs = this.aloneUntilMs();
    let end = kernel.clientStretch(this, untilMs);
    while (end === OFFSET.DRAWS) {
      this.fill();
      end = kernel.clientStretch(this, untilMs);
    }
    const { nowMs } = agenda;
    agenda.nowMs = cells[OFFSET.NOW_MS] as number;
    readStretch(memory, compute, demand, life, agenda, slots);
    if (end === OFFSET.DECIDES) compute.scaling.decideNow(agenda.nowMs);
    agenda.nowMs = nowMs;
    const cost = 1 + compute.clients.visits.size / MANY_VISITS;
    const events = (cells[AT.NEXT_ORDER] as number) - firstOrder + (cells[AT.UNORDERED] as number);
    const isWorthwhile = events >= FEW_EVENTS * cost;
    // A stretch up to the end of all activity could not have been longer.
    if (isWorthwhile) this.skipped = 0;
    else if (end !== OFFSET.LEFT || (cells[AT.BUSY_QUERIES] as number) > 0)
      this.skipped = Math.min(MOST_SKIPPED * cost, 2 * this.skipped + cost);
    this.toSkip = this.skipped;
  }

  /** Gives the kernel more draws of the stream that is empty, or more changes of the load that has none left. */
  private fill(): void {
    const { kernel, demand, agenda } = this;
    const stream = kernel.memory.wholes[2 * AT.EMPTY_STREAM] as number;
    const load = demand.loads[stream - AT.STREAMS_OF_LOADS];
    if (load !== undefined) {
      load.fill(kernel.memory, agenda.untilMs);
      return;
    }
    const source = demand.clients[Math.floor(stream / AT.STREAMS)] as StretchSource;
    source.fill(kernel.memory, stream % AT.STREAMS);
  }
}
