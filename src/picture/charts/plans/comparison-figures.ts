import { FIGURES } from '../../../planner/index.ts';
import { amountIn, configurationWords } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { ComparisonDocument } from '../../documents/comparison.ts';
import type { Theme } from '../../theme.ts';
import { moneyWords } from '../parts/words.ts';

const MOST = 9;
/** Room for the words at the end of a bar, as a share of the longest bar. */
const ROOM = 0.4;

/** Two configurations by the figures that differ, or by all figures if none do. Each figure has its own scale. */
export function comparisonFigures(document: ComparisonDocument, theme: Theme): Chart {
  const { figures, currency, a, b } = document;
  const known = figures.filter(({ a, b }) => a !== null && b !== null && (a !== 0 || b !== 0));
  const different = known.filter(({ verdict }) => verdict !== 'same');
  const shown = (different.length === 0 ? known : different).slice(0, MOST);
  const rows = shown.flatMap(({ figure, ...values }) => {
    const most = Math.max(Math.abs(values.a ?? 0), Math.abs(values.b ?? 0));
    return (['a', 'b'] as const).map((side) => ({
      figure,
      side: side.toUpperCase(),
      value: values[side],
      length: Math.abs(values[side] ?? 0) / most,
      words: amountIn(FIGURES[figure].unit, values[side] ?? 0, currency),
    }));
  });
  return {
    name: 'comparison',
    finding: findingOf(document),
    about: `A: ${configurationWords(a.configuration)}. B: ${configurationWords(b.configuration)}.`,
    spec: {
      data: { values: rows },
      width: WIDTH_OF_PLOT - 120,
      height: { step: 22, for: 'offset' },
      encoding: {
        y: {
          field: 'figure',
          type: 'nominal',
          scale: { domain: shown.map(({ figure }) => figure), paddingInner: 0.35 },
          axis: { title: null, grid: false, labelFontSize: 12, labelColor: theme.ink },
        },
        yOffset: { field: 'side', type: 'nominal', scale: { domain: ['A', 'B'] } },
      },
      layer: [
        {
          mark: { type: 'bar', height: 14 },
          encoding: {
            x: {
              field: 'length',
              type: 'quantitative',
              axis: null,
              scale: { domain: [0, 1 + ROOM], nice: false },
            },
            color: {
              field: 'side',
              type: 'nominal',
              legend: { symbolType: 'square' },
              scale: { domain: ['A', 'B'], range: [theme.other, theme.main] },
            },
          },
        },
        {
          mark: { type: 'text', align: 'left', dx: 6 },
          encoding: { x: { field: 'length', type: 'quantitative' }, text: { field: 'words' } },
        },
      ],
    },
  };
}

function findingOf({ a, b, currency, figures }: ComparisonDocument): string {
  const difference = b.outcome.costPerMonth - a.outcome.costPerMonth;
  const cost =
    Math.abs(difference) < 0.005
      ? 'B costs the same'
      : `B costs ${moneyWords(Math.abs(difference), currency)} ${difference < 0 ? 'less' : 'more'} a month`;
  const named = (verdict: string) =>
    figures.flatMap((one) => (one.figure !== 'cost' && one.verdict === verdict ? [one.figure] : []));
  const [better, worse] = [named('better'), named('worse')];
  const others = [
    ...(better.length === 0 ? [] : [`better: ${better.join(', ')}`]),
    ...(worse.length === 0 ? [] : [`worse: ${worse.join(', ')}`]),
  ];
  return `${cost}${others.length === 0 ? ', and all else is the same' : `; ${others.join('; ')}`}.`;
}
