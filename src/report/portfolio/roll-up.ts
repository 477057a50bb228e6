import { MICROS } from '../../facts/index.ts';
import type { PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import {
  type PortfolioAnswer,
  portfolioRows,
  portfolioTotals,
  type RollUpBy,
  unplanned,
} from './portfolio-answer.ts';
import { moneyCell } from './round-money.ts';
import type { ListedTitle } from './rows/planned-database.ts';
import type { PortfolioRow } from './rows/portfolio-row.ts';
import { SEVERITIES, type Severity } from './rows/severity.ts';

interface Group extends Omit<ReturnType<typeof portfolioTotals>, 'unset'> {
  /** Null for databases without that project or tag. */
  readonly group: string | null;
  readonly databases: number;
  readonly counts: Readonly<Record<Severity, number>>;
}

export function rollUpDocument(answer: PortfolioAnswer) {
  return answer.rollUps.map((by) => ({
    by: flagText(by),
    groups: groupsOf(answer, by).map(
      ({ group, databases, counts, compared, costNow, costThen, saving, unsetThen }) => ({
        group,
        databases,
        atRisk: counts['at risk'],
        wasteful: counts.wasteful,
        fine: counts.fine,
        noData: counts['no data'],
        compared,
        costNow: costNow / MICROS,
        costThen: costThen / MICROS,
        saving: saving / MICROS,
        unsetCostThen: unsetThen / MICROS,
      }),
    ),
  }));
}

/** A table for each roll-up that was asked for. */
export function rollUpTables(answer: PortfolioAnswer): PageBlock[] {
  return answer.rollUps.map((by) => ({
    kind: 'table',
    title: `By ${by.kind === 'project' ? 'project' : by.name}`,
    columns: [
      { title: by.kind === 'project' ? 'project' : by.name, align: 'left', width: 14, isCut: true },
      ...rightColumns('databases', ...SEVERITIES, 'now', 'then', 'saves'),
    ],
    rows: groupsOf(answer, by).map(({ group, databases, counts, compared, costNow, costThen, saving }) => [
      group ?? '(none)',
      String(databases),
      ...SEVERITIES.map((severity) => String(counts[severity])),
      ...[costNow, costThen, saving].map((micros) =>
        moneyCell(compared === 0 ? null : micros, answer.currency),
      ),
    ]),
  }));
}

/** The largest saving first. */
function groupsOf(answer: PortfolioAnswer, by: RollUpBy): Group[] {
  const groups = new Map<string | null, { rows: PortfolioRow[]; unplanned: number }>();
  const groupOf = (one: ListedTitle) => {
    const key =
      by.kind === 'project' ? one.project : Object.hasOwn(one.tags, by.name) ? one.tags[by.name] : null;
    const group = groups.get(key ?? null) ?? { rows: [], unplanned: 0 };
    groups.set(key ?? null, group);
    return group;
  };
  for (const row of portfolioRows(answer)) groupOf(row).rows.push(row);
  for (const one of unplanned(answer)) groupOf(one).unplanned++;
  return [...groups]
    .map(([group, { rows, unplanned: bad }]): Group => {
      const { unset: _, ...totals } = portfolioTotals(rows);
      const count = (severity: Severity) => rows.filter((row) => row.severity === severity).length;
      return {
        group,
        databases: rows.length + bad,
        counts: {
          'at risk': count('at risk'),
          wasteful: count('wasteful'),
          fine: count('fine'),
          'no data': count('no data') + bad,
        },
        ...totals,
      };
    })
    .sort((one, other) => other.saving - one.saving);
}

function flagText(by: RollUpBy): string {
  return by.kind === 'project' ? 'project' : `tag:${by.name}`;
}
