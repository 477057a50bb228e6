import { type Bounds, KERNEL_BYTES } from '../compute/index.ts';
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
} from '../facts/index.ts';
import { Memo } from './memo.ts';
import type { Simulation } from './simulation.ts';

/** What limits follow from: the facts, and what is assumed beside them. */
export type ResourceAssumptions = Pick<Simulation, 'facts' | 'assumptions'>;

export function boundsOf({ minCu, maxCu }: SizeSetting): Bounds {
  return { minQuarterCu: quarterCu(minCu), maxQuarterCu: quarterCu(maxCu) };
}

/** What a compute has while it stands at one size. */
interface SizeResources {
  readonly vcpu: number;
  readonly cacheBytes: number;
  readonly usableBytes: number;
}

/** What a configuration gives for as long as it is not changed. */
export interface Limits {
  readonly maxConnections: number;
  readonly clientConnections: number;
  readonly pooledClients: number;
  readonly poolSize: number;
  readonly poolWaitMs: number;
  readonly diskBytes: number;
  readonly ramBytes: number;
}

export function limitsOf({ minCu, maxCu }: SizeSetting, { facts, assumptions }: ResourceAssumptions): Limits {
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

export function resourcesOf(size: QuarterCu, { facts, assumptions }: ResourceAssumptions): SizeResources {
  const cu = cuOf(size);
  return {
    vcpu: assumptions.burst ? burstVcpu(facts, cu) : cu,
    cacheBytes: localFileCacheBytes(facts, cu),
    usableBytes: ramBytes(facts, cu) - KERNEL_BYTES,
  };
}

/** What each size gives, by quarter CU. */
export type ResourcesBySize = { readonly [Name in keyof SizeResources]: Float64Array };

export function resourcesBySize(key: ResourceAssumptions): ResourcesBySize {
  const { facts, assumptions } = key;
  return GIVEN.of(facts, [assumptions.burst], () => {
    const largest = quarterCu(Math.max(...facts.listedSizesCu.value));
    const rows = Array.from({ length: largest + 1 }, (_, size) => resourcesOf(size as QuarterCu, key));
    return {
      vcpu: Float64Array.from(rows, ({ vcpu }) => vcpu),
      cacheBytes: Float64Array.from(rows, ({ cacheBytes }) => cacheBytes),
      usableBytes: Float64Array.from(rows, ({ usableBytes }) => usableBytes),
    };
  });
}

const GIVEN = new Memo<FactSet, ResourcesBySize>();
