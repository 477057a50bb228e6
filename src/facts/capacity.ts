import { present } from '../problem/index.ts';
import type { FactSet } from './fact-values.ts';
import { GIB, MIB } from './units.ts';

export function ramBytes(facts: FactSet, cu: number): number {
  return cu * facts.ramGibPerCu.value * GIB;
}

/** The largest size that the local file cache may reach. */
export function localFileCacheBytes(facts: FactSet, cu: number): number {
  const rule = facts.localFileCache.value;
  const ram = ramBytes(facts, cu);
  if (rule.kind === 'share of RAM') return Math.floor(ram * rule.share);
  const usable = ram - rule.systemMib * MIB;
  const bytes = Math.min((usable - rule.postgresMib * MIB) / rule.divisor, rule.share * usable);
  return Math.floor(bytes / MIB) * MIB;
}

/** max_connections of one fixed size. In a table, a size between two rows has the value of the lower row. */
export function maxConnectionsAt(facts: FactSet, cu: number): number {
  const rule = facts.maxConnections.value;
  if (rule.kind === 'table') {
    return present(
      rule.rows.findLast(([rowCu]) => rowCu <= cu),
      'no size is below the first row',
    )[1];
  }
  return Math.max(rule.lowest, Math.min(rule.highest, Math.floor(cu * rule.perCu)));
}

/** The size that sets max_connections of a range. Postgres cannot change max_connections without a restart. */
export function connectionSizeCu(facts: FactSet, minCu: number, maxCu: number): number {
  return Math.min(maxCu, facts.connectionsMinimumFactor.value * minCu);
}

export function maxConnections(facts: FactSet, minCu: number, maxCu: number): number {
  return maxConnectionsAt(facts, connectionSizeCu(facts, minCu, maxCu));
}

/** Server connections that the pooler may open for one user on one database. */
export function poolSize(facts: FactSet, minCu: number, maxCu: number): number {
  return Math.floor(facts.poolShare.value * maxConnections(facts, minCu, maxCu));
}

export function temporaryDiskBytes(facts: FactSet, maxCu: number): number {
  const { floorGib, gibPerMaximumCu } = facts.temporaryDisk.value;
  return Math.max(floorGib, gibPerMaximumCu * maxCu) * GIB;
}

/** The CPU that a size can use for a while. Sizes below the first dedicated size burst on whole shared processors. */
export function burstVcpu(facts: FactSet, cu: number): number {
  const dedicated = facts.listedSizesCu.value.find((size) => !facts.sharedSizesCu.value.includes(size));
  if (dedicated === undefined || cu >= dedicated) return cu;
  return Math.min(Math.ceil(cu), facts.sharedBurstFactor.value * cu);
}
