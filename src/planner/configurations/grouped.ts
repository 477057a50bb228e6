import { resourcesOf } from '../../compute/index.ts';
import { quarterCu } from '../../facts/index.ts';
import { loadAlone, type Simulation } from '../../simulator/index.ts';
import { type CandidateGroup, sharedTimeouts, timeoutOrder } from './candidates.ts';
import type { Configuration } from './configuration.ts';
import { mayShareRoutes, routeOrder } from './connection-paths.ts';

/** Puts any configurations into groups; see `CandidateGroup`. */
export function inGroups(simulation: Simulation, configurations: readonly Configuration[]): CandidateGroup[] {
  const isPlain = loadAlone(simulation) !== null;
  const isTimeoutShared = sharedTimeouts(simulation);
  const isRouteShared = mayShareRoutes(simulation);
  const groups = new Map<string, Configuration[]>();
  for (const configuration of configurations) {
    const { size, suspendAfterMs, route } = configuration;
    const least = isPlain ? resourcesOf(quarterCu(size.minCu), simulation).vcpu : size.minCu;
    const key = [isRouteShared || route, isTimeoutShared(suspendAfterMs) || suspendAfterMs, least].join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [configuration]);
    else group.push(configuration);
  }
  return [...groups.values()].map(
    (group) =>
      group.sort(
        (one, other) =>
          routeOrder(one.route, other.route) ||
          timeoutOrder(one.suspendAfterMs, other.suspendAfterMs) ||
          one.size.minCu - other.size.minCu ||
          other.size.maxCu - one.size.maxCu,
      ) as unknown as CandidateGroup,
  );
}
