import { shareWords } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { JudgedDocument } from '../../documents/configuration.ts';
import type { PlanDocument } from '../../documents/plan.ts';
import type { Theme } from '../../theme.ts';
import { roundNumbers } from '../parts/axes.ts';
import { judgedWords, moneyWords } from '../parts/words.ts';
import { type PlacedLabel, placeLabels } from './place-labels.ts';

const HEIGHT = 300;
/** The ratio of the largest to the smallest cost above which the axis is logarithmic. */
const FAR = 6;

/**
 * Cost against throttling: the frontier, the recommendation, the current configuration and the baselines.
 */
export function frontierChart(document: PlanDocument, theme: Theme): Chart | null {
  const points = pointsOf(document);
  if (points.length === 0) return null;
  const costs = points.map(({ cost }) => cost);
  const shares = points.map(({ throttled }) => throttled);
  const [least, most] = [Math.min(...costs), Math.max(...costs)];
  const isFar = least > 0 && most / least > FAR;
  const y = isFar
    ? { type: 'log', domain: [least / 1.25, most * 1.25], nice: false }
    : { type: 'linear', domain: [0, Math.max(most * 1.1, 0.01)], nice: false };
  const x = { type: 'pow', exponent: 0.5, domain: [0, Math.max(...shares) * 1.08 || 0.01], nice: false };
  const named = points.filter(({ label }) => label !== null);
  const placeOf = ({ throttled, cost }: Point) => ({
    x: WIDTH_OF_PLOT * Math.sqrt(throttled / (x.domain[1] as number)),
    y: HEIGHT * (1 - (isFar ? share(Math.log(cost), y.domain.map(Math.log)) : share(cost, y.domain))),
  });
  const places = placeLabels(
    named.map((point) => ({ ...placeOf(point), text: point.label as string })),
    points.map(placeOf),
    WIDTH_OF_PLOT,
    HEIGHT,
  );
  const kinds = {
    recommendation: theme.main,
    current: theme.demand,
    baseline: theme.other,
    'other configuration': theme.mainHalf,
  };
  const encoding = {
    x: {
      field: 'throttled',
      type: 'quantitative',
      scale: x,
      axis: { title: 'share of the time awake that is throttled', format: '~%', tickCount: 6, grid: true },
    },
    y: {
      field: 'cost',
      type: 'quantitative',
      scale: y,
      axis: {
        title: `${document.currency} a month`,
        format: '~r',
        ...(isFar
          ? { values: roundNumbers(y.domain[0] as number, y.domain[1] as number) }
          : { tickCount: 6 }),
      },
    },
  };
  return {
    name: 'frontier',
    finding: findingOf(document),
    about:
      'Each point is a configuration; the line joins those that nothing beats in both cost and throttling. Hollow: breaks an objective.',
    spec: {
      width: WIDTH_OF_PLOT,
      height: HEIGHT,
      layer: [
        {
          data: {
            values: document.frontier.map(({ outcome }) => ({
              cost: outcome.costPerMonth,
              throttled: outcome.throttledShare,
            })),
          },
          mark: { type: 'line', color: theme.mainHalf, strokeWidth: 1.5, interpolate: 'step-before' },
          encoding: { ...encoding, order: { field: 'throttled', type: 'quantitative' } },
        },
        {
          data: { values: points },
          mark: { type: 'point', opacity: 1 },
          encoding: {
            ...encoding,
            color: {
              field: 'kind',
              type: 'nominal',
              scale: { domain: Object.keys(kinds), range: Object.values(kinds) },
              legend: { offset: 32 },
            },
            fill: {
              condition: {
                test: 'datum.isKept',
                field: 'kind',
                type: 'nominal',
                scale: { domain: Object.keys(kinds), range: Object.values(kinds) },
                legend: null,
              },
              value: theme.paper,
            },
            size: { condition: { test: "datum.kind === 'recommendation'", value: 190 }, value: 70 },
            tooltip: [
              { field: 'configuration', type: 'nominal' },
              { field: 'costWords', type: 'nominal', title: 'a month' },
              { field: 'throttledWords', type: 'nominal', title: 'throttled' },
              { field: 'verdict', type: 'nominal' },
            ],
          },
        },
        ...named.flatMap((point, i) => {
          const { label, kind, cost, throttled } = point;
          const [place, own] = [places[i] as PlacedLabel, placeOf(point)];
          const text = {
            type: 'text',
            align: place.align,
            // The place is relative to the point, so that a label moves with its point if the chart gets narrower.
            dx: place.x - own.x,
            dy: place.y - own.y,
            baseline: 'middle',
            color: kind === 'baseline' ? theme.quiet : theme.ink,
            fontWeight: kind === 'recommendation' ? 600 : 400,
          };
          const at = {
            x: { field: 'throttled', type: 'quantitative' },
            y: { field: 'cost', type: 'quantitative' },
          };
          // A halo in the colour of the paper keeps letters readable on a line.
          const halo = {
            ...text,
            color: theme.paper,
            stroke: theme.paper,
            strokeWidth: 4,
            strokeJoin: 'round',
          };
          return [halo, text].map((mark) => ({
            data: { values: [{ label, cost, throttled }] },
            mark,
            encoding: { ...at, text: { field: 'label' } },
          }));
        }),
      ],
      resolve: { scale: { fill: 'independent' } },
    },
  };
}

interface Point {
  readonly kind: 'recommendation' | 'current' | 'baseline' | 'other configuration';
  readonly label: string | null;
  readonly cost: number;
  readonly throttled: number;
  readonly isKept: boolean;
}

/**
 * Returns each point once. Points with the same cost and throttling have the kind of the first, and share a label.
 */
function pointsOf({
  recommendation,
  current,
  baselines,
  frontier,
  neighbours,
  runnersUp,
  nearest,
  currency,
}: PlanDocument) {
  const found = new Map<string, Point>();
  const add = (kind: Point['kind'], name: string | null, judged: JudgedDocument | null) => {
    if (judged === null) return;
    const { costPerMonth: cost, throttledShare: throttled } = judged.outcome;
    const key = `${cost} ${throttled}`;
    const before = found.get(key);
    if (before !== undefined) {
      if (name !== null)
        found.set(key, { ...before, label: before.label === null ? name : `${before.label}, ${name}` });
      return;
    }
    const { configuration, verdict } = judgedWords(judged, currency);
    const words = {
      configuration,
      verdict,
      costWords: moneyWords(cost, currency),
      throttledWords: shareWords(throttled),
    };
    found.set(key, { kind, label: name, cost, throttled, isKept: judged.broken.length === 0, ...words });
  };
  add('recommendation', 'the recommendation', recommendation);
  add('current', 'today', current);
  for (const baseline of baselines) add('baseline', baseline.name, baseline);
  for (const judged of [...frontier, ...runnersUp, ...neighbours, ...(nearest === null ? [] : [nearest])])
    add('other configuration', null, judged);
  // The last point is drawn on top.
  return [...found.values()].reverse();
}

function share(value: number, [low, high]: readonly number[]): number {
  return (value - (low as number)) / ((high as number) - (low as number));
}

function findingOf({ recommendation, current, nearest, currency }: PlanDocument): string {
  if (recommendation === null)
    return nearest === null
      ? 'No configuration meets all objectives.'
      : `No configuration meets all objectives; ${judgedWords(nearest, currency).configuration} is closest, at ${moneyWords(nearest.outcome.costPerMonth, currency)} a month.`;
  const { configuration } = judgedWords(recommendation, currency);
  const cost = recommendation.outcome.costPerMonth;
  const difference = current === null ? 0 : current.outcome.costPerMonth - cost;
  const beside =
    Math.abs(difference) < 0.005
      ? ''
      : `, ${moneyWords(Math.abs(difference), currency)} ${difference > 0 ? 'less' : 'more'} than today`;
  return `${configuration[0]?.toUpperCase()}${configuration.slice(1)} costs ${moneyWords(cost, currency)} a month${beside}.`;
}
