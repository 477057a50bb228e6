/**
 * Finds the cheapest combination of one option from each list that is within the limits of all. Among equals wins the
 * one whose first list has the earlier option, then its second list, and so on. Null if there is none.
 *
 * @param lists the cheapest option first
 * @param fits whether some options are within the limits together; options that are not never are with more beside them
 */
export async function cheapestTogether<Option extends { readonly cost: number }>(
  lists: readonly (readonly Option[])[],
  fits: (some: readonly Option[]) => boolean | Promise<boolean>,
): Promise<readonly Option[] | null> {
  const leastAfter = leastCosts(lists);
  let best: { readonly options: readonly Option[]; readonly cost: number } | null = null;
  const from = async (chosen: readonly Option[], cost: number): Promise<void> => {
    const list = lists[chosen.length];
    if (list === undefined) {
      best = { options: chosen, cost };
      return;
    }
    for (const option of list) {
      const total = cost + option.cost;
      // The list is sorted, so all later options are too dear as well.
      if (best !== null && total + (leastAfter[chosen.length + 1] as number) >= best.cost) return;
      const next = [...chosen, option];
      if (await fits(next)) await from(next, total);
    }
  };
  await from([], 0);
  return (best as { readonly options: readonly Option[] } | null)?.options ?? null;
}

/** The least cost of each list together with all later ones. */
function leastCosts(lists: readonly (readonly { readonly cost: number }[])[]): number[] {
  const least = [0];
  for (const list of [...lists].reverse()) least.unshift((list[0]?.cost ?? 0) + (least[0] as number));
  return least;
}
