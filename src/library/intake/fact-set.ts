import { DEFAULT_FACT_SET, FACT_SET_NAMES, type FactSet, factSet, isFactSetName } from '../../facts/index.ts';
import { nearestWord, type Place, ProblemError, problem } from '../../problem/index.ts';
import { readDocument, readFacts } from '../../scenario/index.ts';
import { nameOf, readText } from './input.ts';
import type { Reader } from './reader.ts';

/** Returns the fact set of an option: one that is shipped, by its name, or one in a file. */
export function factSetOf(
  named: string = DEFAULT_FACT_SET,
  reader: Reader,
  place: Place = { field: '‹facts›' },
): FactSet {
  return namedSet(named, reader, place, []);
}

/** @param before the files that led to this one as their base */
function namedSet(named: string, reader: Reader, place: Place, before: readonly string[]): FactSet {
  if (isFactSetName(named)) return factSet(named);
  if (before.includes(named))
    throw problem(
      place,
      `the bases go round in a circle: ${[...before, named].join(', ')}`,
      'let one of them have a shipped base',
    );
  const text = textOf(named, reader, place);
  const document = readDocument(text, nameOf(named));
  const facts = readFacts(document, (base, at) =>
    namedSet(isFactSetName(base) ? base : reader.beside(named, base), reader, at, [...before, named]),
  );
  if (isFactSetName(facts.name))
    throw problem(document.place(['name']), `"${facts.name}" is a shipped fact set`, 'write another name');
  return facts;
}

/** A name that is no file may be a misspelt set. */
function textOf(named: string, reader: Reader, place: Place): string {
  try {
    return readText(named, reader);
  } catch (error) {
    if (!(error instanceof ProblemError) || /[./\\]\D*$/.test(named)) throw error;
    const meant = nearestWord(named, FACT_SET_NAMES);
    throw problem(
      place,
      `there is no fact set and no file "${named}"`,
      meant === undefined ? `use ${FACT_SET_NAMES.join(', ')}, or a file` : `did you mean ${meant}?`,
    );
  }
}
