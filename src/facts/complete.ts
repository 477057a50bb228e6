import { ALL_FACT_KEYS, FACT_KEYS } from './fact-keys.ts';
import type { Fact, FactSet, FactSetHead, FactValues, StatedFacts } from './fact-values.ts';

/**
 * Makes a whole set of the facts that a file states. A missing fact is taken from the base and marked with the set that
 * states it.
 *
 * @param base null if the file names none; it then has to state every fact
 */
export function completeFacts(head: FactSetHead, stated: StatedFacts, base: FactSet | null): FactSet {
  const facts = ALL_FACT_KEYS.flatMap((key) => {
    const fact = stated[key] ?? takenFact(base?.[key], base);
    return fact === undefined ? [] : [[key, fact]];
  });
  return { ...head, ...Object.fromEntries(facts) };
}

function takenFact(fact: Fact<unknown> | undefined, base: FactSet | null): Fact<unknown> | undefined {
  if (fact === undefined || base === null) return undefined;
  return { ...fact, takenFrom: fact.takenFrom ?? base.name };
}

/** Returns the names of the facts that a set takes from another set, in the order of their declaration. */
export function takenFacts(facts: FactSet): (keyof FactValues)[] {
  return FACT_KEYS.filter((key) => facts[key].takenFrom !== undefined);
}
