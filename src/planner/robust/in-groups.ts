import { givenBy, plainLoad, type Simulation } from '../../engine/index.ts';
import { isFixed, quarterCu } from '../../facts/index.ts';
import type { Group } from '../candidates.ts';
import type { Setting } from '../setting.ts';

/** Any settings as groups: see Group. */
export function inGroups(simulation: Simulation, settings: readonly Setting[]): Group[] {
  const isPlain = plainLoad(simulation) !== null;
  const groups = new Map<string, Setting[]>();
  for (const setting of settings) {
    const { size, suspendAfterMs, route } = setting;
    const least = isPlain ? givenBy(quarterCu(size.minCu), simulation).vcpu : size.minCu;
    const key = [route, suspendAfterMs, isFixed(size), least].join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [setting]);
    else group.push(setting);
  }
  return [...groups.values()].map(
    (group) =>
      group.sort(
        ({ size: one }, { size: other }) => one.minCu - other.minCu || other.maxCu - one.maxCu,
      ) as unknown as Group,
  );
}
