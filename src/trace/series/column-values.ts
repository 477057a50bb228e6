import { SECOND_MS } from '../../facts/index.ts';
import { COUNTED } from '../quantity.ts';
import type { ChosenColumn } from './chosen-column.ts';
import { countedOf } from './counter.ts';
import type { MetricSeries } from './series.ts';

/** The values of one column with their times. */
export interface ColumnValues {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** Counts what is unusual in counters. */
interface CounterFindings {
  resets: number;
  /** How often two values of a counter are so far apart that the increase between them has no known time. */
  pauses: number;
}

/** The values of a column in the unit of its quantity. Shares of the size are not converted here. */
export function columnValues(
  choice: ChosenColumn,
  stepMs: number | null,
  { vcpus, memoryBytes }: { readonly vcpus: number; readonly memoryBytes: number },
  findings: CounterFindings,
): ColumnValues {
  const { unit, quantity } = choice;
  const factor = unit.factor * (unit.ofVcpus ? vcpus : 1);
  const parts = choice.series.map((series) => {
    if (unit.kind === 'counter') return countedSteps(series, COUNTED.has(quantity), stepMs, findings);
    if (unit.kind === 'over-step') return overStep(series, stepMs ?? Number.NaN);
    return { times: series.times, values: series.values };
  });
  const perStep = unit.kind === 'per-second' ? (stepMs ?? 0) / SECOND_MS : 1;
  const { times, values } = joined(parts, choice.join);
  if (unit.ofMemory)
    return { times, values: values.map((value) => Math.max(0, memoryBytes - value * factor)) };
  return { times, values: values.map((value) => value * factor * perStep) };
}

/** The increase of a counter over more than this many steps has no known time. */
const LONGEST_STEPS = 1.5;

/** The increase of a counter belongs to the step from one value to the next. */
function countedSteps(
  { times, values }: MetricSeries,
  isCounted: boolean,
  stepMs: number | null,
  findings: CounterFindings,
): ColumnValues {
  const known = Array.from(times.keys()).filter((at) => !Number.isNaN(values[at]));
  const { increases, resets } = countedOf(known.map((at) => values[at] as number));
  findings.resets += resets;
  const grown = Float64Array.from(increases, (increase, at) => {
    const lengthMs = (times[known[at + 1] as number] as number) - (times[known[at] as number] as number);
    if (stepMs !== null && lengthMs > LONGEST_STEPS * stepMs) {
      findings.pauses++;
      return Number.NaN;
    }
    return isCounted ? increase : increase / (lengthMs / SECOND_MS);
  });
  return {
    times: Float64Array.from(increases, (_, at) => times[known[at] as number] as number),
    values: grown,
  };
}

function overStep({ times, values, stepsMs }: MetricSeries, stepMs: number): ColumnValues {
  return { times, values: values.map((value, at) => value / ((stepsMs?.[at] ?? stepMs) / SECOND_MS)) };
}

/** Joins the known values of each time. NaN if no value is known. */
function joined(parts: readonly ColumnValues[], join: ChosenColumn['join']): ColumnValues {
  const [first] = parts;
  if (first !== undefined && parts.length === 1) return first;
  const at = new Map<number, number>();
  for (const { times, values } of parts)
    for (let row = 0; row < times.length; row++) {
      const [time, value, before] = [
        times[row] as number,
        values[row] as number,
        at.get(times[row] as number),
      ];
      if (before === undefined || Number.isNaN(before)) at.set(time, value);
      else if (!Number.isNaN(value)) at.set(time, join === 'sum' ? before + value : Math.max(before, value));
    }
  const times = Float64Array.from(at.keys()).sort();
  return { times, values: times.map((time) => at.get(time) as number) };
}
