import type { Simulation } from '../../simulator/index.ts';
import type { Objectives, Under } from '../objectives/objectives.ts';
import type { Condition } from '../search/conditions.ts';
import { ASSUMPTIONS, type AssumptionKind, type AssumptionName, ENDS } from '../sensitivity/assumptions.ts';
import { changed } from '../sensitivity/change.ts';
import { unknownAssumptions } from '../sensitivity/known.ts';

/** A condition under which objectives have to be met, in addition to the question as it is. */
export interface Stress {
  readonly condition: Condition;
  readonly under: Under;
  /** The objectives that have to be met under it. */
  readonly objectives: Objectives;
}

/**
 * More demand, and both ends of each assumption that nobody has measured, one at a time. The stresses that
 * most configurations fail come first.
 */
export function stressesOf(simulation: Simulation, objectives: Objectives): Stress[] {
  const unknown = new Set(unknownAssumptions(simulation));
  return ORDER.flatMap((name) => {
    if (name === 'headroom') return headroomOf(objectives);
    return unknown.has(name) ? endsOf(simulation, objectives, name) : [];
  });
}

const ORDER: readonly (Exclude<AssumptionName, 'price'> | 'headroom')[] = [
  'burst',
  'headroom',
  'concurrency',
  'cpu-per-query',
  'connections',
  'start',
  'skew',
];

/** Budget and quota are for today's demand only. */
function headroomOf(objectives: Objectives): Stress[] {
  const { headroom } = objectives;
  if (headroom === null || headroom === 0) return [];
  const demand = 1 + headroom;
  return [
    {
      condition: { grow: demand },
      under: { demand },
      objectives: { ...objectives, budget: null, quota: null },
    },
  ];
}

function endsOf(simulation: Simulation, objectives: Objectives, assumption: AssumptionName): Stress[] {
  const kind: AssumptionKind = ASSUMPTIONS[assumption];
  return ENDS.flatMap((end) => {
    const condition = { assumption, end };
    const other = changed(simulation, condition);
    if (other === null) return [];
    return [{ condition, under: { assumption, assumed: kind.of(other) ?? null }, objectives }];
  });
}
