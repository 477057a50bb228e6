import {
  addRampDelays,
  boundsOf,
  Histogram,
  type InactivityRule,
  isCalm,
  LARGEST_DRAW,
  LOAD_TICK_MS,
  leastLoads,
  limitsOf,
  quantileMs,
  resourcesBySize,
} from '../../compute/index.ts';
import type { QuarterCu } from '../../facts/index.ts';
import type { LoadDemand } from '../../workload/index.ts';
import { loadAlone } from '../demand/load-alone.ts';
import { allChanges, type LoadChanges } from '../demand/load-changes.ts';
import { CountedApart } from '../recorder/counted-apart.ts';
import { EVENT, type EventNumber } from '../recorder/event-kinds.ts';
import { MonthLog, type MonthRow } from '../recorder/month-log.ts';
import type { ComputeTotals, RunTotals } from '../run-totals.ts';
import type { ComputePlan, Simulation } from '../simulation.ts';
import { calmAhead } from './calm-ahead.ts';
import { writeInputs } from './kernel/inputs.ts';
import { type KernelUser, kernelOfThread } from './kernel/kernel.ts';
import * as OFFSET from './kernel/memory-layout.ts';
import { type LifeTimes, lifeTimes } from './life-times.ts';

const NEVER = Number.POSITIVE_INFINITY;

/**
 * Returns the run of a simulation as a `KernelRun`. Null if the simulation needs more than the kernel can do.
 */
export function kernelRun(simulation: Simulation): KernelRun | null {
  const alone = loadAlone(simulation);
  if (alone === null) return null;
  const { compute, load } = alone;
  if (load.connections > limitsOf(compute.size, simulation).clientConnections) return null;
  const run = new KernelRun(simulation, compute, load);
  return run.isCalm ? run : null;
}

/** The histogram of a compute without clients. */
const NOTHING = new Histogram();

/**
 * The totals-only run of one compute whose only demand is a load that reads no pages, by the compiled kernel.
 * Its totals equal those of a `Run` to the bit.
 */
class KernelRun implements RunTotals, ComputeTotals, KernelUser {
  nowMs = 0;
  readonly spentMonths = 0;
  readonly simulation: Simulation;
  readonly computes: readonly [ComputeTotals] = [this];
  readonly meter: ComputeTotals['meter'];
  readonly cpu: ComputeTotals['cpu'];
  readonly apart: CountedApart;
  readonly disk: ComputeTotals['disk'];
  readonly cache = { hitsAt: () => 0, missesAt: () => 0, hitRatioWith: () => 1 };
  readonly refusals = new Map<string, never>();
  readonly clientLog = { delays: NOTHING, wakeWaits: NOTHING, poolWaits: NOTHING };
  /** Whether the highest memory in use is too little to put any size under pressure. */
  readonly isCalm: boolean;
  readonly changes: LoadChanges;
  readonly vcpuOf: Float64Array;
  readonly leastLoadOf: readonly number[];
  /** The state of this run while another run uses the kernel. Null before the first use. */
  private kept: Float64Array | null = null;
  private awakePeriods = 0;
  private readonly compute: ComputePlan;
  private readonly load: LoadDemand;
  private readonly kernel = kernelOfThread();
  private readonly calmAhead: (atMs: number) => number;
  private readonly times: LifeTimes;
  private readonly rule: InactivityRule;
  private readonly months: MonthLog;

  constructor(simulation: Simulation, compute: ComputePlan, load: LoadDemand) {
    const { assumptions, counted, zone, startMs } = simulation;
    this.simulation = simulation;
    this.compute = compute;
    this.load = load;
    this.disk = { used: { ever: 0 }, limitBytes: limitsOf(compute.size, simulation).diskBytes };
    this.apart = new CountedApart(counted, zone, startMs);
    this.months = new MonthLog(startMs, (nowMs) => [this.meter.quarterCuMsAt(nowMs)]);
    this.changes = allChanges(simulation, load, compute.name);
    this.times = lifeTimes(simulation, compute.name);
    this.rule = { suspendAfterMs: compute.suspendAfterMs, idleCheckMs: assumptions.life.idleCheckMs };
    this.calmAhead = calmAhead(this.changes, simulation.horizonMs, this.longestIdleMs());
    const { minQuarterCu, maxQuarterCu } = boundsOf(compute.size);
    const given = resourcesBySize(simulation);
    this.vcpuOf = given.vcpu;
    this.leastLoadOf = minQuarterCu < maxQuarterCu ? leastLoads(assumptions.autoscaler, maxQuarterCu) : [];
    const bytes = assumptions.baseMemoryBytes + this.changes.mostMemoryBytes + this.connectionBytes;
    this.isCalm = isCalm(bytes, given.usableBytes[minQuarterCu] as number);
    this.meter = {
      quarterCuMsAt: (nowMs) =>
        this.at(OFFSET.METERED) + this.at(OFFSET.METERED_SIZE) * this.meteredMs(nowMs),
      awakeMsAt: (nowMs) =>
        this.at(OFFSET.AWAKE_MS) + (this.at(OFFSET.METERED_SIZE) > 0 ? this.meteredMs(nowMs) : 0),
    };
    this.cpu = {
      usedCpuMsAt: (nowMs) =>
        this.at(OFFSET.USED_CPU_MS) + this.at(OFFSET.LOAD_SERVED) * this.stretchMs(nowMs),
      throttledMsAt: (nowMs) =>
        this.at(OFFSET.THROTTLED_MS) +
        (this.at(OFFSET.VCPU) > 0 && this.at(OFFSET.MOVES) > 0 ? this.stretchMs(nowMs) : 0),
      flowDelaysAt: (nowMs) => this.delaysAt(nowMs),
    };
  }

  get calmAheadMs(): number {
    return this.calmAhead(this.nowMs);
  }

  get peakSize(): QuarterCu {
    return this.at(OFFSET.PEAK_SIZE) as QuarterCu;
  }

  /** The simulation has no planned changes. */
  get peakBeforeResize(): QuarterCu {
    return this.peakSize;
  }

  /** Unknown, because the kernel does not count suspends. */
  get isUnslept(): boolean {
    return false;
  }

  get clients(): ComputeTotals['clients'] {
    const ever = this.at(OFFSET.IS_WANTED) > 0 ? this.load.connections : 0;
    return { connections: { atOnce: { ever }, peakOwn: 0, peakPooled: 0 } };
  }

  counted(kind: EventNumber): number {
    // A run begins awake, and that beginning is not a wake.
    if (kind === EVENT.wake) return Math.max(0, this.awakePeriods - 1);
    return kind === EVENT.downscaleDenied ? this.at(OFFSET.DENIALS) : 0;
  }

  /**
   * Sizes with the same processors differ only in cost, if no step down is denied or lasts beyond the next
   * tick. With a larger minimum the compute would then have exactly that size wherever this run is below it.
   */
  meteredFrom(minimum: QuarterCu): number | null {
    const { vcpuOf, simulation } = this;
    const own = this.at(OFFSET.LEAST_SIZE);
    const { downscaleStepMs } = simulation.assumptions.autoscaler;
    if (this.at(OFFSET.DENIALS) > 0 || downscaleStepMs > LOAD_TICK_MS) return null;
    let above = 0;
    for (let size = own; size < minimum; size++) {
      if (vcpuOf[size] !== vcpuOf[minimum]) return null;
      const openMs = this.at(OFFSET.METERED_SIZE) === size ? this.meteredMs(this.nowMs) : 0;
      above += (minimum - size) * (this.at(OFFSET.MS_AT + size) + openMs);
    }
    return this.meter.quarterCuMsAt(this.nowMs) + above;
  }

  advance(untilMs: number): void {
    for (; this.months.endMs < untilMs; this.months.close()) this.advanceTo(this.months.endMs);
    this.advanceTo(untilMs);
  }

  monthsAt(nowMs: number): readonly MonthRow[] {
    return this.months.at(nowMs);
  }

  private advanceTo(untilMs: number): void {
    while (this.kernel.advance(this, untilMs)) this.wake(this.kernel.memoryOf(this));
    this.nowMs = untilMs;
  }

  enter(cells: Float64Array): void {
    if (this.kept === null) this.begin(cells);
    else cells.set(this.kept);
  }

  leave(cells: Float64Array): void {
    this.kept = cells.slice(0, OFFSET.RUN_STATE_LENGTH);
  }

  /** Writes the state of a compute that is about to start. */
  private begin(cells: Float64Array): void {
    const { compute, load, simulation, changes, rule } = this;
    const { minQuarterCu, maxQuarterCu } = boundsOf(compute.size);
    cells.fill(0, 0, OFFSET.RUN_STATE_LENGTH);
    writeInputs(cells, load, simulation.assumptions);
    cells[OFFSET.LEAST_SIZE] = minQuarterCu;
    cells[OFFSET.MOST_SIZE] = maxQuarterCu;
    cells[OFFSET.SUSPEND_AFTER_MS] = rule.suspendAfterMs ?? NEVER;
    cells[OFFSET.IDLE_CHECK_MS] = rule.idleCheckMs;
    cells[OFFSET.CHANGES] = changes.vcpu.length;
    cells[OFFSET.SIZE] = minQuarterCu;
    cells[OFFSET.PEAK_SIZE] = minQuarterCu;
    cells[OFFSET.LOAD_CPU_MS_PER_QUERY] = 1;
    cells[OFFSET.WORK_MS] = 0;
  }

  private wake(cells: Float64Array): void {
    cells[OFFSET.NEXT_SUSPEND_MS] = this.times.suspends.at(this.awakePeriods);
    cells[OFFSET.NEXT_START_MS] = this.times.starts.at(this.awakePeriods++);
    if (this.awakePeriods > 1) this.apart.wake(cells[OFFSET.STARTED_MS] as number);
  }

  private get connectionBytes(): number {
    return this.load.connections * this.simulation.assumptions.connectionMemoryBytes;
  }

  private at(cell: number): number {
    return this.kernel.memoryOf(this)[cell] as number;
  }

  private meteredMs(nowMs: number): number {
    return nowMs - this.at(OFFSET.METERED_SINCE_MS);
  }

  /** Returns the time since the last change, over which all values are linear. */
  private stretchMs(nowMs: number): number {
    return nowMs - this.at(OFFSET.SINCE_MS);
  }

  /** Returns the delays so far, with those since the last change. */
  private delaysAt(nowMs: number): Histogram {
    const cells = this.kernel.memoryOf(this);
    const delays = Histogram.of(
      cells.slice(OFFSET.DELAYS, OFFSET.DELAYS + OFFSET.BINS),
      this.at(OFFSET.DELAYS_WEIGHT),
      this.at(OFFSET.DELAYS_SUM),
      this.at(OFFSET.DELAYS_LARGEST),
    );
    const [dt, vcpu, served] = [
      this.stretchMs(nowMs),
      this.at(OFFSET.LOAD_VCPU),
      this.at(OFFSET.LOAD_SERVED),
    ];
    if (dt === 0 || vcpu === 0) return delays;
    const queries = (vcpu * dt) / this.at(OFFSET.LOAD_CPU_MS_PER_QUERY);
    const fromMs = this.at(OFFSET.BACKLOG_MS);
    const toMs = Math.max(0, fromMs + (vcpu - served) * dt);
    if (fromMs === 0 && toMs === 0) delays.addNone(queries);
    else addRampDelays(delays, queries, fromMs, toMs, served);
    return delays;
  }

  /**
   * Returns the most metered time in a pause. Two checks for activity may be late. The compute may suspend
   * twice, once before a start and once after it.
   */
  private longestIdleMs(): number {
    const { suspendAfterMs, idleCheckMs } = this.rule;
    const { suspendTime } = this.simulation.assumptions.life;
    return (suspendAfterMs ?? NEVER) + 2 * (idleCheckMs + Math.ceil(quantileMs(suspendTime, LARGEST_DRAW)));
  }
}
