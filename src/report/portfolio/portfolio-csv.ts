import { DAY_MS, MICROS } from '../../facts/index.ts';
import type { Judged } from '../../planner/index.ts';
import { describeProblem } from '../../problem/index.ts';
import { backgroundName } from '../plan/background.ts';
import { bothWays } from '../plan/both-ways.ts';
import { configurationText } from '../words/configuration-words.ts';
import { brokenCell, brokenNow, brokenUnder, conditionOf } from '../words/objective-words.ts';
import { type CsvCell, csvTable } from './csv.ts';
import { type PortfolioAnswer, portfolioRows, unplanned } from './portfolio-answer.ts';
import { atRisk } from './risks.ts';
import { savingReason } from './savings.ts';

/** A row for each database in the order of the page, for spreadsheets and scripts. */
export function portfolioCsv(answer: PortfolioAnswer): string {
  const rows = portfolioRows(answer);
  const risks = new Map(atRisk(rows).map(({ row, why }) => [row, why]));
  const planned = rows.map((row): Record<Column, CsvCell> => {
    const { recommendation, current, verdict, uncertainty } = row.plan;
    const both = bothWays(row.background, recommendation, current);
    return {
      project: row.project,
      database: row.name,
      file: row.file,
      verdict,
      current: textOf(current),
      recommended: textOf(recommendation),
      cost_now: amount(row.costNow),
      cost_recommended: amount(row.costThen),
      saving: amount(row.saving),
      currency: answer.currency,
      reason: savingReason(row),
      breaks_now: current === null ? null : brokenNow(current).join(' '),
      breaks_under: current === null ? null : brokenUnder(current).join(' '),
      breaks_under_what: current === null ? null : conditionOf(current, answer.currency),
      breaks_recommended: recommendation === null ? breaksOf(row.plan.nearest, answer.currency) : '',
      at_risk: risks.get(row) ?? null,
      months_kept: uncertainty.recommendation?.feasible ?? null,
      days: Math.round((row.horizonMs / DAY_MS) * 100) / 100,
      breaks_in: row.lasting?.breaks?.month ?? null,
      background: row.background === null ? null : backgroundName(row.background),
      cost_without_background: rounded(both?.costWithout ?? null),
      saving_without_background: rounded(both?.savingWithout ?? null),
      cpu_bound: row.cpuBound?.by ?? null,
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
  'breaks_under',
  'breaks_under_what',
  'breaks_recommended',
  'at_risk',
  'months_kept',
  'days',
  'breaks_in',
  'background',
  'cost_without_background',
  'saving_without_background',
  'cpu_bound',
  'problem',
] as const;
type Column = (typeof COLUMNS)[number];

function textOf(judged: Judged | null): string | null {
  return judged === null ? null : configurationText(judged.configuration);
}

/** If no configuration meets all objectives, the objectives that the nearest one breaks. */
function breaksOf(nearest: Judged | null, currency: string): string {
  return nearest === null ? '' : brokenCell(nearest.broken, currency);
}

/** A month, to the cent. */
function amount(micros: number | null): number | null {
  return micros === null ? null : rounded(micros / MICROS);
}

function rounded(value: number): number;
function rounded(value: number | null): number | null;
function rounded(value: number | null): number | null {
  return value === null ? null : Math.round(value * 100) / 100;
}
