import { ProblemError } from '../../problem/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import { warning } from '../../trace/index.ts';
import type { Document } from '../text/document.ts';
import type { UncertainQuantity } from './interval.ts';
import { intervalsOf } from './intervals-of.ts';
import { likelyValues, withValues } from './with-values.ts';

/** The intervals of a scenario, and the simulation of each world that is drawn from them. */
export interface Uncertain {
  readonly intervals: readonly UncertainQuantity[];
  /** Returns the simulation with one value in place of each interval. */
  world(values: readonly number[]): Simulation;
}

/** Returns the intervals of a document, and the scenario with their likely values. Null if it has no intervals. */
export function uncertainIn<Read extends { readonly simulation: Simulation }>(
  document: Document,
  read: (world: Document) => Read,
): (Uncertain & { readonly scenario: Read }) | null {
  const intervals = intervalsOf(document);
  if (intervals.length === 0) return null;
  return {
    intervals,
    scenario: read(withValues(document, intervals, likelyValues(intervals))),
    world(values) {
      try {
        return read(withValues(document, intervals, values)).simulation;
      } catch (error) {
        throw inWorld(error);
      }
    },
  };
}

/** Two values may be allowed alone and not together, such as a median above its p95. */
function inWorld(error: unknown): unknown {
  if (!(error instanceof ProblemError)) return error;
  return new ProblemError(
    error.problems.map((one) => ({ ...one, found: `${one.found}, in a world drawn from the intervals` })),
  );
}

/** Every answer from the likely values begins with it. */
export function likelyNote({ intervals }: Uncertain): string {
  const names = intervals.map(({ name }) => name);
  const [what, values] =
    names.length === 1
      ? [`${names[0]} is an interval`, 'its likely value']
      : [`${names.length} quantities of the scenario are intervals`, 'their likely values'];
  return warning(`${what}, and this answer uses ${values}. A plan of the scenario draws worlds instead.`);
}
