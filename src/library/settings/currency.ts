import { factSet } from '../../facts/index.ts';
import type { Reader } from '../intake/reader.ts';
import type { QuestionOptions } from './options.ts';
import { overridesOf } from './overrides.ts';

/** The currency of the price list, which all databases of a list share. */
export function currencyOf(
  { facts = 'spec', prices }: Pick<QuestionOptions, 'facts' | 'prices'>,
  reader: Reader,
): string {
  const set = factSet(facts);
  const overrides = overridesOf(prices === undefined ? {} : { prices }, reader);
  return (overrides.prices?.(set) ?? set.prices.value).currency;
}
