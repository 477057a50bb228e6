import {
  ALL_FACT_KEYS,
  DEFAULT_FACT_SET,
  FACT_SET_NAMES,
  type FactSet,
  factSet,
  SERVICE_FACT_SET,
} from '../facts/index.ts';
import { factSetsPage, factsDifferencePage, factsPage } from '../report/index.ts';

/** Lists the fact sets that tidemark ships. */
export function factSets() {
  const sets = FACT_SET_NAMES.map(factSet);
  return {
    schema: 'tidemark/fact-sets',
    version: 1,
    default: DEFAULT_FACT_SET,
    ofEmulator: SERVICE_FACT_SET,
    sets: sets.map(({ name, about, service, base, date }) => ({ name, about, service, base, date })),
    page: factSetsPage(sets, { questions: DEFAULT_FACT_SET, emulator: SERVICE_FACT_SET }),
  };
}

/** Shows every value of a fact set, with its source. */
export function facts(set: FactSet) {
  const { name, about, service, base, date, ...values } = set;
  return {
    schema: 'tidemark/facts',
    version: 1,
    name,
    about,
    service,
    base,
    date,
    facts: values,
    page: factsPage(set),
  };
}

/** Compares the values of two fact sets. Their sources may differ where their values do not. */
export function factsDifference(a: FactSet, b: FactSet) {
  const differing = ALL_FACT_KEYS.filter(
    (key) => JSON.stringify(a[key]?.value) !== JSON.stringify(b[key]?.value),
  );
  return {
    schema: 'tidemark/facts-difference',
    version: 1,
    a: a.name,
    b: b.name,
    different: differing.map((fact) => ({ fact, a: a[fact] ?? null, b: b[fact] ?? null })),
    page: factsDifferencePage(a, b, differing),
  };
}
