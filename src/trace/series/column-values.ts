import { SECOND_MS } from '../../facts/index.ts';
import { COUNTED } from '../quantity.ts';
import type { Choice } from './choice.ts';
import { countedOf } from './counter.ts';
import type { Series } from './series.ts';

/** What a column is at which times. */
export interface ColumnValues {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** What was found in counters on the way. */
interface CounterFindings {
  resets: number;
  /** Times between two values of a counter that are too far apart to say when it counted. */
  pauses: number;
}

/** The values of a choice in the quantity's own unit. What is a share of the size is still one. */
export function columnValues(
  choice: Choice,
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

/** A pause of more than this many steps leaves open when a counter counted. */
const LONGEST_STEPS = 1.5;

/** What a counter grew by belongs to the step that ends with the new value, and begins with the one before. */
function countedSteps(
  { times, values }: Series,
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

function overStep({ times, values, stepsMs }: Series, stepMs: number): ColumnValues {
  return { times, values: values.map((value, at) => value / ((stepsMs?.[at] ?? stepMs) / SECOND_MS)) };
}

/** Of those that are known at a time; unknown where none is. */
function joined(parts: readonly ColumnValues[], join: Choice['join']): ColumnValues {
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
