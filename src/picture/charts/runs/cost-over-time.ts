import { HOUR_MS, MICROS } from '../../../facts/index.ts';
import { length, money } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { SimulationDocument } from '../../documents/simulation.ts';
import { reduced } from '../../reduced.ts';
import type { Theme } from '../../theme.ts';
import { timeAxis } from '../parts/axes.ts';
import { spreadLabels } from '../parts/labels.ts';

const HEIGHT = 240;
const LABEL_HEIGHT = 15;
const LABELS_WIDTH = 190;

/** The cost of a run over time, beside the total cost of the same demand under other configurations. */
export function costOverTime(document: SimulationDocument, theme: Theme): Chart | null {
  const { totals, beside, prices } = document;
  const line = costLine(document);
  const [first, last] = [line[0], line.at(-1)];
  if (first === undefined || last === undefined || totals.cost === 0) return null;
  const words = (cost: number) => money(Math.round(cost * MICROS), prices.currency);
  const most = Math.max(totals.cost, ...beside.map(({ cost }) => cost));
  const ends = [
    { name: 'this run', cost: totals.cost, own: true },
    ...beside.map((one) => ({ ...one, own: false })),
  ].map((one) => ({ ...one, words: `${words(one.cost)}  ${one.name}` }));
  const places = spreadLabels(
    ends.map(({ cost }) => HEIGHT * (1 - cost / most)),
    LABEL_HEIGHT,
    HEIGHT,
  );
  const x = timeAxis(first.x, last.x);
  const y = {
    type: 'quantitative',
    scale: { domain: [0, most], nice: false },
    axis: { title: prices.currency, format: ',.2~f' },
  };
  const straight = beside.map(({ name, cost }) => [
    { x: first.x, y: 0, name },
    { x: last.x, y: cost, name },
  ]);
  return {
    name: 'cost',
    finding: findingOf(document, words),
    about: `The cost of this run so far. A dashed line is the same demand under another configuration. Only its total is known.`,
    spec: {
      width: WIDTH_OF_PLOT - LABELS_WIDTH,
      height: HEIGHT,
      layer: [
        {
          data: { values: line },
          mark: { type: 'area', color: theme.mainSoft },
          encoding: { x: { field: 'x', ...x }, y: { field: 'y', ...y } },
        },
        {
          data: { values: straight.flat() },
          mark: { type: 'line', color: theme.other, strokeDash: [4, 4], strokeWidth: 1.5 },
          encoding: {
            x: { field: 'x', ...x },
            y: { field: 'y', ...y },
            detail: { field: 'name' },
          },
        },
        {
          data: { values: line },
          mark: { type: 'line' },
          encoding: { x: { field: 'x', ...x }, y: { field: 'y', ...y } },
        },
        ...ends.map(({ words, own }, i) => ({
          data: { values: [{ words }] },
          mark: {
            type: 'text',
            x: 'width',
            y: places[i] as number,
            dx: 8,
            align: 'left',
            limit: LABELS_WIDTH,
            color: own ? theme.main : theme.quiet,
            fontWeight: own ? 600 : 400,
          },
          encoding: { text: { field: 'words' } },
        })),
      ],
    },
  };
}

/** Returns the running cost by hour, or by day if the run is too long for hours. */
function costLine({ hours, days, totals }: SimulationDocument) {
  const rows = hours.from.length > 0 ? hours : days;
  const all = rows.quarterCuMs.reduce((sum, value) => sum + value, 0);
  let sum = 0;
  const points = rows.from.map((from, i) => {
    sum += rows.quarterCuMs[i] ?? 0;
    return {
      x: localMs(from) + (rows.hours[i] ?? 0) * HOUR_MS,
      y: all === 0 ? 0 : (totals.cost * sum) / all,
    };
  });
  const [from] = rows.from;
  return from === undefined ? [] : reduced([{ x: localMs(from), y: 0 }, ...points], WIDTH_OF_PLOT);
}

/** Parses a local time in the form of documents, `2026-03-29T02:00`. */
function localMs(text: string): number {
  return Date.parse(`${text}Z`);
}

function findingOf(document: SimulationDocument, words: (cost: number) => string): string {
  const { totals, beside } = document;
  const own = `In ${lengthOf(document)} it costs ${words(totals.cost)}`;
  const alwaysOn = beside.find(({ name }) => name === 'always on');
  if (alwaysOn === undefined || alwaysOn.cost === 0)
    return `${own}, ${words(totals.costPerMonth)} a month at this rate.`;
  const share = Math.round((1 - totals.cost / alwaysOn.cost) * 100);
  return share > 0
    ? `${own}, ${share}% less than ${words(alwaysOn.cost)} for the same always on.`
    : `${own}, as much as the same always on.`;
}

function lengthOf({ from, until }: SimulationDocument): string {
  return length(Date.parse(until) - Date.parse(from));
}
