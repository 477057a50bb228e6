import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { IncidentDocument } from '../../documents/incident.ts';
import type { Theme } from '../../theme.ts';
import { moneyWords } from '../parts/words.ts';
import { troubleCaption } from './trouble-words.ts';

const ROW = 54;

/** The errors or waits that remain after each single change, and the price of the change. */
export function remediesChart(
  { troubles, tried, best, currency }: IncidentDocument,
  theme: Theme,
): Chart | null {
  if (tried.length === 0) return null;
  const ofErrors = troubles.some(({ errors }) => errors > 0);
  const measure = (all: IncidentDocument['troubles']) =>
    all.reduce((sum, { errors, waitedMs }) => sum + (ofErrors ? errors : waitedMs / 1000), 0);
  const bestChange = best?.change;
  const all = [
    { change: 'as it was', what: WAS, left: measure(troubles), words: troubleCaption(troubles) },
    ...tried.map(({ change = 'a change', prevents, left, morePerMonth, breaks }) => ({
      change,
      what: change === bestChange ? BEST : prevents && breaks.length === 0 ? PREVENTS : NOT,
      left: measure(left),
      words: [
        `leaves ${troubleCaption(left)}`,
        ...(morePerMonth === null ? [] : [priceWords(morePerMonth, currency)]),
        ...(breaks.length === 0 ? [] : [`breaks ${breaks.map(({ objective }) => objective).join(', ')}`]),
      ].join('; '),
    })),
  ].map((row, place) => ({ place, ...row }));
  const kinds = { [WAS]: theme.other, [BEST]: theme.good, [PREVENTS]: theme.main, [NOT]: theme.limit };
  const shown = Object.entries(kinds).filter(([kind]) => all.some(({ what }) => what === kind));
  const y = { field: 'place', type: 'ordinal', axis: null };
  const text = (dy: number, field: string, look: object) => ({
    mark: { type: 'text', align: 'left', dy, limit: { expr: 'width' }, ...look },
    encoding: { y, x: { datum: 0, type: 'quantitative' }, text: { field } },
  });
  return {
    name: 'remedies',
    finding:
      bestChange === undefined
        ? 'No single change prevents it.'
        : `The cheapest single change that prevents it: ${bestChange}.`,
    about: `${ofErrors ? 'Errors' : 'Seconds of waits'} that remain with each change alone; prices are per month.`,
    spec: {
      data: { values: all },
      width: WIDTH_OF_PLOT,
      height: { step: ROW },
      layer: [
        {
          mark: { type: 'bar', height: 8, yOffset: 13 },
          encoding: {
            y,
            x: {
              field: 'left',
              type: 'quantitative',
              scale: { domain: [0, Math.max(1e-9, ...all.map(({ left }) => left))], nice: false },
              axis: { title: null, format: ',~f', tickCount: 6, grid: true },
            },
            color: {
              field: 'what',
              type: 'nominal',
              scale: { domain: shown.map(([kind]) => kind), range: shown.map(([, colour]) => colour) },
              legend: { symbolType: 'square' },
            },
          },
        },
        text(-19, 'change', { fontWeight: 600, fontSize: 12 }),
        text(-3, 'words', { color: theme.quiet }),
      ],
    },
  };
}

const WAS = 'as it was';
const BEST = 'cheapest that prevents it';
const PREVENTS = 'prevents it';
const NOT = 'does not, or breaks an objective';

function priceWords(more: number, currency: string): string {
  if (Math.abs(more) < 0.005) return 'costs the same';
  return `${moneyWords(Math.abs(more), currency)} ${more > 0 ? 'more' : 'less'}`;
}
