/**
 * Measures several things in turns, and returns the least time of each. Disturbances only ever slow a measurement, and
 * a machine that is slower for a while slows all of them.
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
