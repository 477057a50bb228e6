import { brokenList, numberWords } from '../../../report/index.ts';
import { type Chart, WIDTH_OF_PLOT } from '../../chart.ts';
import type { PlanDocument } from '../../documents/plan.ts';
import type { Theme } from '../../theme.ts';

/** The headroom of the recommendation: how far demand may grow before an objective is broken. */
export function growthChart({ growth, currency }: PlanDocument, theme: Theme): Chart | null {
  if (growth === null) return null;
  const { keptAt, breaksAt, broken } = growth;
  const end = breaksAt ?? keptAt;
  const stretches = [
    { from: 0, until: keptAt, what: 'meets all objectives' },
    ...(breaksAt === null
      ? []
      : [
          { from: keptAt, until: breaksAt, what: 'not tried' },
          { from: breaksAt, until: end * 1.15, what: 'breaks an objective' },
        ]),
  ];
  const kinds = {
    'meets all objectives': theme.good,
    'not tried': theme.grid,
    'breaks an objective': theme.limit,
  };
  const why = brokenList(broken, currency);
  return {
    name: 'growth',
    finding:
      breaksAt === null
        ? `The recommendation meets all objectives up to ${numberWords(keptAt)} times the demand, the most that was tried.`
        : `The recommendation holds up to ${numberWords(keptAt)} times the demand; at ${numberWords(breaksAt)} times it breaks: ${why}.`,
    about: 'Times the demand, under the recommendation.',
    spec: {
      data: { values: stretches },
      width: WIDTH_OF_PLOT,
      height: 36,
      mark: { type: 'bar', height: 18, cornerRadiusEnd: 0 },
      encoding: {
        x: {
          field: 'from',
          type: 'quantitative',
          scale: { domain: [0, breaksAt === null ? end : end * 1.15], nice: false },
          axis: {
            title: null,
            values: [...new Set([1, keptAt, end])].sort((one, other) => one - other),
            labelExpr: "datum.value + '×'",
          },
        },
        x2: { field: 'until' },
        color: {
          field: 'what',
          type: 'nominal',
          scale: {
            domain: Object.keys(kinds).filter((kind) => stretches.some(({ what }) => what === kind)),
            range: Object.entries(kinds)
              .filter(([kind]) => stretches.some(({ what }) => what === kind))
              .map(([, colour]) => colour),
          },
          legend: { symbolType: 'square' },
        },
      },
    },
  };
}
