import { DAY_MS, MINUTE_MS, QUARTERS_PER_CU } from '../facts/index.ts';
import { EVENT, Run, type Simulation } from '../simulator/index.ts';

/**
 * What a run has metered up to each minute. The amount in any span, shifted or not, is a difference of two readings.
 */
export interface UsageCurve {
  readonly startMs: number;
  readonly endMs: number;
  readonly stepMs: number;
  /** Totals since the start: CU-milliseconds, milliseconds awake, wakes, suspends. */
  readonly cuMs: Float64Array;
  readonly awakeMs: Float64Array;
  readonly wakes: Float64Array;
  readonly suspends: Float64Array;
  /** Connections that were refused during the whole run. */
  readonly refused: number;
}

type Metered = 'cuMs' | 'awakeMs' | 'wakes' | 'suspends';

/** Runs longer than this are sampled every five minutes. */
const LONG_MS = 100 * DAY_MS;

export function usageCurveOf(simulation: Simulation): UsageCurve {
  const { startMs, horizonMs } = simulation;
  const stepMs = horizonMs > LONG_MS ? 5 * MINUTE_MS : MINUTE_MS;
  const run = new Run(simulation);
  const [compute] = run.computes as [Run['computes'][number]];
  const count = Math.ceil(horizonMs / stepMs) + 1;
  const column = () => new Float64Array(count);
  const [cuMs, awakeMs, wakes, suspends] = [column(), column(), column(), column()];
  for (let i = 0; i < count; i++) {
    const nowMs = Math.min(horizonMs, i * stepMs);
    run.advance(nowMs);
    cuMs[i] = compute.meter.quarterCuMsAt(nowMs) / QUARTERS_PER_CU;
    awakeMs[i] = compute.meter.awakeMsAt(nowMs);
    wakes[i] = compute.counted(EVENT.wake);
    suspends[i] = compute.counted(EVENT.suspend);
  }
  const refused = compute.counted(EVENT.connectionRefused) + compute.counted(EVENT.poolTimedOut);
  return { startMs, endMs: startMs + horizonMs, stepMs, cuMs, awakeMs, wakes, suspends, refused };
}

/** The amount in a span, interpolated linearly within a minute. */
export function usedBetween(curve: UsageCurve, what: Metered, fromMs: number, untilMs: number): number {
  return readingAt(curve, what, untilMs) - readingAt(curve, what, fromMs);
}

function readingAt({ startMs, endMs, stepMs, ...columns }: UsageCurve, what: Metered, utcMs: number): number {
  const values = columns[what];
  const last = values.length - 1;
  const atMs = Math.min(endMs, Math.max(startMs, utcMs)) - startMs;
  const i = Math.min(last, Math.floor(atMs / stepMs));
  const [before, fromMs] = [values[i] as number, i * stepMs];
  if (i === last) return before;
  const lengthMs = Math.min(endMs - startMs, fromMs + stepMs) - fromMs;
  return lengthMs === 0
    ? before
    : before + (((values[i + 1] as number) - before) * (atMs - fromMs)) / lengthMs;
}
