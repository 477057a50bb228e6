import { type CollectedCompute, type Collection, traceFileOf } from '../../collecting/index.ts';
import { computesBy } from './collection-counts.ts';
import { collectionPage } from './collection-page.ts';

/**
 * The answer of `tidemark collect`, which is also the file that says how far a collection is.
 *
 * @param list the path of the list
 */
export function collectionDocument(collection: Collection, list: string) {
  const { request, span, computes, unlisted, isWhole } = collection;
  return {
    schema: 'tidemark/collection',
    version: 1,
    partial: !isWhole,
    isWhole,
    request,
    from: new Date(span.fromMs).toISOString(),
    to: new Date(span.toMs).toISOString(),
    stepMs: span.stepMs,
    totals: {
      databases: computes.length,
      collected: computesBy(collection, 'collected').length,
      withoutSamples: computesBy(collection, 'no samples').length,
      failed: computesBy(collection, 'failed').length,
    },
    databases: computes.map((compute) => ({
      project: compute.project,
      name: compute.name,
      projectId: compute.projectId,
      branchId: compute.branchId,
      endpointId: compute.endpointId,
      type: compute.type,
      region: compute.region,
      plan: compute.plan,
      current: compute.current,
      ...outcomeFields(compute),
    })),
    unlisted,
    page: collectionPage(collection, list),
  };
}

function outcomeFields(compute: CollectedCompute) {
  const { outcome } = compute;
  if (outcome?.kind === 'collected')
    return { outcome: outcome.kind, file: traceFileOf(compute), samples: outcome.samples, why: null };
  return { outcome: outcome?.kind ?? null, file: null, samples: 0, why: outcome?.why ?? null };
}
