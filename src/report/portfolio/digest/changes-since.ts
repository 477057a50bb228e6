import { MICROS } from '../../../facts/index.ts';
import { configurationText } from '../../words/configuration-words.ts';
import { titleOf } from '../database-title.ts';
import { type PortfolioAnswer, portfolioRows, portfolioTotals, unplanned } from '../portfolio-answer.ts';
import type { PortfolioRow } from '../rows/portfolio-row.ts';
import type { EarlierPlan } from './earlier-plan.ts';

/** Changes since an earlier plan, by kind. Costs are in millionths a month. */
export interface ChangesSince {
  readonly name: string;
  readonly costNow: Change<number>;
  readonly saving: Change<number>;
  readonly atRisk: readonly PortfolioRow[];
  readonly cured: readonly string[];
  readonly applied: readonly {
    readonly database: string;
    readonly configuration: string;
    readonly saving: number;
  }[];
  readonly grown: readonly ({ readonly database: string } & Change<number>)[];
  readonly recommended: readonly ({ readonly database: string } & Change<string | null>)[];
  /** Databases that had a plan, and now have none. */
  readonly lost: readonly string[];
  readonly added: readonly string[];
  readonly gone: readonly string[];
}

interface Change<Value> {
  readonly from: Value;
  readonly to: Value;
}

/** In the order of the rows, so that the largest savings come first. */
export function changesSince(answer: PortfolioAnswer, earlier: EarlierPlan): ChangesSince {
  const rows = portfolioRows(answer);
  const bad = unplanned(answer).map(titleOf);
  const titles = new Set([...rows.map(titleOf), ...bad]);
  const known = rows.flatMap((row) => {
    const before = earlier.databases.get(titleOf(row));
    return before === undefined ? [] : [{ row, database: titleOf(row), before, now: configurationsOf(row) }];
  });
  const compared = [...earlier.databases.values()].filter(({ saving }) => saving !== null);
  const sum = (of: 'costNow' | 'saving') => micros(compared.reduce((all, one) => all + (one[of] ?? 0), 0));
  const { costNow, saving } = portfolioTotals(rows);
  return {
    name: earlier.name,
    costNow: { from: sum('costNow'), to: costNow },
    saving: { from: sum('saving'), to: saving },
    atRisk: known
      .filter(({ row, before }) => row.severity === 'at risk' && before.severity !== 'at risk')
      .map(({ row }) => row),
    cured: known
      .filter(
        ({ row, before }) => before.severity === 'at risk' && ['fine', 'wasteful'].includes(row.severity),
      )
      .map(({ database }) => database),
    applied: known.flatMap(({ database, before, now }) =>
      before.recommended !== null &&
      before.recommended !== before.current &&
      now.current === before.recommended
        ? [{ database, configuration: now.current, saving: micros(before.saving ?? 0) }]
        : [],
    ),
    grown: known.flatMap(({ row, database, before }) => {
      const [from, to] = [micros(before.saving ?? 0), row.saving ?? 0];
      const isGrown = row.severity === 'wasteful' && to - from > answer.worthwhile * (row.costNow ?? 0);
      return isGrown ? [{ database, from, to }] : [];
    }),
    recommended: known.flatMap(({ database, before, now }) =>
      now.recommended === before.recommended
        ? []
        : [{ database, from: before.recommended, to: now.recommended }],
    ),
    lost: bad.filter((title) => earlier.databases.get(title)?.recommended != null),
    added: [...titles].filter((title) => !earlier.databases.has(title)),
    gone: [...earlier.databases.keys()].filter((title) => !titles.has(title)),
  };
}

function configurationsOf(row: PortfolioRow) {
  const { current, recommendation } = row.details();
  const [now, then] = [current, recommendation].map((one) =>
    one === null ? null : configurationText(one.configuration),
  );
  return { current: now ?? null, recommended: then ?? null };
}

function micros(value: number): number {
  return Math.round(value * MICROS);
}
