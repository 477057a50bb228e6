import { sizeSetting, sizes } from '../../advisor/index.ts';
import { DEFAULT_PLAN, type FactSet, factsWithPrices, type PlanName } from '../../facts/index.ts';
import { readDocument, readPrices } from '../../scenario/index.ts';
import { factSetOf } from '../intake/fact-set.ts';
import { nameOf, readText } from '../intake/input.ts';
import type { Reader } from '../intake/reader.ts';
import type { SizeOptions } from '../settings/options.ts';
import { sizeSettingOf } from '../settings/size-setting.ts';

/**
 * The options of `sizes`. With a size, the answer is about that size alone.
 *
 * @example
 * ```ts
 * import { type SizesOptions, sizes } from 'tidemark';
 *
 * const options: SizesOptions = { plan: 'free', facts: '2026-08' };
 * const answer = await sizes(options);
 * if ('sizes' in answer) console.log(answer.sizes.map(({ cu }) => cu)); // [ 0.25, 0.5, 1, 2 ]
 * ```
 */
export interface SizesOptions extends SizeOptions {
  /** The fact set to use: the name of one that is shipped, or a file with one of your own. */
  readonly facts?: string;
  /** Only the sizes of this plan. */
  readonly plan?: PlanName;
  /** A file with a price list, in YAML or JSON, in place of the built-in prices. */
  readonly prices?: string;
}

/** @param withSources whether the page names the source of each number */
export function sizesFor(options: SizesOptions, withSources: boolean, reader: Reader) {
  const facts = factsOf(options, reader);
  const { plan = null } = options;
  const setting = sizeSettingOf(options, facts, plan ?? DEFAULT_PLAN);
  return setting === null ? sizes(facts, plan, withSources) : sizeSetting(facts, setting, plan);
}

function factsOf({ facts: named, prices }: SizesOptions, reader: Reader): FactSet {
  const facts = factSetOf(named, reader);
  if (prices === undefined) return facts;
  return factsWithPrices(
    facts,
    readPrices(readDocument(readText(prices, reader), nameOf(prices)), facts.prices.value),
  );
}
