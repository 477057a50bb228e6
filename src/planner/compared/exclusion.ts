import { isFixed } from '../../facts/index.ts';
import type { Simulation } from '../../simulator/index.ts';
import {
  type Choices,
  coarsestStepMs,
  isKnownSize,
  STEPS_OF_TIMEOUT,
  timeouts,
} from '../configurations/candidates.ts';
import { type Configuration, onlyCompute, routesOf } from '../configurations/configuration.ts';

/** Why a configuration that the facts accept is no candidate. */
export type CandidateExclusion =
  | 'lowest'
  | 'highest'
  | 'only'
  | 'timeouts'
  /** Not among the timeouts that a plan tries by itself. */
  | 'other timeout'
  /** The samples are too coarse to show pauses of such a length. */
  | 'coarse samples'
  | 'pooler'
  /** Nothing shows how clients connect. */
  | 'unknown path'
  /** The trace had more demand than the size can show. */
  | 'hidden demand';

/** Returns null if the choices leave the configuration among the candidates. */
export function exclusionOf(
  simulation: Simulation,
  choices: Choices,
  { size, suspendAfterMs, route }: Configuration,
): CandidateExclusion | null {
  const { lowestCu, highestCu, kinds, timeoutsMs } = choices;
  if (size.minCu < lowestCu) return 'lowest';
  if (size.maxCu > highestCu) return 'highest';
  if (!kinds.includes(isFixed(size) ? 'fixed' : 'range')) return 'only';
  if (!timeouts(simulation, choices).includes(suspendAfterMs)) {
    if (timeoutsMs !== null) return 'timeouts';
    const leastMs = STEPS_OF_TIMEOUT * coarsestStepMs(simulation);
    return suspendAfterMs !== null && suspendAfterMs < leastMs ? 'coarse samples' : 'other timeout';
  }
  const isPathKnown = routesOf(onlyCompute(simulation).demand).length > 0;
  if (!isPathKnown && route !== 'direct') return 'unknown path';
  if (isPathKnown && choices.route !== null && route !== choices.route) return 'pooler';
  return isKnownSize(simulation.facts, choices, size) ? null : 'hidden demand';
}
