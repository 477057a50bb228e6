/** A point of a line. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Thins a line to about as many points as there are pixels. It keeps the first, the lowest, the highest and the last
 * point of each stretch in their order, so that no spike is lost and no end moves.
 *
 * @param points In the order of their `x`.
 */
export function reduced<P extends Point>(points: readonly P[], stretches: number): readonly P[] {
  if (points.length <= 4 * stretches) return points;
  const [first, last] = [points[0] as P, points.at(-1) as P];
  const width = (last.x - first.x) / stretches;
  const kept: P[] = [];
  let from = 0;
  for (let stretch = 1; stretch <= stretches; stretch++) {
    const end = first.x + stretch * width;
    let to = from;
    while (to < points.length && (stretch === stretches || (points[to] as P).x < end)) to++;
    kept.push(...extremes(points, from, to));
    from = to;
  }
  return kept;
}

function extremes<P extends Point>(points: readonly P[], from: number, to: number): P[] {
  if (from === to) return [];
  let [lowest, highest] = [from, from];
  for (let i = from + 1; i < to; i++) {
    const { y } = points[i] as P;
    if (y < (points[lowest] as P).y) lowest = i;
    if (y > (points[highest] as P).y) highest = i;
  }
  const places = [...new Set([from, lowest, highest, to - 1])].sort((one, other) => one - other);
  return places.map((place) => points[place] as P);
}
