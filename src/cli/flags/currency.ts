import { factSet } from '../../facts/index.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { SimulationOptions } from './options.ts';
import { overridesOf } from './overrides.ts';

/** All databases of a list are priced by one list of prices. */
export function currencyOf(
  { facts = 'spec', prices }: Pick<SimulationOptions, 'facts' | 'prices'>,
  terminal: Terminal,
): string {
  const set = factSet(facts);
  const overrides = overridesOf(prices === undefined ? {} : { prices }, terminal);
  return (overrides.prices?.(set) ?? set.prices.value).currency;
}
