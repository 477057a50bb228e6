import { type Collection, traceFileOf } from '../../collecting/index.ts';
import { portfolioText } from '../../scenario/index.ts';
import { configurationText } from '../words/configuration-words.ts';
import { computesBy, failuresOfCollection, withoutSamples } from './collection-counts.ts';
import { spanOfCollection } from './collection-page.ts';

/** The list of the collected databases, as `tidemark plan` reads it. Comments name what is not in it. */
export function collectedList(collection: Collection): string {
  const { api } = collection.request;
  const missing = [...withoutSamples(collection), ...failuresOfCollection(collection)];
  const comments = [
    `Databases of ${api}, ${spanOfCollection(collection)}.`,
    ...(missing.length === 0 ? [] : ['Not in this list:', ...missing.map((line) => `- ${line}`)]),
  ];
  return portfolioText(
    comments,
    computesBy(collection, 'collected').map((compute) => ({
      name: compute.name,
      project: compute.project,
      plan: compute.plan,
      current: configurationText(compute.current),
      file: traceFileOf(compute),
    })),
  );
}
