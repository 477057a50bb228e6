import { factSetOf } from '../intake/fact-set.ts';
import type { Reader } from '../intake/reader.ts';
import type { QuestionOptions } from './options.ts';
import { overridesOf } from './overrides.ts';

/** The currency of the price list, which all databases of a list share. */
export function currencyOf(
  { facts, prices }: Pick<QuestionOptions, 'facts' | 'prices'>,
  reader: Reader,
): string {
  const set = factSetOf(facts, reader);
  const overrides = overridesOf(prices === undefined ? {} : { prices }, reader);
  return (overrides.prices?.(set) ?? set.prices.value).currency;
}
