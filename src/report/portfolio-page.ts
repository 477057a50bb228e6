import { MICROS } from '../facts/index.ts';
import type { Uncertainty } from '../planner/index.ts';
import { describeProblem } from '../problem/index.ts';
import { fleetOptions } from './fleet-options.ts';
import { money, percent } from './format.ts';
import type { Block } from './page.ts';
import {
  type PortfolioAnswer,
  type PortfolioRow,
  portfolioRows,
  portfolioTotals,
  titleOf,
  type UnplannedDatabase,
  unplanned,
} from './portfolio-answer.ts';
import { lastingCell, lastingList, lastingSentences } from './portfolio-lasting.ts';
import { type FirstLook, firstLooks } from './portfolio-looks.ts';
import { amount, brokenList, underSuffix } from './promise-words.ts';
import { settingCell, settingWords } from './setting-words.ts';
import type { Column } from './text-table.ts';

export function portfolioPage(answer: PortfolioAnswer): Block[] {
  const rows = portfolioRows(answer);
  const bad = unplanned(answer);
  return [
    { kind: 'heading', text: totalsSentence(answer, rows), under: underWords(answer, rows, bad) },
    ...looksList(answer, firstLooks(rows)),
    ...fleetOptions(answer, rows),
    ...lastingList(answer, rows),
    tableOf(answer, rows, bad),
    ...problemList(bad),
  ];
}

function totalsSentence(answer: PortfolioAnswer, rows: readonly PortfolioRow[]): string {
  const { currency, of, databases } = answer;
  const { compared, costNow, costThen, saving, unset, unsetThen } = portfolioTotals(rows);
  const partial = databases.length < of ? `PARTIAL, ${databases.length} of ${of}: ` : '';
  const changes = rows.filter(({ plan }) => plan.verdict === 'change').length;
  if (compared === 0)
    return unset === 0
      ? `${partial}No database has a setting that keeps all promises.`
      : `${partial}${databasesWords(unset)} for ${money(unsetThen, currency)} a month.`;
  if (changes === 0)
    return `${partial}Change nothing: ${databasesWords(compared)} for ${money(costNow, currency)} a month.`;
  const difference = `${money(Math.abs(saving), currency)} ${saving < 0 ? 'more' : 'less'} a month`;
  return `${partial}Change ${changes} of ${databasesWords(compared)}: ${difference}, ${money(costThen, currency)} and not ${money(costNow, currency)}.`;
}

function underWords(
  answer: PortfolioAnswer,
  rows: readonly PortfolioRow[],
  bad: readonly UnplannedDatabase[],
): string {
  const { profile, worthwhile, currency } = answer;
  const { unset, unsetThen, compared } = portfolioTotals(rows);
  const infeasible = rows.filter(({ costThen }) => costThen === null).length;
  return [
    `Promises ${profile}; a change has to save more than ${percent(worthwhile)}; costs are ${currency} a month.`,
    ...(unset > 0 && compared > 0
      ? [`Of ${unset} nobody has said what is set: they would cost ${money(unsetThen, currency)}.`]
      : []),
    ...(infeasible > 0 ? [`Of ${infeasible} no setting keeps all promises.`] : []),
    ...(bad.length > 0 ? [`Of ${bad.length} there is no plan.`] : []),
    ...lastingSentences(answer, rows),
  ].join(' ');
}

function looksList({ currency }: PortfolioAnswer, looks: readonly FirstLook[]): Block[] {
  if (looks.length === 0) return [];
  const items = looks.map(({ row, why }) => ({ text: `${titleOf(row)}: ${lookWords(row, why, currency)}` }));
  return [{ kind: 'list', title: 'To look at first:', items }];
}

function lookWords({ plan, binding }: PortfolioRow, why: FirstLook['why'], currency: string): string {
  const { present, choice } = plan;
  const breaks = present === null ? undefined : brokenList(present.broken, currency);
  if (choice === null)
    return breaks === undefined || breaks === ''
      ? 'no setting keeps all promises.'
      : `no setting keeps all promises, and what is set breaks ${breaks}.`;
  const binds =
    binding === null
      ? ''
      : ` ${binding.step === 'other route' ? 'The' : 'A'} ${binding.step} would break ${amountWords(binding, currency)}.`;
  const to = `${settingWords(choice.setting)}.`;
  return why === 'broken' ? `what is set breaks ${breaks}; ${to}${binds}` : `${to}${binds}`;
}

function amountWords(binding: NonNullable<PortfolioRow['binding']>, currency: string): string {
  const { promise, found, bound } = binding;
  return `${promise}: ${amount(promise, found, currency)}, promised ${amount(promise, bound, currency)}${underSuffix([binding], currency)}`;
}

function tableOf(
  answer: PortfolioAnswer,
  rows: readonly PortfolioRow[],
  bad: readonly UnplannedDatabase[],
): Block {
  const cells = [...tableRows(answer, rows, bad), totalsRow(answer, rows)];
  if (answer.growth === null) return { kind: 'table', columns: COLUMNS, rows: cells };
  const months = [...rows.map(lastingCell), ...bad.map(() => '-'), ''];
  return {
    kind: 'table',
    columns: GROWN_COLUMNS,
    rows: cells.map((row, i) => [...row, months[i] as string]),
  };
}

/** As narrow as 80 columns ask for, and a name is as long as people make it. */
const COLUMNS: readonly Column[] = [
  { title: 'database', align: 'left', width: 12, isCut: true },
  { title: 'present', align: 'left', width: 8 },
  { title: 'choice', align: 'left', width: 8 },
  { title: 'now', align: 'right' },
  { title: 'then', align: 'right' },
  { title: 'saves', align: 'right' },
  { title: 'binds', align: 'left', width: 9, isCut: true },
  { title: 'risk', align: 'left', width: 8 },
];

/** One more, for which the others make room. */
const GROWN_COLUMNS: readonly Column[] = [
  { title: 'database', align: 'left', width: 8, isCut: true },
  { title: 'present', align: 'left', width: 7 },
  { title: 'choice', align: 'left', width: 7 },
  ...COLUMNS.slice(3, -1),
  { title: 'risk', align: 'left', width: 7 },
  { title: 'breaks', align: 'left' },
];

function tableRows(
  { currency }: PortfolioAnswer,
  rows: readonly PortfolioRow[],
  bad: readonly UnplannedDatabase[],
): string[][] {
  return [
    ...rows.map((row) => {
      const { plan, costNow, costThen, saving, binding } = row;
      return [
        titleOf(row),
        plan.present === null ? '-' : settingCell(plan.present.setting),
        plan.choice === null ? 'none' : plan.verdict === 'keep' ? 'keep' : settingCell(plan.choice.setting),
        shortMoney(costNow, currency),
        shortMoney(costThen, currency),
        shortMoney(saving, currency),
        binding?.promise ?? (plan.relaxations.map(({ promise }) => promise).join(', ') || '-'),
        riskCell(plan.uncertainty.choice),
      ];
    }),
    ...bad.map((one) => [titleOf(one), '-', 'problem', '-', '-', '-', '-', '-']),
  ];
}

function totalsRow({ currency }: PortfolioAnswer, rows: readonly PortfolioRow[]): string[] {
  const { compared, costNow, costThen, saving, unsetThen } = portfolioTotals(rows);
  const cells = compared === 0 ? [null, unsetThen, null] : [costNow, costThen, saving];
  return ['total', '', '', ...cells.map((micros) => shortMoney(micros, currency)), '', ''];
}

/** Cents only where they matter; which currency it is stands above. */
function shortMoney(micros: number | null, currency: string): string {
  if (micros === null) return '-';
  const value = Math.abs(micros) / MICROS;
  const digits = value < 99.995 ? value.toFixed(2) : value.toFixed(0);
  const sign = micros < 0 && Number(digits) !== 0 ? '-' : '';
  return `${sign}${currency === 'USD' ? '$' : ''}${digits}`;
}

/** The word, and the share of months that it is for; or how many days there are of those that it takes. */
function riskCell(sure: Uncertainty | null): string {
  if (sure === null) return '-';
  const { risk, feasible, days, daysNeeded } = sure;
  return risk === null || feasible === null
    ? `${days} of ${daysNeeded} days`
    : `${risk} ${percent(feasible)}`;
}

function problemList(bad: readonly UnplannedDatabase[]): Block[] {
  if (bad.length === 0) return [];
  const items = bad.map((one) => {
    const [first, ...more] = one.problems.map(describeProblem);
    return {
      text: `${titleOf(one)}: ${first}${more.length === 0 ? '' : ` (and ${more.length} more)`}`,
    };
  });
  return [{ kind: 'list', title: 'There is no plan of:', items }];
}

function databasesWords(count: number): string {
  return count === 1 ? '1 database' : `${count} databases`;
}
