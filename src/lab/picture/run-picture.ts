import type { Simulation } from '../../library/tidemark.ts';
import { type Met, metBy } from './met.ts';
import { type RunningBill, runningBill } from './running-bill.ts';
import type { SizeStep } from './size-step.ts';

/** The data of a run that the lab draws and describes. Times are milliseconds since 1970, in UTC. */
export interface RunPicture {
  /** The first sentences of the answer. */
  readonly answer: string;
  readonly why: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly timezone: string;
  readonly currency: string;
  /** Whether the compute sleeps if it is inactive. */
  readonly sleeps: boolean;
  readonly range: { readonly minCu: number; readonly maxCu: number };
  /**
   * Each change of size and state, from the beginning. The size is 0 while the compute sleeps. If there are too many
   * changes to list, the later ones are those of the largest size of each step of `columns`.
   */
  readonly steps: readonly SizeStep[];
  /** When the compute slept. After the listed changes, these are the steps in which it slept at all. */
  readonly asleep: readonly Asleep[];
  readonly waits: readonly Met[];
  readonly errors: readonly Met[];
  readonly columns: Columns;
  /** The bill until each time. */
  readonly bill: RunningBill;
  readonly figures: RunFigures;
}

interface Asleep {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** Columns of equal steps. */
interface Columns {
  readonly stepMs: number;
  readonly atMs: readonly number[];
  readonly usedVcpu: readonly number[];
  /** The share of each step in which queries waited for CPU. */
  readonly throttled: readonly number[];
  /** The share of reads from the cache. Null if nothing was read. */
  readonly hitRatio: readonly (number | null)[];
}

/** The figures of a run that people compare. */
export interface RunFigures {
  readonly costPerMonth: number;
  readonly awakeShare: number;
  readonly wakesPerDay: number;
  /** How long half of the clients that woke the compute waited. Null if none did. */
  readonly wakeWaitMs: number | null;
  readonly delayP99Ms: number;
  readonly throttledShare: number;
  readonly refused: number;
  readonly dropped: number;
  readonly hitRatio: number | null;
  readonly peakConnections: number;
  readonly clientLimit: number;
}

/** Returns the picture of a simulation of one compute. */
export function runPicture(simulation: Simulation): RunPicture {
  const [compute] = simulation.computes;
  if (compute === undefined || simulation.computes.length > 1)
    throw new Error(`the lab shows one compute, and this scenario has ${simulation.computes.length}`);
  const { timeSeries, timeline } = compute;
  const fromMs = Date.parse(simulation.from);
  const untilMs = Date.parse(simulation.until);
  const { stepMs } = timeSeries;
  const atMs = timeSeries.mostCu.map((_, at) => fromMs + at * stepMs);
  const listed = timeline.entries.map(({ at, state, pending, cu, reason }) => ({
    atMs: Date.parse(at),
    cu: state === 'idle' ? 0 : cu,
    pending,
    reason,
  }));
  const isWhole = timeline.omitted === 0;
  const listedUntilMs = isWhole ? untilMs : (listed.at(-1)?.atMs ?? fromMs);
  const later = atMs.flatMap((time, at) => (time < listedUntilMs ? [] : [at]));
  const steps = [...listed, ...largestSizes(later, timeSeries.mostCu, atMs)];
  return {
    answer: answerOf(simulation),
    why: simulation.why,
    fromMs,
    untilMs,
    timezone: simulation.timezone,
    currency: simulation.prices.currency,
    sleeps: compute.suspendAfterMs !== null,
    range: rangeOf(compute.size),
    steps,
    asleep: [
      ...spansAsleep(listed, listedUntilMs),
      ...later.flatMap((at) => {
        const from = atMs[at] as number;
        return timeSeries.leastCu[at] === 0
          ? [{ fromMs: from, untilMs: Math.min(untilMs, from + stepMs) }]
          : [];
      }),
    ],
    ...metBy(simulation, compute, atMs),
    columns: {
      stepMs,
      atMs,
      usedVcpu: timeSeries.usedVcpu,
      throttled: timeSeries.throttledMs.map((ms) => ms / stepMs),
      hitRatio: timeSeries.hitRatio,
    },
    bill: runningBill(simulation, steps, isWhole),
    figures: figuresOf(simulation, compute),
  };
}

type Compute = Simulation['computes'][number];

function rangeOf(size: Compute['size']): RunPicture['range'] {
  return size.cu === undefined ? size : { minCu: size.cu, maxCu: size.cu };
}

/** The headline of the answer is its first heading. */
function answerOf({ page }: Simulation): string {
  const heading = page.find(({ kind }) => kind === 'heading');
  return heading !== undefined && 'text' in heading ? heading.text : '';
}

/** The changes of the largest size of steps, by their numbers. */
function largestSizes(
  numbers: readonly number[],
  mostCu: readonly number[],
  atMs: readonly number[],
): readonly SizeStep[] {
  let before: number | undefined;
  return numbers.flatMap((at) => {
    const cu = mostCu[at] as number;
    if (cu === before) return [];
    before = cu;
    return [{ atMs: atMs[at] as number, cu, pending: null, reason: '' }];
  });
}

/** A compute that starts does not sleep any more. */
function spansAsleep(steps: readonly SizeStep[], untilMs: number): readonly Asleep[] {
  const sleeps = steps.map(({ cu, pending }) => cu === 0 && pending !== 'active');
  return steps.flatMap(({ atMs }, at) => {
    if (!sleeps[at] || sleeps[at - 1]) return [];
    const end = sleeps.indexOf(false, at);
    return [{ fromMs: atMs, untilMs: end < 0 ? untilMs : (steps[end] as SizeStep).atMs }];
  });
}

function figuresOf({ totals }: Simulation, compute: Compute): RunFigures {
  const { wakes, queries, load, cpu, cache, connections, awake, events } = compute;
  return {
    costPerMonth: totals.costPerMonth,
    awakeShare: awake.share,
    wakesPerDay: wakes.perDay,
    wakeWaitMs: wakes.waitMs.count === 0 ? null : wakes.waitMs.p50,
    delayP99Ms: Math.max(queries.addedDelayMs.p99, load.addedDelayMs.p99),
    throttledShare: cpu.throttledShare,
    refused: totals.refused,
    dropped: events['connection.dropped'] ?? 0,
    hitRatio: cache.hitRatio,
    peakConnections: connections.peak,
    clientLimit: connections.clientLimit,
  };
}
