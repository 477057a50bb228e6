import type { Theme } from '../../theme.ts';
import type { timeAxis } from './axes.ts';

/** An area for a quantity that keeps its value until it changes. */
export function steppedArea(
  values: readonly { readonly at: number; readonly value: number }[],
  time: ReturnType<typeof timeAxis>,
  axis: Readonly<Record<string, unknown>>,
  { fill, line }: { readonly fill: string; readonly line: string },
) {
  return {
    data: { values },
    mark: {
      type: 'area',
      interpolate: 'step-after',
      color: fill,
      line: { color: line, interpolate: 'step-after', strokeWidth: 1.5 },
    },
    encoding: { x: { field: 'at', ...time }, y: { field: 'value', type: 'quantitative', axis } },
  };
}

/** A dashed horizontal line, with its name above its right end. */
export function limitLine(at: number, words: string, { limit }: Theme) {
  return {
    data: { values: [{ at, words }] },
    encoding: { y: { field: 'at', type: 'quantitative' } },
    layer: [
      { mark: { type: 'rule', color: limit, strokeDash: [5, 4], strokeWidth: 1.5 } },
      {
        mark: { type: 'text', x: 'width', align: 'right', dy: -8, color: limit, fontWeight: 600 },
        encoding: { text: { field: 'words' } },
      },
    ],
  };
}
