/** Moves labels in one column apart, so that they do not touch and stay near their places. */
export function spreadLabels(places: readonly number[], height: number, room: number): number[] {
  const order = places
    .map((_, i) => i)
    .sort((one, other) => (places[one] as number) - (places[other] as number) || one - other);
  const found = [...places];
  let least = Number.NEGATIVE_INFINITY;
  for (const i of order) {
    found[i] = Math.max(found[i] as number, least);
    least = (found[i] as number) + height;
  }
  let most = room;
  for (const i of order.reverse()) {
    found[i] = Math.min(found[i] as number, most);
    most = (found[i] as number) - height;
  }
  return found;
}
