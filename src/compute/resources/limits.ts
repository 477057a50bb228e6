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
import type { CpuAssumptions } from './cpu.ts';

/** Assumptions about resources for which the service states nothing. */
export interface ResourceAssumptions extends CpuAssumptions {
  /** Whether sizes below 1 CU may burst. The service says "for a while" and nothing more. */
  readonly burst: boolean;
  /** Memory of an idle compute, and of each open connection. */
  readonly baseMemoryBytes: number;
  readonly connectionMemoryBytes: number;
  /** The CPU time of Postgres for a connection: its beginning and its end. */
  readonly connectionCpuMs: number;
  /** The CPU time of Postgres for checkpoints, vacuum and the like, as a share of that of queries. */
  readonly ownWorkShare: number;
  /** The time to read a page that the local file cache does not hold. */
  readonly missMs: number;
  /**
   * How unevenly pages are read. At 0 all pages are read alike. Towards 1 a few pages get nearly all reads.
   */
  readonly skew: number;
  /** The share of the cache that is restored after a planned restart. */
  readonly prewarmShare: number;
  /** These replace the limits that follow from the facts. Null keeps a limit. */
  readonly connectionLimit: number | null;
  readonly poolSize: number | null;
  readonly poolWaitMs: number | null;
}

/** The facts and assumptions that determine resources. */
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

/** The limits of a configuration. They do not change with the size. */
export interface Limits {
  readonly maxConnections: number;
  readonly clientConnections: number;
  readonly pooledClients: number;
  readonly poolSize: number;
  readonly poolWaitMs: number;
  readonly diskBytes: number;
  readonly ramBytes: number;
}

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
