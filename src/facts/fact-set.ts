import { documentation2026 } from './documentation-2026-08.ts';
import {
  type Fact,
  type FactSet,
  type FactSetName,
  type FactValues,
  NEWEST_FACT_SET,
  type StatedFacts,
} from './fact-values.ts';
import type { PriceList } from './prices.ts';
import { specificationFacts } from './specification.ts';

const complete: { readonly [Key in keyof FactValues]: Fact<FactValues[Key]> } = documentation2026;

export function factSet(name: FactSetName): FactSet {
  return FACT_SETS[name];
}

/** Returns the facts with another price list. */
export function factsWithPrices(facts: FactSet, prices: PriceList): FactSet {
  const source = { document: 'price file', section: prices.source, date: prices.date };
  return { ...facts, prices: { value: prices, source } };
}

/** Returns the names of the facts that a set takes from another set, in the order of their declaration. */
export function takenFacts(facts: FactSet): (keyof FactValues)[] {
  return factKeys.filter((key) => facts[key].takenFrom !== undefined);
}

export const factKeys = Object.keys(complete) as (keyof FactValues)[];

function takeMissing(stated: StatedFacts): typeof complete {
  const taken = Object.fromEntries(
    factKeys.map((key) => [key, stated[key] ?? { ...complete[key], takenFrom: NEWEST_FACT_SET }]),
  );
  return taken as unknown as typeof complete;
}

/** Each set is made once, because tables of resources are kept for as long as their set of facts. */
const FACT_SETS: { readonly [Name in FactSetName]: FactSet } = {
  [NEWEST_FACT_SET]: { name: NEWEST_FACT_SET, ...complete },
  spec: { name: 'spec', ...takeMissing(specificationFacts) },
};
