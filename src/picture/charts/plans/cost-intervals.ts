import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { PlanDocument } from '../../documents/plan.ts';
import type { Theme } from '../../theme.ts';
import { judgedWords, moneyWords } from '../parts/words.ts';

const ROW = 46;

/** The range of the expected monthly cost, for the recommendation and for the current configuration. */
export function costIntervals(
  { recommendation, current, uncertainty, currency }: PlanDocument,
  theme: Theme,
): Chart | null {
  const rows = [
    {
      name: 'the recommendation',
      judged: recommendation,
      interval: uncertainty.recommendation?.costPerMonth ?? null,
      colour: theme.main,
    },
    {
      name: 'the current configuration',
      judged: current,
      interval: uncertainty.current?.costPerMonth ?? null,
      colour: theme.demand,
    },
  ].flatMap(({ name, judged, interval, colour }) =>
    judged === null || interval === null
      ? []
      : [
          {
            name,
            colour,
            ...interval,
            cost: judged.outcome.costPerMonth,
            configuration: judgedWords(judged, currency).configuration,
            words: `${moneyWords(interval.low, currency)} to ${moneyWords(interval.high, currency)}`,
          },
        ],
  );
  const [first, second] = rows;
  if (first === undefined) return null;
  const isApart = second !== undefined && (first.high < second.low || second.high < first.low);
  return {
    name: 'cost-intervals',
    finding:
      second === undefined
        ? `A month of ${first.name} is expected to cost ${first.words}.`
        : `A month of ${first.name} is expected to cost ${first.words}, and one of ${second.name} ${second.words}${isApart ? '' : ': they overlap'}.`,
    about: 'Months drawn from the days in the data. The dot is the result of the run itself.',
    spec: {
      data: { values: rows },
      width: WIDTH_OF_PLOT - 60,
      height: { step: ROW },
      encoding: {
        y: {
          field: 'name',
          type: 'nominal',
          sort: null,
          axis: { title: null, grid: false, labelFontSize: 12, labelColor: theme.ink },
        },
        color: { field: 'colour', type: 'nominal', scale: null },
      },
      layer: [
        {
          mark: { type: 'bar', height: 10, cornerRadius: 5, opacity: 0.35 },
          encoding: {
            x: {
              field: 'low',
              type: 'quantitative',
              scale: { zero: false, padding: 110 },
              axis: {
                title: `${currency} a month`,
                format: '~r',
                tickCount: 6,
                grid: true,
                titleAnchor: 'start',
              },
            },
            x2: { field: 'high' },
          },
        },
        {
          mark: { type: 'point', filled: true, size: 90, opacity: 1 },
          encoding: { x: { field: 'cost', type: 'quantitative' } },
        },
        {
          mark: { type: 'text', align: 'left', dx: 10, color: theme.quiet },
          encoding: {
            x: { field: 'high', type: 'quantitative' },
            text: { field: 'words' },
            color: { value: theme.quiet },
          },
        },
      ],
    },
  };
}
