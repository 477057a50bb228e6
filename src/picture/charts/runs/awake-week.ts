import { HOUR_MS } from '../../../facts/index.ts';
import { percent } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { SimulationDocument } from '../../documents/simulation.ts';
import type { Theme } from '../../theme.ts';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
/** The text counts an hour as asleep if the compute is awake for less than this share of it. */
const NEGLIGIBLE = 1 / 60;

/** The share of each hour of the week in which a compute is awake. */
export function awakeWeek(document: SimulationDocument, theme: Theme): Chart | null {
  const cells = cellsOf(document);
  if (cells.length < 24) return null;
  return {
    name: 'awake-week',
    finding: findingOf(cells),
    about: `Share of each hour of the week that ${document.computes.length === 1 ? 'it was' : 'its computes were'} awake, in local time (${document.timezone}).`,
    spec: {
      data: { values: cells },
      width: WIDTH_OF_PLOT,
      height: 190,
      mark: { type: 'rect', stroke: theme.paper, strokeWidth: 2 },
      encoding: {
        x: {
          field: 'hour',
          type: 'ordinal',
          scale: { domain: Array.from({ length: 24 }, (_, hour) => hour) },
          axis: {
            title: null,
            labelAngle: 0,
            domain: false,
            ticks: false,
            values: [0, 3, 6, 9, 12, 15, 18, 21],
            labelExpr: "pad(datum.value, 2, '0', 'left') + ':00'",
            labelAlign: 'left',
            labelOffset: { expr: "-bandwidth('x') / 2" },
          },
        },
        y: {
          field: 'weekday',
          type: 'ordinal',
          scale: { domain: [...WEEKDAYS] },
          axis: { title: null, grid: false },
        },
        color: {
          field: 'share',
          type: 'quantitative',
          scale: { domain: [0, 1], range: [...theme.ramp], interpolate: 'rgb' },
          legend: { format: '.0%', gradientLength: 160, gradientThickness: 8, values: [0, 0.5, 1] },
        },
        tooltip: [
          { field: 'weekday', type: 'nominal' },
          { field: 'hour', type: 'ordinal' },
          { field: 'share', type: 'quantitative', format: '.1%' },
        ],
      },
    },
  };
}

interface Cell {
  readonly weekday: (typeof WEEKDAYS)[number];
  readonly hour: number;
  readonly share: number;
}

function cellsOf({ hours, computes }: SimulationDocument): Cell[] {
  const sums = new Map<number, { awakeMs: number; allMs: number }>();
  hours.from.forEach((from, i) => {
    const time = new Date(`${from}Z`);
    const place = ((time.getUTCDay() + 6) % 7) * 24 + time.getUTCHours();
    const sum = sums.get(place) ?? { awakeMs: 0, allMs: 0 };
    sum.awakeMs += hours.awakeMs[i] ?? 0;
    sum.allMs += (hours.hours[i] ?? 0) * HOUR_MS * computes.length;
    sums.set(place, sum);
  });
  return [...sums]
    .sort(([one], [other]) => one - other)
    .map(([place, { awakeMs, allMs }]) => ({
      weekday: WEEKDAYS[Math.floor(place / 24)] as Cell['weekday'],
      hour: place % 24,
      share: allMs === 0 ? 0 : Math.round((awakeMs / allMs) * 1e4) / 1e4,
    }));
}

function findingOf(cells: readonly Cell[]): string {
  const asleep = cells.filter(({ share }) => share < NEGLIGIBLE).length;
  const of = cells.length === 168 ? 'the 168 hours of a week' : `the ${cells.length} hours that were seen`;
  const fullest = cells.reduce((one, other) => (other.share > one.share ? other : one));
  if (asleep === cells.length) return `It sleeps through all of ${of}.`;
  if (asleep === 0 && cells.every(({ share }) => share > 1 - NEGLIGIBLE))
    return `It is awake in all of ${of}.`;
  const most = `it is awake most on ${fullest.weekday} at ${String(fullest.hour).padStart(2, '0')}:00 (${percent(fullest.share)})`;
  return asleep === 0
    ? `In each of ${of} it is awake for a part; ${most}.`
    : `It sleeps through ${asleep} of ${of}; ${most}.`;
}
