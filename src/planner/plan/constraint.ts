import type { NeighbourStep } from '../configurations/neighbours.ts';
import type { Broken, ObjectiveName } from '../objectives/objectives.ts';

/** The limit that a configuration one step from the recommendation runs into. */
export type Constraint =
  | 'connections'
  | 'working set'
  | 'memory'
  | 'temporary disk'
  | 'bursts above the maximum'
  | 'bursts that outrun the autoscaler'
  | 'pauses'
  | 'pooler'
  | 'money'
  | 'interruptions';

const ALWAYS: Partial<Readonly<Record<ObjectiveName, Constraint>>> = {
  'cold-starts': 'pauses',
  'cold-starts-in-hours': 'pauses',
  'delayed-clients': 'pauses',
  'delayed-over': 'pauses',
  'failed-connects': 'pauses',
  refused: 'connections',
  'pool-wait-p99': 'pooler',
  'cache-hits': 'working set',
  'memory-kills': 'memory',
  'disk-free': 'temporary disk',
  dropped: 'interruptions',
  quota: 'money',
  budget: 'money',
};

/**
 * The constraint behind the gravest broken objective, given the step that broke it; null if none is broken.
 */
export function constraintOf(step: NeighbourStep, broken: readonly Broken[]): Constraint | null {
  const [first] = [...broken].sort((one, other) => weight(other) - weight(one));
  if (first === undefined) return null;
  return ALWAYS[first.objective] ?? SLOW[step];
}

/** The constraint behind slow queries depends on the step. */
const SLOW: Readonly<Record<NeighbourStep, Constraint>> = {
  'smaller minimum': 'bursts that outrun the autoscaler',
  'smaller maximum': 'bursts above the maximum',
  'smaller size': 'bursts above the maximum',
  'larger minimum': 'bursts above the maximum',
  'larger maximum': 'bursts above the maximum',
  'larger size': 'bursts above the maximum',
  'shorter timeout': 'pauses',
  'longer timeout': 'bursts above the maximum',
  'other route': 'pooler',
};

/** Errors weigh more than waits, whatever their number. */
function weight({ objective }: Broken): number {
  return ERRORS.has(objective) ? 1 : 0;
}

const ERRORS = new Set<ObjectiveName>([
  'memory-kills',
  'refused',
  'failed-connects',
  'disk-free',
  'cache-hits',
]);
