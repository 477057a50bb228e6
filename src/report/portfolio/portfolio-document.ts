import { DAY_MS, MICROS } from '../../facts/index.ts';
import type { Judged, PlanWithout } from '../../planner/index.ts';
import { type AppliedMany, appliedManyBlocks, appliedManyDocument } from '../apply/apply-many.ts';
import { bothWaysDocument } from '../plan/both-ways.ts';
import { brokenNow, brokenUnder, conditionOf } from '../words/objective-words.ts';
import { billOfManyDocument } from './bill-of-many.ts';
import { titleOf } from './database-title.ts';
import {
  type PortfolioAnswer,
  type PortfolioRow,
  portfolioRows,
  portfolioTotals,
  unplanned,
} from './portfolio-answer.ts';
import { portfolioPage, portfolioSummary } from './portfolio-page.ts';
import { atRisk } from './risks.ts';
import { largestSavings, savingReason } from './savings.ts';

/** @param isShown whether the changes are on the page rather than in a file */
export function portfolioDocument(answer: PortfolioAnswer, applied: AppliedMany | null, isShown: boolean) {
  const rows = portfolioRows(answer);
  const { compared, costNow, costThen, saving, unset, unsetThen } = portfolioTotals(rows);
  const changes = applied === null || !isShown ? [] : appliedManyBlocks(applied);
  return {
    schema: 'tidemark/portfolio-plan',
    version: 3,
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
      current: withBreaks(row.plan.current, answer.currency),
      recommendation: short(row.plan.recommendation),
      options: row.plan.options.map((option) => ({
        ...option,
        recommendation: short(option.recommendation),
      })),
      binding: row.binding,
      basis: row.plan.basis,
      ruledOut: row.ruledOut && { ...short(row.ruledOut), rules: row.ruledOut.rules },
      uncertainty: row.plan.uncertainty.recommendation,
      lasting: row.lasting,
      background: shortWithout(row.background, row),
      withoutMemory: shortWithout(row.withoutMemory, row),
      cpuBound: row.cpuBound,
      relaxations: row.plan.relaxations.map(({ objective, bound }) => ({ objective, bound })),
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
    summary: portfolioSummary(answer, changes),
    page: [...portfolioPage(answer), ...changes],
  };
}

/** A plan without a part of the demand, with short configurations. */
function shortWithout<Without extends PlanWithout>(
  other: Without | null,
  { plan: { recommendation, current } }: PortfolioRow,
) {
  const document = bothWaysDocument(other, recommendation, current);
  if (document === null) return null;
  return {
    ...document,
    recommendation: short(document.recommendation),
    asRecommended: short(document.asRecommended),
    current: short(document.current),
  };
}

function short(judged: Judged | null) {
  if (judged === null) return null;
  const { configuration, outcome, broken } = judged;
  return { configuration, outcome, broken };
}

/** Lists the objectives that are broken now apart from those that are broken only under a condition. */
function withBreaks(current: Judged | null, currency: string) {
  return (
    current && {
      ...short(current),
      breaksNow: brokenNow(current),
      breaksUnder: brokenUnder(current),
      breaksUnderWhat: conditionOf(current, currency),
    }
  );
}

function money(micros: number): number;
function money(micros: number | null): number | null;
function money(micros: number | null): number | null {
  return micros === null ? null : micros / MICROS;
}
