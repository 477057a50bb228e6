import { DAY_MS, MICROS } from '../../facts/index.ts';
import type { Judged, PlanWithout } from '../../planner/index.ts';
import { type AppliedMany, appliedManyBlocks, appliedManyDocument } from '../apply/apply-many.ts';
import { LazyList } from '../page/lazy-list.ts';
import { bothWaysDocument } from '../plan/both-ways.ts';
import { brokenNow, brokenUnder, conditionOf } from '../words/objective-words.ts';
import { billOfManyDocument } from './bill-of-many.ts';
import { titleOf } from './database-title.ts';
import { changesSince } from './digest/changes-since.ts';
import { digestDocument } from './digest/digest.ts';
import { type PortfolioAnswer, portfolioRows, portfolioTotals, unplanned } from './portfolio-answer.ts';
import { portfolioPage, portfolioSummary } from './portfolio-page.ts';
import { atRisk } from './risks.ts';
import { rollUpDocument } from './roll-up.ts';
import type { PortfolioRow, RowDetails } from './rows/portfolio-row.ts';
import { unplannedReasons } from './rows/reasons.ts';
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
    rollUps: rollUpDocument(answer),
    ...(answer.since === null ? {} : { since: digestDocument(changesSince(answer, answer.since)) }),
    largest: largestSavings(rows).map(({ row, saving: own, reason }) => ({
      database: titleOf(row),
      saving: money(own),
      reason,
    })),
    atRisk: LazyList.of(atRisk(rows), ({ row, why }) => ({ database: titleOf(row), why })),
    databases: LazyList.of(rows, (row) => entryOf(row, answer.currency)),
    problems: unplanned(answer).map(({ name, project, file, tags, member, isWithoutData, problems }) => ({
      name,
      project,
      file,
      tags,
      member,
      severity: 'no data',
      reasonCodes: unplannedReasons(isWithoutData),
      isWithoutData,
      problems,
    })),
    ...(answer.bill === null ? {} : { bill: billOfManyDocument(answer.bill) }),
    ...(applied === null ? {} : { apply: appliedManyDocument(applied) }),
    summary: portfolioSummary(answer, changes),
    page: [...portfolioPage(answer), ...changes],
  };
}

function entryOf(row: PortfolioRow, currency: string) {
  const details = row.details();
  const { current, recommendation, ruledOut } = details;
  return {
    name: row.name,
    project: row.project,
    file: row.file,
    tags: row.tags,
    member: row.member,
    job: row.key,
    verdict: row.verdict,
    severity: row.severity,
    reasonCodes: row.reasonCodes,
    costNow: money(row.costNow),
    costThen: money(row.costThen),
    saving: money(row.saving),
    reason: savingReason(row, details),
    days: row.horizonMs / DAY_MS,
    current: withBreaks(current, currency),
    recommendation: short(recommendation),
    options: details.options.map((option) => ({ ...option, recommendation: short(option.recommendation) })),
    binding: details.binding,
    basis: row.basis,
    ruledOut: ruledOut && { ...short(ruledOut), rules: ruledOut.rules },
    refused: details.refused,
    uncertainty: details.uncertainty,
    lasting: details.lasting,
    background: shortWithout(details.background, details),
    withoutMemory: shortWithout(details.withoutMemory, details),
    cpuBound: details.cpuBound,
    relaxations: details.relaxations,
  };
}

/** A plan without a part of the demand, with short configurations. */
function shortWithout<Without extends PlanWithout>(
  other: Without | null,
  { recommendation, current }: RowDetails,
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
