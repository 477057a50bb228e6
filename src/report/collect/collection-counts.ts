import type { CollectedCompute, Collection, ComputeOutcome } from '../../collecting/index.ts';

/** The computes of a collection by what became of them. */
export function computesBy({ computes }: Collection, kind: ComputeOutcome['kind']): CollectedCompute[] {
  return computes.filter(({ outcome }) => outcome?.kind === kind);
}

/** Says which data could not be collected, one sentence each. */
export function failuresOfCollection(collection: Collection): string[] {
  return [
    ...collection.unlisted.map(({ name, why }) => `${name} is not listed: ${why}`),
    ...computesBy(collection, 'failed').map(reasonWords),
  ];
}

export function withoutSamples(collection: Collection): string[] {
  return computesBy(collection, 'no samples').map(reasonWords);
}

function reasonWords({ project, name, endpointId, outcome }: CollectedCompute): string {
  const why = outcome === null || outcome.kind === 'collected' ? '' : outcome.why;
  return `${project}/${name} (${endpointId}): ${why}`;
}
