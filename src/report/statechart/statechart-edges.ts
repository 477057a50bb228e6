import type { ChartEdge, ChartGraph } from '../../compute/index.ts';

/** An arrow for all events with the same start and end. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly labels: readonly string[];
}

export function arrows({ edges }: ChartGraph): Arrow[] {
  const byEnds = new Map<string, ChartEdge[]>();
  for (const edge of edges) {
    const key = `${edge.from} ${edge.to}`;
    byEnds.set(key, [...(byEnds.get(key) ?? []), edge]);
  }
  return [...byEnds.values()].map((same) => {
    const [{ from, to }] = same as [ChartEdge];
    return {
      from,
      to,
      labels: same.map(({ event, guard }) => (guard === null ? event : `${event} [${guard}]`)),
    };
  });
}
