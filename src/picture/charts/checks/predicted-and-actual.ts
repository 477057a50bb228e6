import type { Theme } from '../../theme.ts';

/** The predicted and the actual value of a stretch of an axis. */
interface Stretch {
  readonly from: number;
  readonly until: number;
  readonly predicted: number;
  readonly actual: number;
}

/** Bars of actual values, with a line across each bar at the predicted value. */
export function predictedAndActual(
  stretches: readonly Stretch[],
  x: Readonly<Record<string, unknown>>,
  { unit, actualName }: { readonly unit: string; readonly actualName: string },
  theme: Theme,
) {
  const color = {
    field: 'label',
    type: 'nominal',
    scale: { domain: [actualName, 'predicted'], range: [theme.mainHalf, theme.limit] },
    legend: { symbolType: 'square', offset: 32 },
  };
  const y = (field: string) => ({
    field,
    type: 'quantitative',
    scale: { zero: true },
    axis: { title: unit, tickCount: 6 },
  });
  const across = { x: { field: 'from', ...x }, x2: { field: 'until' } };
  const labelled = (label: string) => ({ values: stretches.map((stretch) => ({ ...stretch, label })) });
  return {
    layer: [
      {
        data: labelled(actualName),
        mark: { type: 'rect', stroke: theme.paper, strokeWidth: 1 },
        encoding: { ...across, y: y('actual'), y2: { datum: 0 }, color },
      },
      {
        data: labelled('predicted'),
        mark: { type: 'rule', strokeWidth: 2.5 },
        encoding: { ...across, y: y('predicted'), color },
      },
    ],
  };
}
