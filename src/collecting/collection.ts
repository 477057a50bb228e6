import type { ComputeOutcome } from './collect-traces.ts';
import type { FoundCompute } from './found-compute.ts';
import { listNames } from './list-names.ts';
import type { Unlisted } from './listed-projects.ts';
import type { CollectedSpan } from './metrics-source.ts';

/** The request. A later run with the same one goes on with what the earlier run has collected. */
export interface CollectionRequest {
  readonly api: string;
  readonly org: string | null;
  /** The address of the Prometheus server. Null for consumption history. */
  readonly prometheus: string | null;
  /** The time as it was asked for, such as `7d` and `now`. */
  readonly from: string;
  readonly to: string;
}

/** A compute of a collection, with its name in the list. */
export interface CollectedCompute extends FoundCompute {
  readonly project: string;
  readonly name: string;
  /** Null if its turn has not come. */
  readonly outcome: ComputeOutcome | null;
}

/** The databases of an account, and what became of each of them. */
export interface Collection {
  readonly request: CollectionRequest;
  readonly span: CollectedSpan;
  readonly computes: readonly CollectedCompute[];
  readonly unlisted: readonly Unlisted[];
  /** Whether every compute has had its turn. */
  readonly isWhole: boolean;
}

export function collectionOf(
  about: Pick<Collection, 'request' | 'span' | 'unlisted'>,
  computes: readonly FoundCompute[],
  outcomes: ReadonlyMap<string, ComputeOutcome>,
): Collection {
  const names = listNames(computes);
  const all = computes.map((compute, at): CollectedCompute => {
    const { project, name } = names[at] as (typeof names)[number];
    return { ...compute, project, name, outcome: outcomes.get(compute.endpointId) ?? null };
  });
  return { ...about, computes: all, isWhole: all.every(({ outcome }) => outcome !== null) };
}

/** The file of a trace, relative to the list. */
export function traceFileOf({ endpointId }: Pick<FoundCompute, 'endpointId'>): string {
  return `traces/${endpointId}.parquet`;
}
