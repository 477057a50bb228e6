import { readdirSync, readFileSync } from 'node:fs';
import { ALL_FACT_KEYS, type FactSet } from '../src/facts/index.ts';
import { readDocument, readFacts } from '../src/scenario/index.ts';

/** Returns what each file of a folder states, by the name of its set. A file has the name of its set. */
export function shippedSets(folder: string) {
  const names = readdirSync(folder).map((name) => name.replace(/\.yaml$/, ''));
  const read = (name: string): FactSet => {
    const path = `${folder}/${name}.yaml`;
    const set = readFacts(readDocument(readFileSync(path, 'utf8'), path), read);
    if (set.name !== name) throw new Error(`${path} names itself ${set.name}`);
    return set;
  };
  return Object.fromEntries(names.sort().map((name) => [name, statedOf(read(name))]));
}

function statedOf(set: FactSet) {
  const { name, about, service, base, date } = set;
  const facts = ALL_FACT_KEYS.flatMap((key) => {
    const fact = set[key];
    return fact === undefined || fact.takenFrom !== undefined ? [] : [[key, fact]];
  });
  return { head: { name, about, service, base, date }, facts: Object.fromEntries(facts) };
}
