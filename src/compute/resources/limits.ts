import {
  burstVcpu,
  cuOf,
  type FactSet,
  localFileCacheBytes,
  maxConnections,
  poolSize,
  type QuarterCu,
  quarterCu,
  ramBytes,
  type SizeSetting,
  temporaryDiskBytes,
} from '../../facts/index.ts';
import type { Bounds } from '../scaling/bounds.ts';
import { KERNEL_BYTES } from '../scaling/memory-guard.ts';

/** Assumptions about the resources of a compute, where the service states nothing. */
export interface ResourceAssumptions {
  /** Whether shared sizes get more than their vCPU; the service says "for a while" and no more. */
  readonly burst: boolean;
  /** Memory of a compute that does nothing, and of each open connection. */
  readonly baseMemoryBytes: number;
  readonly connectionMemoryBytes: number;
  /** Time that a page costs which the local file cache does not hold. */
  readonly missMs: number;
  /** How unevenly pages are read: 0 all alike, towards 1 a few get nearly all reads. */
  readonly skew: number;
  /** Share of the cache that is put back after a restart that was asked for. */
  readonly prewarmShare: number;
  /** In place of the limits that the facts give to a configuration; null: those hold. */
  readonly connectionLimit: number | null;
  readonly poolSize: number | null;
  readonly poolWaitMs: number | null;
}

/** The facts and assumptions that resources follow from. */
export interface ResourceRules {
  readonly facts: FactSet;
  readonly assumptions: ResourceAssumptions;
}

export function boundsOf({ minCu, maxCu }: SizeSetting): Bounds {
  return { minQuarterCu: quarterCu(minCu), maxQuarterCu: quarterCu(maxCu) };
}

/** The resources of one size. */
interface SizeResources {
  readonly vcpu: number;
  readonly cacheBytes: number;
  readonly usableBytes: number;
}

/** The limits of a configuration: they do not follow the size. */
export interface Limits {
  readonly maxConnections: number;
  readonly clientConnections: number;
  readonly pooledClients: number;
  readonly poolSize: number;
  readonly poolWaitMs: number;
  readonly diskBytes: number;
  readonly ramBytes: number;
}

/** The settings that a compute runs with. */
export interface SettingsInForce {
  readonly bounds: Bounds;
  readonly limits: Limits;
  readonly branch: string;
}

export function limitsOf({ minCu, maxCu }: SizeSetting, { facts, assumptions }: ResourceRules): Limits {
  const connections = maxConnections(facts, minCu, maxCu);
  return {
    maxConnections: connections,
    clientConnections: assumptions.connectionLimit ?? connections - facts.reservedConnections.value,
    pooledClients: facts.pooledClients.value,
    poolSize: assumptions.poolSize ?? poolSize(facts, minCu, maxCu),
    poolWaitMs: assumptions.poolWaitMs ?? facts.queryWaitTimeoutMs.value,
    diskBytes: temporaryDiskBytes(facts, maxCu),
    ramBytes: ramBytes(facts, maxCu),
  };
}

export function resourcesOf(size: QuarterCu, { facts, assumptions }: ResourceRules): SizeResources {
  const cu = cuOf(size);
  return {
    vcpu: assumptions.burst ? burstVcpu(facts, cu) : cu,
    cacheBytes: localFileCacheBytes(facts, cu),
    usableBytes: ramBytes(facts, cu) - KERNEL_BYTES,
  };
}

/** The resources of all sizes, by quarter CU. */
export type ResourcesBySize = { readonly [Name in keyof SizeResources]: Float64Array };

export function resourcesBySize(rules: ResourceRules): ResourcesBySize {
  const known = rules.assumptions.burst ? WITH_BURST : WITHOUT_BURST;
  const found = known.get(rules.facts) ?? makeResourcesBySize(rules);
  known.set(rules.facts, found);
  return found;
}

const WITH_BURST = new WeakMap<FactSet, ResourcesBySize>();
const WITHOUT_BURST = new WeakMap<FactSet, ResourcesBySize>();

function makeResourcesBySize(rules: ResourceRules): ResourcesBySize {
  const largest = quarterCu(Math.max(...rules.facts.listedSizesCu.value));
  const rows = Array.from({ length: largest + 1 }, (_, size) => resourcesOf(size as QuarterCu, rules));
  return {
    vcpu: Float64Array.from(rows, ({ vcpu }) => vcpu),
    cacheBytes: Float64Array.from(rows, ({ cacheBytes }) => cacheBytes),
    usableBytes: Float64Array.from(rows, ({ usableBytes }) => usableBytes),
  };
}
