import type { Statistic } from '../trace.ts';

/** One measurement over time, as systems that collect many of them export it. */
export interface Series {
  /** The metric that it is of; empty where nothing says so. */
  readonly name: string;
  /** What tells it from others of the same metric. */
  readonly labels: Readonly<Record<string, string>>;
  /** null: nothing says how its values came about. */
  readonly statistic: Statistic | null;
  /** In milliseconds since 1970 in UTC, each after the one before. */
  readonly times: Float64Array;
  /** What is not known is NaN. */
  readonly values: Float64Array;
  /** How long each step is that a value stands for; null: as the times say. */
  readonly stepsMs: Float64Array | null;
  /** The unit that its values are written with, as tables call it; absent: they are bare numbers. */
  readonly unit?: string;
}

/** `host_load1{endpoint_id="ep-1"}`, as Prometheus writes it. */
export function seriesWords({ name, labels }: Pick<Series, 'name' | 'labels'>): string {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
  return pairs.length === 0 && name !== '' ? name : `${name}{${pairs.join(',')}}`;
}

/** Some of them, to name in a problem. */
export function someWords(words: readonly string[]): string {
  const shown = words.slice(0, MOST_SHOWN).join(', ');
  return words.length > MOST_SHOWN ? `${shown} and ${words.length - MOST_SHOWN} more` : shown;
}

const MOST_SHOWN = 8;
