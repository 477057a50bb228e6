import { RAN_OUT } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { IncidentDocument } from '../../documents/incident.ts';
import type { Theme } from '../../theme.ts';
import { timeAxis } from '../parts/axes.ts';
import { toLocalMs } from '../runs/steps.ts';
import { troubleCaption } from './trouble-words.ts';

const ROW = 44;
/** The least width of a bar as a share of the plot, so that short shortages can be seen. */
const LEAST = 1 / 240;

/** The shortages of an incident over time, the first one at the top. */
export function shortagesChart(
  { troubles, window, at, timezone }: IncidentDocument,
  theme: Theme,
): Chart | null {
  const local = toLocalMs(timezone);
  const [from, until] = [local(Date.parse(window.from)), local(Date.parse(window.until))];
  const rows = troubles.map((trouble, row) => {
    const start = Math.max(from, local(Date.parse(trouble.from)));
    const end = Math.min(until, Math.max(local(Date.parse(trouble.until)), start + LEAST * (until - from)));
    const what = trouble.errors > 0 ? 'errors' : 'waits alone';
    return { row, from: start, until: end, what, words: `${trouble.resource}: ${troubleCaption([trouble])}` };
  });
  const [first] = troubles;
  if (first === undefined) return null;
  const time = timeAxis(from, until);
  const y = { field: 'row', type: 'ordinal', axis: null };
  const kinds = Object.entries({ errors: theme.limit, 'waits alone': theme.demand }).filter(([kind]) =>
    rows.some(({ what }) => what === kind),
  );
  const isBefore = Date.parse(first.from) <= Date.parse(window.from);
  return {
    name: 'shortages',
    finding: `${RAN_OUT[first.resource]} first, at ${clock(local(Date.parse(first.from)))}${isBefore ? ' or before' : ''}${troubles.length === 1 ? '' : `; then ${troubles.length - 1 === 1 ? 'one more' : `${troubles.length - 1} more`}`}.`,
    about:
      'When each resource was short, from its first error or wait to its last. Dashed: the time in question.',
    spec: {
      width: WIDTH_OF_PLOT,
      height: { step: ROW },
      layer: [
        {
          data: { values: [{ at: local(Date.parse(at)) }] },
          mark: { type: 'rule', strokeDash: [2, 3] },
          encoding: { x: { field: 'at', type: 'temporal' } },
        },
        {
          data: { values: rows },
          mark: { type: 'bar', height: 12, yOffset: 9, cornerRadiusEnd: 0 },
          encoding: {
            y,
            x: { field: 'from', ...time },
            x2: { field: 'until' },
            color: {
              field: 'what',
              type: 'nominal',
              scale: { domain: kinds.map(([kind]) => kind), range: kinds.map(([, colour]) => colour) },
              legend: { symbolType: 'square' },
            },
          },
        },
        {
          data: { values: rows.map(({ row, words }) => ({ row, words, at: from })) },
          mark: { type: 'text', align: 'left', dx: 4, dy: -9, fontSize: 12 },
          encoding: { y, x: { field: 'at', type: 'temporal' }, text: { field: 'words' } },
        },
      ],
    },
  };
}

function clock(localMs: number): string {
  return new Date(localMs).toISOString().slice(11, 19);
}
