import { DAY_MS, MICROS } from '../facts/index.ts';
import type { Judged } from '../planner/index.ts';
import {
  type PortfolioAnswer,
  portfolioRows,
  portfolioTotals,
  titleOf,
  unplanned,
} from './portfolio-answer.ts';
import { firstLooks } from './portfolio-looks.ts';
import { portfolioPage } from './portfolio-page.ts';

/** The same for programs. */
export function portfolioDocument(answer: PortfolioAnswer) {
  const rows = portfolioRows(answer);
  const { compared, costNow, costThen, saving, unset, unsetThen } = portfolioTotals(rows);
  return {
    schema: 'tidemark/portfolio-plan',
    version: 1,
    partial: answer.databases.length < answer.of,
    isWhole: answer.databases.length === answer.of,
    profile: answer.profile,
    worthwhile: answer.worthwhile,
    currency: answer.currency,
    growth: answer.growth,
    totals: {
      databases: answer.of,
      planned: rows.length,
      compared,
      costNow: money(costNow),
      costThen: money(costThen),
      saving: money(saving),
      unset,
      unsetCostThen: money(unsetThen),
    },
    first: firstLooks(rows).map(({ row, why }) => ({ database: titleOf(row), why })),
    databases: rows.map((row) => ({
      name: row.name,
      project: row.project,
      file: row.file,
      job: row.key,
      verdict: row.plan.verdict,
      costNow: money(row.costNow),
      costThen: money(row.costThen),
      saving: money(row.saving),
      days: row.horizonMs / DAY_MS,
      present: short(row.plan.present),
      choice: short(row.plan.choice),
      options: row.plan.options.map((option) => ({ ...option, choice: short(option.choice) })),
      binding: row.binding,
      uncertainty: row.plan.uncertainty.choice,
      lasting: row.lasting,
      relaxations: row.plan.relaxations.map(({ promise, bound }) => ({ promise, bound })),
    })),
    problems: unplanned(answer).map(({ name, project, file, problems }) => ({
      name,
      project,
      file,
      problems,
    })),
    page: portfolioPage(answer),
  };
}

function short(judged: Judged | null) {
  if (judged === null) return null;
  const { setting, outcome, broken } = judged;
  return { setting, outcome, broken };
}

function money(micros: number): number;
function money(micros: number | null): number | null;
function money(micros: number | null): number | null {
  return micros === null ? null : micros / MICROS;
}
