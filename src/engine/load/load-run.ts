import { type InactivityRule, LARGEST_DRAW, quantileMs, suspensionDueMs } from '../../compute/index.ts';
import type { LoadDemand } from '../../workload/index.ts';
import { CountedApart } from '../counted-apart.ts';
import { Cpu } from '../cpu.ts';
import { EVENT, type EventNumber } from '../event-kinds.ts';
import { Histogram } from '../histogram.ts';
import { boundsOf, givenColumns, limitsOf } from '../limits.ts';
import { LOAD_TICK_MS } from '../load-average.ts';
import { cpuMsPerQueryOf } from '../loads.ts';
import type { Measured, MeasuredCompute } from '../measured.ts';
import { isCalm } from '../memory.ts';
import { Meter } from '../meter.ts';
import type { ComputePlan, Simulation } from '../simulation.ts';
import { Sizing } from '../sizing.ts';
import { calmAhead } from './calm-ahead.ts';
import { allChanges, type LoadChanges } from './changes.ts';
import { type LifeTimes, lifeTimes } from './life-times.ts';
import { Stay } from './stay.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** The run of a simulation as a `LoadRun`; null where more may come of it than that knows. */
export function loadRun(simulation: Simulation): LoadRun | null {
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
  if (load?.kind !== 'load' || further.length > 0 || load.pagesPerQuery > 0) return null;
  if (load.connections > limitsOf(compute.size, simulation).clientConnections) return null;
  const run = new LoadRun(simulation, compute, load);
  return run.isCalm ? run : null;
}

/** What a compute without clients has of them. */
const NOTHING = new Histogram();

type Phase = 'starting' | 'awake' | 'suspending' | 'asleep';

/**
 * The run of one compute whose only demand is a load that reads no pages, for its sums alone: it starts, stays awake,
 * and sleeps, and of these only the stay takes more than a few numbers. Where it is possible it is a `Run`, to the bit.
 */
export class LoadRun implements Measured, MeasuredCompute {
  nowMs = 0;
  readonly spentMonths = 0;
  readonly simulation: Simulation;
  readonly computes: readonly [MeasuredCompute] = [this];
  readonly meter = new Meter();
  readonly cpu = new Cpu(new Histogram());
  readonly apart: CountedApart;
  readonly disk: MeasuredCompute['disk'];
  readonly cache = { hitsAt: () => 0, missesAt: () => 0 };
  readonly clients = {
    delays: NOTHING,
    wakeWaits: NOTHING,
    poolWaits: NOTHING,
    connections: { atOnce: { ever: 0 }, peakPooled: 0 },
  };
  /** Nothing that it holds of memory can bring it under pressure at any of its sizes. */
  readonly isCalm: boolean;
  private phase: Phase = 'starting';
  /** When a start or a suspend under way is over. */
  private workMs: number;
  /** The load waits at the door. */
  private waits = false;
  private starts = 0;
  private suspends = 0;
  private wakes = 0;
  private readonly stay: Stay;
  private readonly sizing: Sizing;
  private readonly connections: number;
  private readonly calmAhead: (atMs: number) => number;
  private readonly changes: LoadChanges;
  private readonly times: LifeTimes;
  private readonly rule: InactivityRule;
  private readonly concurrency: number;
  private readonly smallestVcpu: number;

  constructor(simulation: Simulation, compute: ComputePlan, load: LoadDemand) {
    const { assumptions, counted, zone, startMs } = simulation;
    this.simulation = simulation;
    this.connections = load.connections;
    this.disk = { used: { ever: 0 }, limitBytes: limitsOf(compute.size, simulation).diskBytes };
    this.apart = new CountedApart(counted, zone, startMs);
    this.changes = allChanges(simulation, load, compute.name);
    this.times = lifeTimes(simulation, compute.name);
    this.sizing = new Sizing(assumptions);
    this.concurrency = load.concurrency ?? NEVER;
    this.rule = {
      suspendAfterMs: compute.suspendAfterMs,
      idleCheckMs: assumptions.life.idleCheckMs,
    };
    this.calmAhead = calmAhead(this.changes, simulation.horizonMs, this.longestIdleMs());
    const bounds = boundsOf(compute.size);
    const given = givenColumns(simulation);
    const baseBytes = assumptions.baseMemoryBytes;
    const connectionBytes = load.connections * assumptions.connectionMemoryBytes;
    const usableBytes = given.usableBytes[bounds.minQuarterCu] as number;
    this.smallestVcpu = given.vcpu[bounds.minQuarterCu] as number;
    this.isCalm = isCalm(baseBytes + this.changes.mostMemoryBytes + connectionBytes, usableBytes);
    this.stay = new Stay(
      {
        cpu: this.cpu,
        sizing: this.sizing,
        meter: this.meter,
        given,
        config: assumptions.autoscaler,
        costs: {
          cpuMsPerQuery: load.cpuMsPerQuery,
          concurrency: this.concurrency,
          baseBytes,
          connectionBytes,
        },
        readsLoad: false,
        sleepsAt: (activeMs) => this.sleepsAt(activeMs),
        metered: null,
      },
      this.changes,
      bounds,
    );
    this.workMs = this.startedAt(0);
  }

  get calmAheadMs(): number {
    return this.calmAhead(this.nowMs);
  }

  get peakSize(): MeasuredCompute['peakSize'] {
    return this.stay.peakSize;
  }

  counted(kind: EventNumber): number {
    if (kind === EVENT.wake) return this.wakes;
    return kind === EVENT.downscaleDenied ? this.stay.denials : 0;
  }

  /** Does everything that is due before `untilMs`. */
  advance(untilMs: number): void {
    const { stay } = this;
    for (;;) {
      if (this.phase === 'awake') {
        stay.follow(untilMs);
        if (stay.isWanted) this.clients.connections.atOnce.ever = this.connections;
        if (stay.sleepMs >= untilMs) break;
        this.suspend(stay.sleepMs);
      } else {
        const atMs = Math.min(this.workMs, stay.changeMs);
        if (atMs >= untilMs) break;
        if (atMs === this.workMs) this.finish(atMs);
        else this.change(atMs);
      }
    }
    this.nowMs = untilMs;
  }

  /** The load changes while the compute does not run. */
  private change(atMs: number): void {
    const { changes, stay, cpu } = this;
    const { place } = stay;
    const vcpu = changes.vcpu[place] as number;
    const memoryBytes = changes.memoryBytes[place] as number;
    stay.place++;
    stay.changeMs = changes.atMs[stay.place] as number;
    if (vcpu === cpu.flow && memoryBytes === stay.memoryBytes) return;
    stay.memoryBytes = memoryBytes;
    if (vcpu > 0) {
      this.waits = true;
      if (this.phase === 'asleep') this.start(atMs);
    }
    cpu.setFlow(vcpu, cpuMsPerQueryOf(vcpu, stay.cpuMsPerQuery), this.concurrency, atMs);
  }

  private start(atMs: number): void {
    this.phase = 'starting';
    this.workMs = this.startedAt(atMs);
  }

  private startedAt(atMs: number): number {
    return Math.ceil(atMs + this.times.startMs(this.starts++));
  }

  /** A start or a suspend is over. */
  private finish(atMs: number): void {
    this.workMs = NEVER;
    if (this.phase === 'starting') {
      this.wake(atMs);
      return;
    }
    this.meter.set(0, atMs);
    if (this.waits) this.start(atMs);
    else this.phase = 'asleep';
  }

  private wake(atMs: number): void {
    const { stay, cpu, meter, sizing } = this;
    this.phase = 'awake';
    this.waits = false;
    sizing.begin(atMs);
    cpu.setVcpu(this.smallestVcpu, atMs);
    stay.isWanted ||= cpu.flow > 0;
    stay.size = stay.bounds.minQuarterCu;
    meter.set(stay.size, atMs);
    stay.goneMs = cpu.backlogGoneMs();
    stay.tickMs = stay.scales ? atMs + LOAD_TICK_MS : NEVER;
    stay.lookMs = NEVER;
    stay.activeMs = atMs;
    stay.sleepMs = cpu.flow > 0 || cpu.backlogMs > 0 ? NEVER : this.sleepsAt(atMs);
    // The first start wakes nobody.
    if (this.starts > 1) {
      this.wakes++;
      this.apart.wake(atMs);
    }
  }

  private suspend(atMs: number): void {
    this.cpu.setVcpu(0, atMs);
    this.phase = 'suspending';
    this.workMs = Math.ceil(atMs + this.times.suspendMs(this.suspends++));
  }

  /** How long it is awake at most in a pause: two looks may come late, and a suspend may go before a start, too. */
  private longestIdleMs(): number {
    const { suspendAfterMs, idleCheckMs } = this.rule;
    const { suspendTime } = this.simulation.assumptions.life;
    return (suspendAfterMs ?? NEVER) + 2 * (idleCheckMs + Math.ceil(quantileMs(suspendTime, LARGEST_DRAW)));
  }

  /** When it sleeps after its last activity. */
  private sleepsAt(activeMs: number): number {
    return suspensionDueMs(this.rule, this.sizing.startedMs, activeMs) ?? NEVER;
  }
}
