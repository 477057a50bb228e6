import type { Statistic } from '../trace.ts';

/** One measurement over time, as monitoring systems export it. */
export interface MetricSeries {
  /** The name of the metric. Empty if unknown. */
  readonly name: string;
  /** The labels that distinguish series of the same metric. */
  readonly labels: Readonly<Record<string, string>>;
  /** Null if the file does not say how values were measured. */
  readonly statistic: Statistic | null;
  /** Milliseconds since 1970 in UTC, strictly increasing. */
  readonly times: Float64Array;
  /** An unknown value is NaN. */
  readonly values: Float64Array;
  /** How long each value's step is. Null if steps follow from the times. */
  readonly stepsMs: Float64Array | null;
  /** The unit of all values, by the names of units in tables. Undefined if values have no unit. */
  readonly unit?: string;
}

/** For example `host_load1{endpoint_id="ep-1"}`, as Prometheus writes it. */
export function seriesWords({ name, labels }: Pick<MetricSeries, 'name' | 'labels'>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return pairs.length === 0 && name !== '' ? name : `${name}{${pairs.join(',')}}`;
}

/** The first few of a list, for a problem. */
export function someWords(words: readonly string[]): string {
  const shown = words.slice(0, MOST_SHOWN).join(', ');
  return words.length > MOST_SHOWN ? `${shown} and ${words.length - MOST_SHOWN} more` : shown;
}

const MOST_SHOWN = 8;
