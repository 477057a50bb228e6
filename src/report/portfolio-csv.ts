import { DAY_MS, MICROS } from '../facts/index.ts';
import type { Judged } from '../planner/index.ts';
import { describeProblem } from '../problem/index.ts';
import { type CsvCell, csvTable } from './csv.ts';
import { type PortfolioAnswer, portfolioRows, unplanned } from './portfolio-answer.ts';
import { atRisk } from './portfolio-risks.ts';
import { savingReason } from './portfolio-savings.ts';
import { settingText } from './setting-words.ts';

/** One row a database, in the order of the page, for spreadsheets and scripts. */
export function portfolioCsv(answer: PortfolioAnswer): string {
  const rows = portfolioRows(answer);
  const risks = new Map(atRisk(rows).map(({ row, why }) => [row, why]));
  const planned = rows.map((row): Record<Column, CsvCell> => {
    const { choice, present, verdict, uncertainty } = row.plan;
    return {
      project: row.project,
      database: row.name,
      file: row.file,
      verdict,
      current: textOf(present),
      recommended: textOf(choice),
      cost_now: amount(row.costNow),
      cost_recommended: amount(row.costThen),
      saving: amount(row.saving),
      currency: answer.currency,
      reason: savingReason(row),
      breaks_now: present === null ? null : names(present.broken),
      breaks_recommended: choice === null ? names(row.plan.nearest?.broken ?? []) : '',
      at_risk: risks.get(row) ?? null,
      months_kept: uncertainty.choice?.feasible ?? null,
      days: Math.round((row.horizonMs / DAY_MS) * 100) / 100,
      breaks_in: row.lasting?.breaks?.month ?? null,
      problem: null,
    };
  });
  const bad = unplanned(answer).map(
    (one): Partial<Record<Column, CsvCell>> => ({
      project: one.project,
      database: one.name,
      file: one.file,
      verdict: one.isWithoutData ? 'no data' : 'failed',
      problem: one.problems.map(describeProblem).join(' | '),
    }),
  );
  return csvTable(
    COLUMNS,
    [...planned, ...bad].map((row) => COLUMNS.map((name) => row[name] ?? null)),
  );
}

const COLUMNS = [
  'project',
  'database',
  'file',
  'verdict',
  'current',
  'recommended',
  'cost_now',
  'cost_recommended',
  'saving',
  'currency',
  'reason',
  'breaks_now',
  'breaks_recommended',
  'at_risk',
  'months_kept',
  'days',
  'breaks_in',
  'problem',
] as const;
type Column = (typeof COLUMNS)[number];

function textOf(judged: Judged | null): string | null {
  return judged === null ? null : settingText(judged.setting);
}

function names(broken: Judged['broken']): string {
  return broken.map(({ promise }) => promise).join(' ');
}

/** A month, to the cent. */
function amount(micros: number | null): number | null {
  return micros === null ? null : Math.round((micros / MICROS) * 100) / 100;
}
