import { givenBy, plainLoad, type Simulation } from '../../engine/index.ts';
import { quarterCu } from '../../facts/index.ts';
import { type Group, routeOrder, sharesRoutes, sharesTimeouts, timeoutOrder } from './candidates.ts';
import type { Setting } from './setting.ts';

/** Any settings as groups: see Group. */
export function inGroups(simulation: Simulation, settings: readonly Setting[]): Group[] {
  const isPlain = plainLoad(simulation) !== null;
  const isTimeoutShared = sharesTimeouts(simulation);
  const isRouteShared = sharesRoutes(simulation);
  const groups = new Map<string, Setting[]>();
  for (const setting of settings) {
    const { size, suspendAfterMs, route } = setting;
    const least = isPlain ? givenBy(quarterCu(size.minCu), simulation).vcpu : size.minCu;
    const key = [isRouteShared || route, isTimeoutShared || suspendAfterMs, least].join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [setting]);
    else group.push(setting);
  }
  return [...groups.values()].map(
    (group) =>
      group.sort(
        (one, other) =>
          routeOrder(one.route, other.route) ||
          timeoutOrder(one.suspendAfterMs, other.suspendAfterMs) ||
          one.size.minCu - other.size.minCu ||
          other.size.maxCu - one.size.maxCu,
      ) as unknown as Group,
  );
}
