import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../facts/index.ts';
import { durationWords, numberWords } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { PoliciesDocument } from '../../documents/policies.ts';
import type { Theme } from '../../theme.ts';

/** Pauses by length, with the timeouts that the service sells. Pauses to the right of a timeout become sleep. */
export function pausesChart({ computes, policies }: PoliciesDocument, theme: Theme): Chart | null {
  const counts = new Map<number, number>();
  for (const { pauses } of computes)
    pauses?.fromMs.forEach((fromMs, i) => {
      counts.set(fromMs, (counts.get(fromMs) ?? 0) + (pauses.count[i] ?? 0));
    });
  const classes = [...counts].sort(([one], [other]) => one - other);
  const rows = classes
    .slice(0, 1 + classes.findLastIndex(([, count]) => count > 0))
    .map(([fromMs, count]) => ({ fromMs, words: lengthWords(fromMs), count }));
  const all = rows.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return null;
  const timeouts = policies.flatMap(({ isSold, suspendAfterMs }) =>
    isSold && suspendAfterMs !== null ? [suspendAfterMs] : [],
  );
  const longest = Math.max(...timeouts);
  const beyond = (timeoutMs: number) =>
    rows.reduce((sum, row) => sum + (row.fromMs >= timeoutMs ? row.count : 0), 0);
  const marked = timeouts.filter((timeoutMs) => rows.some(({ fromMs }) => fromMs === timeoutMs));
  return {
    name: 'pauses',
    finding:
      marked.length === 0
        ? `There are ${numberWords(all)} pauses.`
        : `${numberWords(beyond(longest))} of ${numberWords(all)} pauses outlast a timeout of ${durationWords(longest)} and become sleep.`,
    about: `The number of pauses by their length.${marked.length === 0 ? '' : ' Dashed: timeouts that you can buy; each one sleeps through the pauses to its right.'}`,
    spec: {
      data: { values: rows },
      width: WIDTH_OF_PLOT,
      height: 200,
      encoding: {
        x: {
          field: 'words',
          type: 'ordinal',
          sort: null,
          scale: { paddingInner: 0.08, paddingOuter: 0.04 },
          axis: {
            title: 'at least',
            titleAnchor: 'start',
            labelAngle: 0,
            labelOverlap: 'greedy',
            labelSeparation: 6,
          },
        },
      },
      layer: [
        {
          mark: { type: 'bar', color: theme.main },
          encoding: {
            y: { field: 'count', type: 'quantitative', axis: { title: null, tickMinStep: 1 } },
          },
        },
        {
          mark: { type: 'text', dy: -8 },
          transform: [{ filter: 'datum.count > 0' }],
          encoding: {
            y: { field: 'count', type: 'quantitative' },
            text: { field: 'count', type: 'quantitative' },
          },
        },
        ...marked.flatMap((timeoutMs) => [
          {
            data: { values: [{ words: lengthWords(timeoutMs) }] },
            mark: {
              type: 'rule',
              color: theme.limit,
              strokeDash: [5, 4],
              strokeWidth: 1.5,
              xOffset: { expr: "-bandwidth('x') / 2 - 2" },
            },
          },
          {
            data: { values: [{ words: lengthWords(timeoutMs), label: durationWords(timeoutMs) }] },
            mark: {
              type: 'text',
              y: -8,
              align: 'left',
              color: theme.limit,
              fontWeight: 600,
              xOffset: { expr: "-bandwidth('x') / 2 - 2" },
            },
            encoding: { text: { field: 'label' } },
          },
        ]),
      ],
    },
  };
}

function lengthWords(ms: number): string {
  if (ms >= DAY_MS) return `${ms / DAY_MS} d`;
  return ms >= HOUR_MS ? `${ms / HOUR_MS} h` : `${ms / MINUTE_MS} min`;
}
