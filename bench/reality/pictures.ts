import type { Chart, Theme } from '../../src/picture/index.ts';
import type { ComparedExperiment, ComparedShape, RealityResults } from './results.ts';

/** Small multiples of the experiments: latencies measured and predicted. */
export function latencyChart({ experiments }: RealityResults, theme: Theme): Chart {
  return {
    name: 'reality-latency',
    finding: `Latency of ${experiments.length} demands on a PostgreSQL server, measured and predicted.`,
    about: 'Each small chart is one demand. Points are the median, the 95th and the 99th percentile.',
    spec: {
      data: { values: experiments.flatMap(latencyPoints) },
      columns: 4,
      facet: inOrder(experiments),
      resolve: { scale: { y: 'independent' } },
      spec: {
        width: 150,
        height: 90,
        mark: { type: 'line', point: { size: 45, filled: true } },
        encoding: {
          x: { field: 'share', type: 'ordinal', sort: null, title: null, axis: { labelAngle: 0 } },
          y: { field: 'ms', type: 'quantitative', title: 'ms', axis: { tickCount: 3 } },
          color: sourceColors(theme),
        },
      },
    },
  };
}

/** Small multiples of the shapes: the size over time, measured and predicted. */
export function sizesChart({ shapes }: RealityResults, theme: Theme): Chart {
  return {
    name: 'reality-sizes',
    finding: `The autoscaler on a real server, measured and predicted, for ${shapes.length} shapes of demand.`,
    about: 'The measured size follows from the load average and the memory of the server itself.',
    spec: {
      data: { values: shapes.flatMap(sizePoints) },
      columns: 2,
      facet: inOrder(shapes),
      resolve: { axis: { x: 'independent' } },
      spec: {
        width: 330,
        height: 80,
        mark: { type: 'line', interpolate: 'step-after', strokeWidth: 1.5 },
        encoding: {
          x: { field: 'minutes', type: 'quantitative', title: 'minutes', axis: { tickCount: 5 } },
          y: {
            field: 'cu',
            type: 'quantitative',
            title: 'CU',
            scale: { domain: [0, 1] },
            axis: { values: [0, 0.5, 1] },
          },
          color: sourceColors(theme),
        },
      },
    },
  };
}

const HEADER = { labelFontSize: 12, labelAnchor: 'start', labelFontWeight: 600 } as const;

/** A small chart for each name, in the order of the page. */
function inOrder(compared: readonly { readonly name: string }[]) {
  return {
    field: 'name',
    type: 'nominal',
    sort: compared.map(({ name }) => name),
    title: null,
    header: HEADER,
  };
}

function sourceColors({ main, demand }: Theme) {
  return {
    field: 'source',
    type: 'nominal',
    scale: { domain: ['measured', 'predicted'], range: [main, demand] },
  };
}

function latencyPoints({ name, measured, predicted }: ComparedExperiment) {
  return (['measured', 'predicted'] as const).flatMap((source) => {
    const { p50Ms, p95Ms, p99Ms } = source === 'measured' ? measured : predicted;
    return [
      { name, source, share: 'p50', ms: p50Ms },
      { name, source, share: 'p95', ms: p95Ms },
      { name, source, share: 'p99', ms: p99Ms },
    ];
  });
}

function sizePoints({ name, seconds, measured, predicted }: ComparedShape) {
  return (['measured', 'predicted'] as const).flatMap((source) => {
    const { sizes } = source === 'measured' ? measured : predicted;
    const last = sizes.at(-1);
    const points = sizes.filter(({ atMs }) => atMs <= seconds * 1000);
    const end = last === undefined ? [] : [{ atMs: seconds * 1000, cu: last.cu }];
    return [...points, ...end].map(({ atMs, cu }) => ({ name, source, minutes: atMs / 60_000, cu }));
  });
}
