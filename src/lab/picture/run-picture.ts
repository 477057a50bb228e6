import type { Simulation } from '../../library/tidemark.ts';
import { type RunningBill, runningBill } from './running-bill.ts';
import type { SizeStep } from './size-step.ts';

/** What the lab draws and says of a run. Times are milliseconds since 1970, in UTC. */
export interface RunPicture {
  /** The first sentences of the answer. */
  readonly answer: string;
  readonly why: string;
  readonly fromMs: number;
  readonly untilMs: number;
  readonly timezone: string;
  readonly currency: string;
  readonly range: { readonly minCu: number; readonly maxCu: number };
  /** Each change of size and state, from the beginning. The size is 0 while the compute sleeps. */
  readonly steps: readonly SizeStep[];
  /** From here on, changes are too many to list, and the size is the largest of each step of `columns`. */
  readonly listedUntilMs: number;
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

/** How many clients met something, and what. */
export interface Met {
  readonly atMs: number;
  readonly clients: number;
  readonly what: string;
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
  readonly cuHours: number;
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
    state,
    pending,
    reason,
  }));
  const listedUntilMs = timeline.omitted === 0 ? untilMs : (listed.at(-1)?.atMs ?? fromMs);
  const steps = [...listed, ...unlistedSteps(timeSeries.mostCu, atMs, listedUntilMs)];
  return {
    answer: answerOf(simulation),
    why: simulation.why,
    fromMs,
    untilMs,
    timezone: simulation.timezone,
    currency: simulation.prices.currency,
    range: rangeOf(compute.size),
    steps,
    listedUntilMs,
    asleep: spansAsleep(steps, untilMs),
    waits: compute.wakes.each.flatMap(({ from, held }) =>
      held === 0 ? [] : [{ atMs: Date.parse(from), clients: held, what: 'waited for a start' }],
    ),
    errors: errorsOf(compute, atMs),
    columns: {
      stepMs,
      atMs,
      usedVcpu: timeSeries.usedVcpu,
      throttled: timeSeries.throttledMs.map((ms) => ms / stepMs),
      hitRatio: timeSeries.hitRatio,
    },
    bill: runningBill(simulation, steps, timeline.omitted === 0),
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

function unlistedSteps(
  mostCu: readonly number[],
  atMs: readonly number[],
  listedUntilMs: number,
): readonly SizeStep[] {
  return mostCu.flatMap((cu, at) => {
    const time = atMs[at] as number;
    if (time < listedUntilMs || cu === mostCu[at - 1]) return [];
    return [{ atMs: time, cu, state: cu === 0 ? 'idle' : 'active', pending: null, reason: '' }];
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

/** Refused connections of each step, and dead connections and timeouts of each awake period. */
function errorsOf({ timeSeries, wakes }: Compute, atMs: readonly number[]): readonly Met[] {
  const refused = timeSeries.refused.map((clients, at) => ({
    atMs: atMs[at] as number,
    clients,
    what: 'were refused',
  }));
  const ofWakes = wakes.each.flatMap(({ from, stale, timedOut }) => [
    { atMs: Date.parse(from), clients: stale, what: 'met a dead connection' },
    { atMs: Date.parse(from), clients: timedOut, what: 'gave up waiting for a start' },
  ]);
  return [...refused, ...ofWakes].filter(({ clients }) => clients > 0);
}

function figuresOf({ totals }: Simulation, compute: Compute): RunFigures {
  const { wakes, queries, load, cpu, cache, connections, awake, events } = compute;
  return {
    costPerMonth: totals.costPerMonth,
    cuHours: totals.cuHours,
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
