import { DAY_MS, MICROS } from '../facts/index.ts';
import type { Judged } from '../planner/index.ts';
import { type AppliedMany, appliedManyBlocks, appliedManyDocument } from './apply-many.ts';
import { billOfManyDocument } from './bill-of-many.ts';
import {
  type PortfolioAnswer,
  portfolioRows,
  portfolioTotals,
  titleOf,
  unplanned,
} from './portfolio-answer.ts';
import { portfolioPage } from './portfolio-page.ts';
import { atRisk } from './portfolio-risks.ts';
import { largestSavings, savingReason } from './portfolio-savings.ts';

/** @param isShown the changes are on the page, and not in a file of their own */
export function portfolioDocument(answer: PortfolioAnswer, applied: AppliedMany | null, isShown: boolean) {
  const rows = portfolioRows(answer);
  const { compared, costNow, costThen, saving, unset, unsetThen } = portfolioTotals(rows);
  return {
    schema: 'tidemark/portfolio-plan',
    version: 2,
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
    largest: largestSavings(rows).map(({ row, saving: own, reason }) => ({
      database: titleOf(row),
      saving: money(own),
      reason,
    })),
    atRisk: atRisk(rows).map(({ row, why }) => ({ database: titleOf(row), why })),
    databases: rows.map((row) => ({
      name: row.name,
      project: row.project,
      file: row.file,
      job: row.key,
      verdict: row.plan.verdict,
      costNow: money(row.costNow),
      costThen: money(row.costThen),
      saving: money(row.saving),
      reason: savingReason(row),
      days: row.horizonMs / DAY_MS,
      present: short(row.plan.present),
      choice: short(row.plan.choice),
      options: row.plan.options.map((option) => ({ ...option, choice: short(option.choice) })),
      binding: row.binding,
      basis: row.plan.basis,
      ruledOut: row.ruledOut && { ...short(row.ruledOut), rules: row.ruledOut.rules },
      uncertainty: row.plan.uncertainty.choice,
      lasting: row.lasting,
      relaxations: row.plan.relaxations.map(({ promise, bound }) => ({ promise, bound })),
    })),
    problems: unplanned(answer).map(({ name, project, file, isWithoutData, problems }) => ({
      name,
      project,
      file,
      isWithoutData,
      problems,
    })),
    ...(answer.bill === null ? {} : { bill: billOfManyDocument(answer.bill) }),
    ...(applied === null ? {} : { apply: appliedManyDocument(applied) }),
    page: [...portfolioPage(answer), ...(applied === null || !isShown ? [] : appliedManyBlocks(applied))],
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
