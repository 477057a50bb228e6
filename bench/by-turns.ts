/**
 * Measures several things by turns, and gives the least that each took. What disturbs a measurement only ever slows it;
 * and a machine that is slower for a while is so for all of them.
 */
export function leastByTurns<Names extends string>(
  turns: number,
  measured: Readonly<Record<Names, () => number>>,
): Record<Names, number> {
  const names = Object.keys(measured) as Names[];
  const least = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<
    Names,
    number
  >;
  for (let turn = 0; turn < turns; turn++)
    for (const name of names) least[name] = Math.min(least[name], measured[name]());
  return least;
}
