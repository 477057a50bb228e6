import type { SimulationDocument } from '../../documents/simulation.ts';
import type { Theme } from '../../theme.ts';
import { toLocalMs } from './steps.ts';

/** Marks along the bottom of a chart for times whose samples are lower bounds. */
export function lowerBoundMarks(
  { from, until, timezone }: SimulationDocument,
  spans: readonly { readonly from: string; readonly until: string }[],
  height: number,
  { limit }: Theme,
) {
  const local = toLocalMs(timezone);
  const [startMs, endMs] = [Date.parse(from), Date.parse(until)];
  const values = spans.flatMap((span) => {
    const [since, to] = [Math.max(startMs, Date.parse(span.from)), Math.min(endMs, Date.parse(span.until))];
    return since < to ? [{ from: local(since), until: local(to) }] : [];
  });
  if (values.length === 0) return [];
  return [
    {
      data: { values },
      mark: { type: 'rect', color: limit, stroke: limit, strokeWidth: 1 },
      encoding: {
        x: { field: 'from', type: 'temporal' },
        x2: { field: 'until' },
        y: { value: height - MARK_HEIGHT },
        y2: { value: height },
      },
    },
  ];
}

const MARK_HEIGHT = 5;
