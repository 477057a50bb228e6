import {
  DAY_MS,
  HOUR_MS,
  isFixed,
  MINUTE_MS,
  PLAN_NAMES,
  recommendableFacts,
  type SizeSetting,
  suspendProblems,
} from '../../facts/index.ts';
import type { ComputePlan, Simulation } from '../../simulator/index.ts';
import { isAccepted } from '../configurations/accepted.ts';
import { onlyCompute } from '../configurations/configuration.ts';
import type { Ladder, Lever } from './remedy.ts';

const MOST_RUNGS = 20;
const TIMEOUTS_MS = [
  MINUTE_MS,
  2 * MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  4 * HOUR_MS,
  12 * HOUR_MS,
  DAY_MS,
  7 * DAY_MS,
  null,
];

/** Ladders that enlarge one setting of the compute, further at each rung. */
export function largerLadders(simulation: Simulation): Ladder[] {
  const { size } = onlyCompute(simulation);
  const larger = listedSizes(simulation).filter((cu) => cu > size.minCu);
  return [
    timeoutLadder(simulation, TIMEOUTS_MS),
    ...(isFixed(size)
      ? [
          sizeLadder(simulation, 'maximum', larger, (maxCu) => ({ ...size, maxCu })),
          sizeLadder(simulation, 'size', larger, (cu) => ({ minCu: cu, maxCu: cu })),
        ]
      : [
          sizeLadder(
            simulation,
            'minimum',
            larger.filter((cu) => cu <= size.maxCu),
            (minCu) => ({ ...size, minCu }),
          ),
          sizeLadder(
            simulation,
            'maximum',
            larger.filter((cu) => cu > size.maxCu),
            (maxCu) => ({ ...size, maxCu }),
          ),
          sizeLadder(
            simulation,
            'size',
            larger.filter((cu) => cu > size.maxCu),
            (cu) => ({ minCu: cu, maxCu: cu }),
          ),
        ]),
  ];
}

/** Ladders that reduce a setting, further at each rung, and other plans: remedies for a spent quota. */
export function smallerLadders(simulation: Simulation): Ladder[] {
  const { size } = onlyCompute(simulation);
  const smaller = listedSizes(simulation)
    .filter((cu) => cu < size.maxCu)
    .reverse();
  return [
    timeoutLadder(simulation, [...TIMEOUTS_MS].reverse()),
    ...(isFixed(size)
      ? [sizeLadder(simulation, 'size', smaller, (cu) => ({ minCu: cu, maxCu: cu }))]
      : [
          sizeLadder(
            simulation,
            'minimum',
            smaller.filter((cu) => cu < size.minCu),
            (minCu) => ({ ...size, minCu }),
          ),
          sizeLadder(
            simulation,
            'maximum',
            smaller.filter((cu) => cu >= size.minCu),
            (maxCu) => ({ ...size, maxCu }),
          ),
        ]),
    planLadder(simulation),
  ];
}

export function listedSizes({ facts }: Simulation): readonly number[] {
  return facts.listedSizesCu.value;
}

function sizeLadder(
  simulation: Simulation,
  lever: Lever,
  candidates: readonly number[],
  sizeOf: (cu: number) => SizeSetting,
): Ladder {
  const { size, suspendAfterMs } = onlyCompute(simulation);
  const facts = recommendableFacts(simulation.facts);
  return candidates
    .filter((cu) => isAccepted(facts, simulation.plan, { size: sizeOf(cu), suspendAfterMs }))
    .slice(0, MOST_RUNGS)
    .map((cu) => ({
      remedy: { lever, demand: null, from: lever === 'minimum' ? size.minCu : size.maxCu, to: cu },
      simulation: withCompute(simulation, { size: sizeOf(cu) }),
    }));
}

/** Timeouts beyond the current one, in the order given. */
function timeoutLadder(simulation: Simulation, inOrder: readonly (number | null)[]): Ladder {
  const compute = onlyCompute(simulation);
  const from = compute.suspendAfterMs;
  const grows = inOrder.at(-1) === null;
  const length = (ms: number | null) => ms ?? Number.POSITIVE_INFINITY;
  const facts = recommendableFacts(simulation.facts);
  return inOrder
    .filter((to) => (grows ? length(to) > length(from) : length(to) < length(from)))
    .filter((ms) => suspendProblems(facts, simulation.plan, ms, compute.size.maxCu, '').length === 0)
    .map((to) => ({
      remedy: { lever: 'timeout', demand: null, from, to },
      simulation: withCompute(simulation, { suspendAfterMs: to }),
    }));
}

function planLadder(simulation: Simulation): Ladder {
  return PLAN_NAMES.filter((plan) => plan !== simulation.plan)
    .map((plan) => ({ ...simulation, plan }))
    .filter((other) => isAccepted(other.facts, other.plan, onlyCompute(other)))
    .map((other) => ({
      remedy: { lever: 'plan', demand: null, from: simulation.plan, to: other.plan },
      simulation: other,
    }));
}

export function withCompute(simulation: Simulation, change: Partial<ComputePlan>): Simulation {
  return { ...simulation, computes: [{ ...onlyCompute(simulation), ...change }] };
}
