import {
  addRampDelays,
  Histogram,
  type InactivityRule,
  LARGEST_DRAW,
  LOAD_TICK_MS,
  leastLoads,
  quantileMs,
} from '../../compute/index.ts';
import type { QuarterCu } from '../../facts/index.ts';
import type { LoadDemand } from '../../workload/index.ts';
import { CountedApart } from '../counted-apart.ts';
import { EVENT, type EventNumber } from '../event-kinds.ts';
import { boundsOf, givenColumns, limitsOf } from '../limits.ts';
import type { Measured, MeasuredCompute } from '../measured.ts';
import { isCalm } from '../memory.ts';
import type { ComputePlan, Simulation } from '../simulation.ts';
import { calmAhead } from './calm-ahead.ts';
import { allChanges, type LoadChanges } from './changes.ts';
import * as CELL from './kernel/cells.ts';
import { layGivens } from './kernel/givens.ts';
import { type Guest, kernelOfThread } from './kernel/kernel.ts';
import { type LifeTimes, lifeTimes } from './life-times.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** The run of a simulation as a `LoadRun`; null where more may come of it than that knows. */
export function loadRun(simulation: Simulation): LoadRun | null {
  const plain = plainLoad(simulation);
  if (plain === null) return null;
  const { compute, load } = plain;
  if (load.connections > limitsOf(compute.size, simulation).clientConnections) return null;
  const run = new LoadRun(simulation, compute, load);
  return run.isCalm ? run : null;
}

/** A compute that is for a load alone, in a world in which nothing else happens to it, and that load; null: it is not. */
export function plainLoad(
  simulation: Simulation,
): { readonly compute: ComputePlan; readonly load: LoadDemand } | null {
  const { facts, plan, assumptions, releases, stepping, computes } = simulation;
  const [compute, ...others] = computes;
  const [load, ...further] = compute?.demand ?? [];
  const { cpuStableZoneRatio, cpuMixedZoneRatio } = assumptions.autoscaler;
  const isPlain =
    !stepping &&
    releases === null &&
    facts.quotaCuHours.value[plan] === null &&
    assumptions.life.startFailureShare === 0 &&
    cpuStableZoneRatio === 0 &&
    cpuMixedZoneRatio === 0;
  if (!isPlain || compute === undefined || others.length > 0 || compute.changes.length > 0) return null;
  return load?.kind === 'load' && further.length === 0 && load.pagesPerQuery === 0 ? { compute, load } : null;
}

/** What a compute without clients has of them. */
const NOTHING = new Histogram();

/**
 * The run of one compute whose only demand is a load that reads no pages, for its sums alone, by the compiled kernel.
 * Where it is possible it is a `Run`, to the bit.
 */
export class LoadRun implements Measured, MeasuredCompute, Guest {
  nowMs = 0;
  readonly spentMonths = 0;
  readonly simulation: Simulation;
  readonly computes: readonly [MeasuredCompute] = [this];
  readonly meter: MeasuredCompute['meter'];
  readonly cpu: MeasuredCompute['cpu'];
  readonly apart: CountedApart;
  readonly disk: MeasuredCompute['disk'];
  readonly cache = { hitsAt: () => 0, missesAt: () => 0 };
  /** Nothing that it holds of memory can bring it under pressure at any of its sizes. */
  readonly isCalm: boolean;
  readonly changes: LoadChanges;
  readonly vcpuOf: Float64Array;
  readonly leastLoadOf: readonly number[];
  /** What differs from run to run, while another is with the kernel; null: it has not been there. */
  private kept: Float64Array | null = null;
  private stays = 0;
  private readonly compute: ComputePlan;
  private readonly load: LoadDemand;
  private readonly kernel = kernelOfThread();
  private readonly calmAhead: (atMs: number) => number;
  private readonly times: LifeTimes;
  private readonly rule: InactivityRule;

  constructor(simulation: Simulation, compute: ComputePlan, load: LoadDemand) {
    const { assumptions, counted, zone, startMs } = simulation;
    this.simulation = simulation;
    this.compute = compute;
    this.load = load;
    this.disk = { used: { ever: 0 }, limitBytes: limitsOf(compute.size, simulation).diskBytes };
    this.apart = new CountedApart(counted, zone, startMs);
    this.changes = allChanges(simulation, load, compute.name);
    this.times = lifeTimes(simulation, compute.name);
    this.rule = { suspendAfterMs: compute.suspendAfterMs, idleCheckMs: assumptions.life.idleCheckMs };
    this.calmAhead = calmAhead(this.changes, simulation.horizonMs, this.longestIdleMs());
    const { minQuarterCu, maxQuarterCu } = boundsOf(compute.size);
    const given = givenColumns(simulation);
    this.vcpuOf = given.vcpu;
    this.leastLoadOf = minQuarterCu < maxQuarterCu ? leastLoads(assumptions.autoscaler, maxQuarterCu) : [];
    const bytes = assumptions.baseMemoryBytes + this.changes.mostMemoryBytes + this.connectionBytes;
    this.isCalm = isCalm(bytes, given.usableBytes[minQuarterCu] as number);
    this.meter = {
      quarterCuMsAt: (nowMs) => this.at(CELL.METERED) + this.at(CELL.METERED_SIZE) * this.meteredMs(nowMs),
      awakeMsAt: (nowMs) =>
        this.at(CELL.AWAKE_MS) + (this.at(CELL.METERED_SIZE) > 0 ? this.meteredMs(nowMs) : 0),
    };
    this.cpu = {
      usedCpuMsAt: (nowMs) => this.at(CELL.USED_CPU_MS) + this.at(CELL.FLOW_SERVED) * this.stretchMs(nowMs),
      throttledMsAt: (nowMs) =>
        this.at(CELL.THROTTLED_MS) +
        (this.at(CELL.VCPU) > 0 && this.at(CELL.MOVES) > 0 ? this.stretchMs(nowMs) : 0),
      flowDelaysAt: (nowMs) => this.delaysAt(nowMs),
    };
  }

  get calmAheadMs(): number {
    return this.calmAhead(this.nowMs);
  }

  get peakSize(): QuarterCu {
    return this.at(CELL.PEAK_SIZE) as QuarterCu;
  }

  /** Nobody changes the size of such a compute. */
  get peakBeforeResize(): QuarterCu {
    return this.peakSize;
  }

  /** The kernel counts no suspends. */
  get isUnslept(): boolean {
    return false;
  }

  get clients(): MeasuredCompute['clients'] {
    const ever = this.at(CELL.IS_WANTED) > 0 ? this.load.connections : 0;
    return {
      delays: NOTHING,
      wakeWaits: NOTHING,
      poolWaits: NOTHING,
      connections: { atOnce: { ever }, peakPooled: 0 },
    };
  }

  counted(kind: EventNumber): number {
    // A run begins awake, and nobody woke the compute then.
    if (kind === EVENT.wake) return Math.max(0, this.stays - 1);
    return kind === EVENT.downscaleDenied ? this.at(CELL.DENIALS) : 0;
  }

  /**
   * Sizes with the same processors differ in nothing but what they cost, where no step down is denied and none takes so
   * long that it holds back what a later reading asks for: a larger minimum then stands wherever this run is below it.
   */
  meteredFrom(minimum: QuarterCu): number | null {
    const { vcpuOf, simulation } = this;
    const own = this.at(CELL.LEAST_SIZE);
    const { downscaleStepMs } = simulation.assumptions.autoscaler;
    if (this.at(CELL.DENIALS) > 0 || downscaleStepMs > LOAD_TICK_MS) return null;
    let above = 0;
    for (let size = own; size < minimum; size++) {
      if (vcpuOf[size] !== vcpuOf[minimum]) return null;
      const openMs = this.at(CELL.METERED_SIZE) === size ? this.meteredMs(this.nowMs) : 0;
      above += (minimum - size) * (this.at(CELL.MS_AT + size) + openMs);
    }
    return this.meter.quarterCuMsAt(this.nowMs) + above;
  }

  /** Does everything that is due before `untilMs`. */
  advance(untilMs: number): void {
    while (this.kernel.advance(this, untilMs)) this.wake(this.kernel.cellsOf(this));
    this.nowMs = untilMs;
  }

  enter(cells: Float64Array): void {
    if (this.kept === null) this.begin(cells);
    else cells.set(this.kept);
  }

  leave(cells: Float64Array): void {
    this.kept = cells.slice(0, CELL.OF_A_RUN);
  }

  /** A compute that is about to be awake. */
  private begin(cells: Float64Array): void {
    const { compute, load, simulation, changes, rule } = this;
    const { minQuarterCu, maxQuarterCu } = boundsOf(compute.size);
    cells.fill(0, 0, CELL.OF_A_RUN);
    layGivens(cells, load, simulation.assumptions);
    cells[CELL.LEAST_SIZE] = minQuarterCu;
    cells[CELL.MOST_SIZE] = maxQuarterCu;
    cells[CELL.SUSPEND_AFTER_MS] = rule.suspendAfterMs ?? NEVER;
    cells[CELL.IDLE_CHECK_MS] = rule.idleCheckMs;
    cells[CELL.CHANGES] = changes.vcpu.length;
    cells[CELL.SIZE] = minQuarterCu;
    cells[CELL.PEAK_SIZE] = minQuarterCu;
    cells[CELL.FLOW_CPU_MS_PER_QUERY] = 1;
    cells[CELL.WORK_MS] = 0;
  }

  private wake(cells: Float64Array): void {
    cells[CELL.NEXT_SUSPEND_MS] = this.times.suspendMs(this.stays);
    cells[CELL.NEXT_START_MS] = this.times.startMs(this.stays++);
    if (this.stays > 1) this.apart.wake(cells[CELL.STARTED_MS] as number);
  }

  private get connectionBytes(): number {
    return this.load.connections * this.simulation.assumptions.connectionMemoryBytes;
  }

  private at(cell: number): number {
    return this.kernel.cellsOf(this)[cell] as number;
  }

  private meteredMs(nowMs: number): number {
    return nowMs - this.at(CELL.METERED_SINCE_MS);
  }

  /** How long the stretch is by now in which all is linear. */
  private stretchMs(nowMs: number): number {
    return nowMs - this.at(CELL.SINCE_MS);
  }

  /** The delays so far, with those of the stretch that is still open. */
  private delaysAt(nowMs: number): Histogram {
    const cells = this.kernel.cellsOf(this);
    const delays = Histogram.of(
      cells.slice(CELL.DELAYS, CELL.DELAYS + CELL.BINS),
      this.at(CELL.DELAYS_WEIGHT),
      this.at(CELL.DELAYS_SUM),
      this.at(CELL.DELAYS_LARGEST),
    );
    const [dt, vcpu, served] = [this.stretchMs(nowMs), this.at(CELL.FLOW_VCPU), this.at(CELL.FLOW_SERVED)];
    if (dt === 0 || vcpu === 0) return delays;
    const queries = (vcpu * dt) / this.at(CELL.FLOW_CPU_MS_PER_QUERY);
    const fromMs = this.at(CELL.BACKLOG_MS);
    const toMs = Math.max(0, fromMs + (vcpu - served) * dt);
    if (fromMs === 0 && toMs === 0) delays.addNone(queries);
    else addRampDelays(delays, queries, fromMs, toMs, served);
    return delays;
  }

  /** How long it is awake at most in a pause: two looks may come late, and a suspend may go before a start, too. */
  private longestIdleMs(): number {
    const { suspendAfterMs, idleCheckMs } = this.rule;
    const { suspendTime } = this.simulation.assumptions.life;
    return (suspendAfterMs ?? NEVER) + 2 * (idleCheckMs + Math.ceil(quantileMs(suspendTime, LARGEST_DRAW)));
  }
}
