import { describeSource, type Fact } from '../facts/index.ts';
import { present } from '../problem/index.ts';
import type { ComputeResult, RunResult } from '../simulator/index.ts';
import type { RuleFact } from './step.ts';

/** Returns a compute of a run by its name. */
export function computeOf({ computes }: RunResult, name: string): ComputeResult {
  return present(
    computes.find((compute) => compute.name === name),
    `the lesson's scenario has a compute ${name}`,
  );
}

/** Returns the time of day of an instant in UTC: `09:17`. */
export function clockWords(iso: string): string {
  return iso.slice(11, 16);
}

export function ruleFact<T>({ value, source }: Fact<T>, words: (value: T) => string): RuleFact {
  return { words: words(value), source: describeSource(source) };
}

/** Returns the last awake period of a compute. Each lesson that uses it has one. */
export function lastAwake({ name, wakes }: ComputeResult) {
  return present(wakes.each.at(-1), `${name} was awake once at least`);
}

export function minutesBetween(from: string, until: string): number {
  return (Date.parse(until) - Date.parse(from)) / 60_000;
}
