import type { Reading, ReadSettings } from '../trace/index.ts';
import type { FoundCompute } from './found-compute.ts';

/** Where the metrics of computes come from. */
export interface MetricsSource {
  /** Throws a problem if what was asked for would make traces that mislead. */
  check(computes: readonly FoundCompute[]): Promise<void>;
  /** Groups computes whose metrics are asked for together. */
  batches(computes: readonly FoundCompute[]): readonly (readonly FoundCompute[])[];
  /**
   * Asks for the metrics of a group. The result reads those of one compute, and throws a problem without data if it has
   * none.
   */
  ask(batch: readonly FoundCompute[]): Promise<(compute: FoundCompute) => Promise<Reading>>;
}

/** The time to ask for, in whole steps. The end is not part of it. */
export interface CollectedSpan {
  readonly fromMs: number;
  readonly toMs: number;
  readonly stepMs: number;
}

/** How answers become the trace of a compute. */
export function readSettingsOf({ endpointId }: FoundCompute): ReadSettings {
  return { name: endpointId, map: [], vcpus: null, timezone: 'UTC', gap: null, strict: false };
}
