import { numberWords, shareWords } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { ComputeDocument, SimulationDocument } from '../../documents/simulation.ts';
import type { Theme } from '../../theme.ts';
import { timeAxis } from '../parts/axes.ts';
import { atLimit } from './at-limit.ts';
import { lowerBoundMarks } from './lower-bound-marks.ts';
import { type RareChange, rareChanges } from './rare-changes.ts';
import { BANDS, type Band, stateBands } from './state-bands.ts';
import { chartName, type SeriesStep, steppedPoints, stepsOf, stepWords } from './steps.ts';

const HEIGHT = 220;
const ROW_HEIGHT = 15;
const LEGEND_OFFSET = 12;
/** A load of more than this many times the size has a panel of its own, because it would flatten the size. */
const FAR = 4;

/** The size of a compute over time, its load, and its sleep. */
export function sizeOverTime(
  document: SimulationDocument,
  compute: ComputeDocument,
  theme: Theme,
): Chart | null {
  const steps = stepsOf(document, compute);
  const [first, last] = [steps[0], steps.at(-1)];
  if (first === undefined || last === undefined) return null;
  const time = timeAxis(first.from, last.until);
  const changes = rareChanges(document, compute);
  const labelsHeight = changes.length * ROW_HEIGHT;
  const series = {
    'size, at most': theme.mainSoft,
    'size, throughout': theme.mainHalf,
    'vCPU used, mean': theme.demandSoft,
    'load, at most': theme.demand,
  };
  const color = {
    field: 'series',
    type: 'nominal',
    scale: { domain: Object.keys(series), range: Object.values(series) },
    legend: { offset: LEGEND_OFFSET + labelsHeight, symbolType: 'square', orient: 'top' },
  };
  const stepped = (
    name: keyof typeof series,
    mark: 'area' | 'line',
    level: (step: SeriesStep) => number,
  ) => ({
    data: { values: steppedPoints(steps, level) },
    transform: [{ calculate: JSON.stringify(name), as: 'series' }],
    mark: { type: mark, interpolate: 'step-after', ...MARKS[mark] },
    encoding: {
      x: { field: 'at', ...time },
      y: { field: 'value', type: 'quantitative', axis: { title: null } },
      color,
    },
  });
  const memory = atLimit(document, 'memory', HEIGHT, theme);
  const load = stepped('load, at most', 'line', ({ mostLoad1 }) => mostLoad1);
  const peakCu = Math.max(...steps.map(({ mostCu }) => mostCu));
  const isFar = compute.cpu.highestLoad1 > FAR * peakCu;
  return {
    name: chartName(document, compute, 'size'),
    finding: findingOf(document, compute, peakCu),
    about: `Size in CU against work in processors, ${stepWords(compute)}; 1 CU has one processor. Strip: when it was awake.${censoredWords(document)}${memory.words}`,
    spec: {
      vconcat: [
        {
          width: WIDTH_OF_PLOT,
          height: HEIGHT,
          layer: [
            stepped('size, at most', 'area', ({ mostCu }) => mostCu),
            stepped('size, throughout', 'area', ({ leastCu }) => leastCu),
            stepped('vCPU used, mean', 'area', ({ usedVcpu }) => usedVcpu),
            ...(isFar ? [] : [load]),
            ...lowerBoundMarks(document, document.hiddenDemand?.spans ?? [], HEIGHT, theme),
            ...memory.marks,
            ...changes.flatMap((change) => annotation(change, labelsHeight, theme)),
          ],
        },
        ...(isFar ? [{ width: WIDTH_OF_PLOT, height: 90, ...withoutLegend(load) }] : []),
        strip(stateBands(document, compute), time, theme),
      ],
      resolve: { scale: { color: 'independent' } },
      spacing: 12,
    },
  };
}

function censoredWords({ hiddenDemand }: SimulationDocument): string {
  if (!hiddenDemand || hiddenDemand.spans.length === 0) return '';
  const more =
    hiddenDemand.rebuiltFrom === null
      ? 'real demand may have been higher'
      : 'real demand is taken from another column';
  return ` Marks at the bottom: ${numberWords(hiddenDemand.samples)} samples at 90% or more of the capacity: ${more}.`;
}

const MARKS = { area: {}, line: { strokeWidth: 1.3 } };

/** Removes the legend of a panel, because the panel above has the same one. */
function withoutLegend<Mark extends { readonly encoding: { readonly color: object } }>(mark: Mark) {
  return { ...mark, encoding: { ...mark.encoding, color: { ...mark.encoding.color, legend: null } } };
}

function annotation({ at, words, row, align }: RareChange, labelsHeight: number, { quiet }: Theme) {
  const top = row * ROW_HEIGHT - labelsHeight;
  const x = { field: 'at', type: 'temporal' };
  return [
    {
      data: { values: [{ at }] },
      mark: { type: 'rule', strokeDash: [2, 3], y: top, y2: 'height' },
      encoding: { x },
    },
    {
      data: { values: [{ at, words }] },
      mark: {
        type: 'text',
        align,
        dx: align === 'left' ? 5 : -5,
        y: top + 6,
        baseline: 'middle',
        color: quiet,
      },
      encoding: { x, text: { field: 'words' } },
    },
  ];
}

function strip(all: readonly Band[], { scale, axis }: ReturnType<typeof timeAxis>, theme: Theme) {
  // A band of less than half a pixel would appear in the legend only.
  const leastMs = (scale.domainMax - scale.domainMin) / WIDTH_OF_PLOT / 2;
  const bands = all.filter(({ from, until }) => until - from >= leastMs);
  const shown = BANDS.filter((state) => bands.some((band) => band.state === state));
  const colours = {
    active: theme.main,
    'active for a part': theme.mainSoft,
    starting: theme.demand,
    idle: theme.grid,
  };
  return {
    data: { values: bands },
    width: WIDTH_OF_PLOT,
    height: 12,
    mark: 'rect',
    encoding: {
      x: {
        field: 'from',
        type: 'temporal',
        scale,
        axis: { ...axis, labels: false, ticks: false, domain: false },
      },
      x2: { field: 'until' },
      color: {
        field: 'state',
        type: 'nominal',
        scale: { domain: shown, range: shown.map((state) => colours[state]) },
        legend: { orient: 'bottom', offset: 6, symbolType: 'square' },
      },
    },
  };
}

/** The text does not mention sleep below this share of the time. */
const NEGLIGIBLE = 0.005;

function findingOf({ computes }: SimulationDocument, compute: ComputeDocument, peakCu: number): string {
  const { name, size, awake, meanCuAwake } = compute;
  const whose = computes.length === 1 ? 'It' : name;
  if (awake.share === 0) return `${whose} was never awake.`;
  const asleep = 1 - awake.share;
  const time =
    asleep < NEGLIGIBLE
      ? `${whose} was awake throughout`
      : `${whose} slept ${shareWords(asleep)} of the time`;
  const mostCu = 'cu' in size ? size.cu : size.maxCu;
  const reach =
    peakCu < mostCu
      ? `needed ${numberWords(peakCu)} of its ${numberWords(mostCu)} CU at most`
      : peakCu > mostCu
        ? `was set to ${numberWords(peakCu)} CU at most`
        : 'cu' in size
          ? `is fixed at ${numberWords(mostCu)} CU`
          : `reached its maximum of ${numberWords(mostCu)} CU`;
  return `${time} and ${reach}${'cu' in size && peakCu === mostCu ? '' : `, ${numberWords(meanCuAwake)} CU on average while awake`}.`;
}
