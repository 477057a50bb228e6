import { completeFacts } from './complete.ts';
import type { FactSet } from './fact-values.ts';
import type { PriceList } from './prices.ts';
import { FACT_SET_NAMES, type FactSetName, SHIPPED } from './shipped.ts';

/** The fact set of a question that names none: the newest, because people pay its prices and meet its limits. */
export const DEFAULT_FACT_SET: FactSetName = '2026-11';

/** The fact set of the emulator, whose API follows the interface specification. */
export const SERVICE_FACT_SET: FactSetName = 'spec';

/** Returns a fact set that tidemark ships. The same name gives the same object, because tables are kept for each. */
export function factSet(name: FactSetName): FactSet {
  const made = MADE.get(name);
  if (made !== undefined) return made;
  const { head, facts } = SHIPPED[name];
  const set = completeFacts(head, facts, head.base === null ? null : factSet(head.base as FactSetName));
  MADE.set(name, set);
  return set;
}

const MADE = new Map<FactSetName, FactSet>();

export function isFactSetName(name: string): name is FactSetName {
  return FACT_SET_NAMES.some((one) => one === name);
}

/** Returns the facts with another price list. */
export function factsWithPrices(facts: FactSet, prices: PriceList): FactSet {
  const source = { document: 'price file', section: prices.source, date: prices.date };
  return { ...facts, prices: { value: prices, source } };
}

/** Returns the newest shipped set of the same service, or the set itself if none is shipped. */
export function newestFacts(facts: FactSet): FactSet {
  const [newest] = FACT_SET_NAMES.map(factSet)
    .filter(({ service }) => service === facts.service)
    .sort((one, other) => (monthOf(one.date) < monthOf(other.date) ? 1 : -1));
  return newest ?? facts;
}

/** A date may have words before it, such as `undated, as of 2026-08`. */
function monthOf(date: string): string {
  return /\d{4}(?:-\d{2}){0,2}$/.exec(date)?.[0] ?? '';
}
