import { startTimeName } from '../../compute/index.ts';
import { MICROS, SECOND_MS } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { onlyCompute } from '../configurations/configuration.ts';
import { ASSUMPTIONS, type Assumed, type AssumptionKind, type AssumptionName } from './assumptions.ts';

/**
 * The value of an assumption in the form of its flag: `yes`, `measured`, `none`, or the amount of a price.
 * Null if several loads have different values.
 */
export function flagValue(simulation: Simulation, assumption: AssumptionName): string | null {
  if (assumption === 'start') return startText(simulation);
  const field = LOAD_FIELDS[assumption];
  if (field !== undefined) {
    const loads = onlyCompute(simulation).demand.flatMap((one) =>
      one.kind === 'load' && one.isEvent !== true ? [one[field]] : [],
    );
    if (new Set(loads).size > 1) return null;
  }
  const kind: AssumptionKind = ASSUMPTIONS[assumption];
  return textOf(assumption, kind.of(simulation) ?? null);
}

const LOAD_FIELDS: Partial<
  Readonly<Record<AssumptionName, 'concurrency' | 'connections' | 'cpuMsPerQuery'>>
> = { concurrency: 'concurrency', connections: 'connections', 'cpu-per-query': 'cpuMsPerQuery' };

/** The time of a start in the form of its flag: `stated`, `measured`, `2s` or `1s/3s`. */
export function startText({ assumptions: { life } }: Simulation): string {
  const { startTime } = life;
  if (startTime.kind === 'constant') return timeText(startTime.ms);
  return startTimeName(startTime) ?? `${timeText(startTime.medianMs)}/${timeText(startTime.p95Ms)}`;
}

function textOf(assumption: AssumptionName, assumed: Assumed): string {
  if (typeof assumed === 'boolean') return assumed ? 'yes' : 'no';
  if (assumed === null) return 'none';
  if (assumption === 'cpu-per-query' || assumption === 'connection-cpu')
    return timeText(Number(assumed.toPrecision(DIGITS)));
  if (assumption === 'price') return String(assumed / MICROS);
  return String(assumed);
}

/** A mean may have any number of digits, but more than this do not change the price. */
const DIGITS = 6;

function timeText(ms: number): string {
  return ms >= SECOND_MS ? `${ms / SECOND_MS}s` : `${ms}ms`;
}
