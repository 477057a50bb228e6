import type { Collection } from '../../collecting/index.ts';
import { listOf, type PageBlock } from '../page/page.ts';
import { span } from '../words/format.ts';
import { computesBy, failuresOfCollection, withoutSamples } from './collection-counts.ts';

/** @param list the path of the list */
export function collectionPage(collection: Collection, list: string): PageBlock[] {
  const { computes } = collection;
  const collected = computesBy(collection, 'collected').length;
  const failures = failuresOfCollection(collection);
  const empty = withoutSamples(collection);
  return [
    {
      kind: 'heading',
      text: `Collected ${collected} of ${computes.length} databases`,
      under: `${collection.request.api}, ${spanOfCollection(collection)}`,
    },
    ...listOf(`Failed (${failures.length}):`, firstOf(failures)),
    ...listOf(`No samples (${empty.length}):`, firstOf(empty)),
    ...(collected === 0
      ? []
      : [{ kind: 'paragraph', text: `To plan them: tidemark plan ${list}` } satisfies PageBlock]),
  ];
}

const MOST_LISTED = 10;

function firstOf(lines: readonly string[]): string[] {
  const more = lines.length - MOST_LISTED;
  return [...lines.slice(0, MOST_LISTED), ...(more > 0 ? [`and ${more} more, as the list names them`] : [])];
}

/** `from 2026-11-18 17:00 to 2026-11-25 17:00 UTC, one sample each 1 min`. */
export function spanOfCollection({ span: { fromMs, toMs, stepMs } }: Collection): string {
  return `from ${minuteOf(fromMs)} to ${minuteOf(toMs)} UTC, one sample each ${span(stepMs)}`;
}

function minuteOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}
