import { DEFAULT_FACT_SET, FACT_SET_NAMES, type FactSet, factSet, isFactSetName } from '../../facts/index.ts';
import { nearestWord, type Place, ProblemError, problem } from '../../problem/index.ts';
import { readDocument, readFacts } from '../../scenario/index.ts';
import { namedAt, nameOf, readText } from './input.ts';
import type { Reader } from './reader.ts';

/**
 * Returns a fact set that an option or a file names: one that is shipped, by its name, or one in a file.
 *
 * @param besideFile the file that names it. A path is relative to the folder of that file
 */
export function factSetOf(
  named: string = DEFAULT_FACT_SET,
  reader: Reader,
  place: Place = { field: '‹facts›' },
  besideFile?: string,
): FactSet {
  return namedSet(named, besideFile, reader, place, []);
}

/** @param before the files that led to this one as their base */
function namedSet(
  named: string,
  besideFile: string | undefined,
  reader: Reader,
  place: Place,
  before: readonly string[],
): FactSet {
  if (isFactSetName(named)) return factSet(named);
  const path = besideFile === undefined ? named : reader.beside(besideFile, named);
  if (before.includes(path))
    throw problem(
      place,
      `the bases go round in a circle: ${[...before, path].join(', ')}`,
      'let one of them have a shipped base',
    );
  const text = textOf(named, path, reader, place);
  const document = readDocument(text, nameOf(path));
  const facts = readFacts(document, (base, at) => namedSet(base, path, reader, at, [...before, path]));
  if (isFactSetName(facts.name))
    throw problem(document.place(['name']), `"${facts.name}" is a shipped fact set`, 'write another name');
  return facts;
}

/** A name that is no file may be a misspelt set. */
function textOf(named: string, path: string, reader: Reader, place: Place): string {
  try {
    return readText(path, reader);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    if (/[./\\]\D*$/.test(named)) throw place.line === undefined ? error : namedAt(place, path, error);
    const meant = nearestWord(named, FACT_SET_NAMES);
    throw problem(
      place,
      `there is no fact set and no file "${named}"`,
      meant === undefined ? `use ${FACT_SET_NAMES.join(', ')}, or a file` : `did you mean ${meant}?`,
    );
  }
}
