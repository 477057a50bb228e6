import type { FactKey, FactSet } from '../../facts/index.ts';
import type { Place, Problem } from '../../problem/index.ts';

/**
 * Returns the facts of a set that contradict one another. Each value by itself is right.
 *
 * @param placeOf the place of a fact in the file; the whole file for null
 */
export function factSetProblems(facts: FactSet, placeOf: (key: FactKey | null) => Place): Problem[] {
  const listed = facts.listedSizesCu.value;
  const smallest = listed[0] as number;
  const connections = facts.maxConnections.value;
  const firstRow = connections.kind === 'table' ? (connections.rows[0]?.[0] ?? 0) : 0;
  const unlisted = facts.sharedSizesCu.value.filter((cu) => !listed.includes(cu));
  const { lowestMs, highestMs } = facts.suspendBounds.value;
  const suspendMs = facts.suspendDefaultMs.value;
  const at = (...keys: readonly FactKey[]) =>
    placeOf(keys.find((key) => facts[key]?.takenFrom === undefined) ?? null);
  return [
    ...problemIf(firstRow > smallest, at('maxConnections', 'listedSizesCu'), {
      found: `the smallest size is ${smallest} CU, and the table of connections begins at ${firstRow} CU`,
      remedy: `add a row for ${smallest} CU to maxConnections`,
    }),
    ...problemIf(unlisted.length > 0, at('sharedSizesCu', 'listedSizesCu'), {
      found: `shared sizes that are not listed: ${unlisted.join(', ')} CU`,
      remedy: 'use sizes of listedSizesCu',
    }),
    ...problemIf(suspendMs < lowestMs || suspendMs > highestMs, at('suspendDefaultMs', 'suspendBounds'), {
      found: `the default timeout of ${suspendMs} ms is outside ${lowestMs} to ${highestMs} ms`,
      remedy: 'change suspendDefaultMs or suspendBounds',
    }),
  ];
}

function problemIf(isProblem: boolean, place: Place, words: Omit<Problem, 'place'>): Problem[] {
  return isProblem ? [{ place, ...words }] : [];
}
