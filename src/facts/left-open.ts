import { FACT_KEYS } from './fact-keys.ts';
import { newestFacts } from './fact-set.ts';
import type { FactSet, FactValues } from './fact-values.ts';
import type { FactSource } from './source.ts';

/** A rule that a fact set leaves open and the newest documentation states. */
export interface OpenRule {
  readonly fact: keyof FactValues;
  /** The field of the fact. Null if the fact is a single value. */
  readonly field: string | null;
  readonly value: unknown;
  /** The source in the newest documentation. */
  readonly source: FactSource;
}

/**
 * Returns the rules that a fact set leaves open, in the order of its facts. A `null` in a set means that its document
 * sets no limit. Simulations then accept any value.
 */
export function openRules(facts: FactSet): OpenRule[] {
  const newest = newestFacts(facts);
  return FACT_KEYS.flatMap((fact) => {
    const [value, stated] = [facts[fact].value, newest[fact].value] as [unknown, unknown];
    const rule = (field: string | null, found: unknown): OpenRule[] =>
      found === null ? [] : [{ fact, field, value: found, source: newest[fact].source }];
    if (value === null) return rule(null, stated);
    if (!isRecord(value) || !isRecord(stated)) return [];
    return Object.keys(value).flatMap((field) =>
      value[field] === null ? rule(field, stated[field] ?? null) : [],
    );
  });
}

/**
 * Returns the facts for recommendations: the newest documentation closes the open rules of a set. The real service may
 * refuse a configuration that only the set's own document allows.
 */
export function recommendableFacts(facts: FactSet, rules: readonly OpenRule[] = openRules(facts)): FactSet {
  const { name } = newestFacts(facts);
  const closed: Record<string, unknown> = { ...facts };
  for (const { fact, field, value, source } of rules) {
    const before = closed[fact] as FactSet[typeof fact];
    const whole = field === null ? value : { ...(before.value as object), [field]: value };
    closed[fact] = { value: whole, source, takenFrom: name };
  }
  return closed as unknown as FactSet;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
