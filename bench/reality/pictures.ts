import { LOAD_TICK_MS } from '../../src/compute/index.ts';
import type { Chart, Theme } from '../../src/picture/index.ts';
import { experimentErrors } from './errors.ts';
import type { ComparedExperiment, ComparedShape, RealityResults } from './results.ts';

/** The pictures of the page. */
export function realityCharts(results: RealityResults, theme: Theme): Chart[] {
  return [latencyChart, sizesChart, loadChart].map((chart) => chart(results, theme));
}

/** Small multiples of the experiments: latencies measured and predicted. */
function latencyChart({ experiments }: RealityResults, theme: Theme): Chart {
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

/** The size over time, measured and predicted. */
function sizesChart({ shapes }: RealityResults, theme: Theme): Chart {
  return {
    name: 'reality-sizes',
    finding: `The autoscaler on a real server, measured and predicted, for ${shapes.length} shapes of demand.`,
    about: 'The measured size follows from the load average and the memory of the server itself.',
    spec: overTime(shapes, sizePoints, theme, {
      mark: { type: 'line', interpolate: 'step-after', strokeWidth: 1.5 },
      y: { title: 'CU', scale: { domain: [0, 1] }, axis: { values: [0, 0.5, 1] } },
    }),
  };
}

/** The load average over time, measured and predicted. */
function loadChart({ shapes }: RealityResults, theme: Theme): Chart {
  return {
    name: 'reality-load',
    finding: `The load average of ${shapes.length} demands on an autoscaled server, measured and predicted.`,
    about: 'The autoscaler reads the one-minute load average every five seconds.',
    spec: overTime(shapes, loadPoints, theme, {
      mark: { type: 'line', strokeWidth: 1.5 },
      y: { title: 'load', axis: { tickCount: 3 } },
    }),
  };
}

/** A point of a chart over time. */
interface Point {
  readonly name: string;
  readonly source: 'measured' | 'predicted';
  readonly minutes: number;
  readonly value: number;
}

/** Small multiples of the shapes. */
function overTime(
  shapes: readonly ComparedShape[],
  pointsOf: (shape: ComparedShape) => Point[],
  theme: Theme,
  { mark, y }: { readonly mark: object; readonly y: object },
): Chart['spec'] {
  return {
    data: { values: shapes.flatMap(pointsOf) },
    columns: 2,
    facet: inOrder(shapes),
    resolve: { axis: { x: 'independent' }, scale: { y: 'independent' } },
    spec: {
      width: 330,
      height: 80,
      mark,
      encoding: {
        x: { field: 'minutes', type: 'quantitative', title: 'minutes', axis: { tickCount: 5 } },
        y: { field: 'value', type: 'quantitative', ...y },
        color: sourceColors(theme),
      },
    },
  } as Chart['spec'];
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

function latencyPoints(one: ComparedExperiment) {
  const { name } = one;
  const { measured, predicted } = experimentErrors(one);
  return (['measured', 'predicted'] as const).flatMap((source) => {
    const { p50Ms, p95Ms, p99Ms } = source === 'measured' ? measured : predicted;
    return [
      { name, source, share: 'p50', ms: p50Ms },
      { name, source, share: 'p95', ms: p95Ms },
      { name, source, share: 'p99', ms: p99Ms },
    ];
  });
}

function sizePoints({ name, seconds, measured, predicted }: ComparedShape): Point[] {
  return (['measured', 'predicted'] as const).flatMap((source) => {
    const { sizes } = source === 'measured' ? measured : predicted;
    const last = sizes.at(-1);
    const points = sizes.filter(({ atMs }) => atMs <= seconds * 1000);
    const end = last === undefined ? [] : [{ atMs: seconds * 1000, cu: last.cu }];
    return [...points, ...end].map(({ atMs, cu }) => ({ name, source, minutes: atMs / 60_000, value: cu }));
  });
}

function loadPoints({ name, measured, predicted }: ComparedShape): Point[] {
  return (['measured', 'predicted'] as const).flatMap((source) => {
    const { load } = source === 'measured' ? measured : predicted;
    return load.map((value, n) => ({ name, source, minutes: ((n + 1) * LOAD_TICK_MS) / 60_000, value }));
  });
}
