import type { CollectedSpan, ComputeOutcome } from '../../../collecting/index.ts';
import { DAY_MS } from '../../../facts/index.ts';
import type { CollectSettings } from './collect-settings.ts';
import type { EarlierCollection } from './kept-collection.ts';

interface Start {
  readonly span: CollectedSpan;
  readonly outcomes: Map<string, ComputeOutcome>;
}

/** The time to collect, and what an earlier run has collected of it. */
export function startOf({ request, span: asked }: CollectSettings, earlier: EarlierCollection | null): Start {
  const span = earlier !== null && goesOn(earlier, request, asked) ? earlier.span : asked;
  const isSame = earlier !== null && JSON.stringify(earlier.span) === JSON.stringify(span);
  const samples = isSame ? [...earlier.samples] : [];
  return {
    span,
    outcomes: new Map(samples.map(([id, count]) => [id, { kind: 'collected', samples: count }])),
  };
}

/**
 * Whether a time up to now is that of the earlier run, so that its traces count. Consumption history is read again,
 * because that takes few requests.
 */
function goesOn(
  { isUnfinished, span }: EarlierCollection,
  { prometheus, to }: CollectSettings['request'],
  asked: CollectedSpan,
): boolean {
  return (
    isUnfinished &&
    prometheus !== null &&
    to === 'now' &&
    asked.stepMs === span.stepMs &&
    asked.toMs - span.toMs < DAY_MS
  );
}
