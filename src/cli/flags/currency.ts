import { factSet } from '../../facts/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { SimulationOptions } from './options.ts';
import { overridesOf } from './overrides.ts';

/** The currency of the price list, which all databases of a list share. */
export function currencyOf(
  { facts = 'spec', prices }: Pick<SimulationOptions, 'facts' | 'prices'>,
  terminal: Terminal,
): string {
  const set = factSet(facts);
  const overrides = overridesOf(prices === undefined ? {} : { prices }, terminal);
  return (overrides.prices?.(set) ?? set.prices.value).currency;
}
