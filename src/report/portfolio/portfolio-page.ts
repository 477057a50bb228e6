import { OBJECTIVE_NAMES } from '../../planner/index.ts';
import { describeProblem } from '../../problem/index.ts';
import { MORE, oneScreen, SCREEN_LINES } from '../page/one-screen.ts';
import { listOf, type PageBlock } from '../page/page.ts';
import { rulesWords } from '../plan/price.ts';
import { configurationCell } from '../words/configuration-words.ts';
import { percent } from '../words/format.ts';
import { refusalWords } from '../words/refusal-words.ts';
import { billOfManyBlocks } from './bill-of-many.ts';
import { titleOf } from './database-title.ts';
import { changesSince } from './digest/changes-since.ts';
import { digestLists, digestParagraph } from './digest/digest.ts';
import { lastingList, lastingSentences } from './lasting.ts';
import {
  type PortfolioAnswer,
  portfolioRows,
  portfolioTotals,
  type UnplannedDatabase,
  unplanned,
} from './portfolio-answer.ts';
import { portfolioOptions } from './portfolio-options.ts';
import { portfolioTable } from './portfolio-table.ts';
import { backgroundItems, cpuBoundItems, firstNames, memoryItems } from './rests-on.ts';
import { atRisk, riskWords } from './risks.ts';
import { rollUpTables } from './roll-up.ts';
import { roundMoney } from './round-money.ts';
import type { PortfolioRow } from './rows/portfolio-row.ts';
import { type LargeSaving, largestSavings } from './savings.ts';
import { savingsPicture } from './savings-picture.ts';

/**
 * The money first, then what saves it, what is at risk, and what could not be planned. The table of all databases is
 * last.
 */
export function portfolioPage(answer: PortfolioAnswer): PageBlock[] {
  const rows = portfolioRows(answer);
  const bad = unplanned(answer);
  const largest = largestSavings(rows);
  const risks = atRisk(rows);
  return [
    { kind: 'heading', text: headline(answer, rows), under: underWords(answer, rows, bad) },
    ...savingsPicture(answer, rows, largest),
    ...rollUpTables(answer),
    ...digestInPage(answer),
    ...listOf(
      'The largest savings a month, and why:',
      largest.map((one) => savingWords(one, answer)),
    ),
    ...listOf(
      `At risk (${risks.length} of ${rows.length}):`,
      cut(risks, (one) => riskWords(one, answer.currency)),
    ),
    ...listOf('Background activity keeps these awake:', cut(backgroundItems(answer, rows), asItIs)),
    ...listOf(
      'CPU was not measured, so these are planned with its upper bound:',
      cut(cpuBoundItems(rows), asItIs),
    ),
    ...listOf(
      'Memory decides the price of these, and may include cache:',
      cut(memoryItems(answer, rows), asItIs),
    ),
    ...portfolioOptions(answer, rows),
    ...lastingList(answer, rows),
    ...(answer.bill === null ? [] : billOfManyBlocks(answer.bill)),
    ...listOf(
      'No data, so no plan:',
      cut(
        bad.filter((one) => one.isWithoutData),
        problemOf,
      ),
    ),
    ...listOf(
      'These failed:',
      cut(
        bad.filter((one) => !one.isWithoutData),
        problemOf,
      ),
    ),
    tableOfMost(portfolioTable(answer, rows, bad, MOST_ROWS)),
  ];
}

/** The table with a line for the rows that it leaves out, above the totals. */
function tableOfMost({ omitted = 0, ...table }: ReturnType<typeof portfolioTable>): PageBlock {
  if (omitted === 0) return table;
  const more = table.columns.map((_, i) => (i === 0 ? `${omitted} more` : ''));
  return { ...table, rows: [...table.rows.slice(0, -1), more, ...table.rows.slice(-1)] };
}

/** JSON, CSV and the page of --report have all databases. */
const MOST_ROWS = 10_000;

/** The money, the largest changes, what is at risk and what failed, on one screen. */
export function portfolioSummary(answer: PortfolioAnswer, changes: readonly PageBlock[]): PageBlock[] {
  const rows = portfolioRows(answer);
  const bad = unplanned(answer);
  const risks = atRisk(rows);
  return oneScreen(
    [
      { kind: 'heading', text: headline(answer, rows), under: underWords(answer, rows, bad) },
      ...listOf(
        'These failed:',
        bad
          .filter((one) => !one.isWithoutData)
          .slice(0, 3)
          .map(problemOf),
      ),
      ...rollUpTables(answer),
      portfolioTable(answer, rows, bad, SCREEN_LINES),
      ...listOf(
        `At risk (${risks.length} of ${rows.length}):`,
        risks.slice(0, 3).map((one) => riskWords(one, answer.currency)),
      ),
    ],
    MORE,
    [
      ...digestInPage(answer).slice(0, 1),
      ...lastingList(answer, rows),
      ...(answer.bill === null ? [] : billOfManyBlocks(answer.bill)),
      ...changes,
    ],
  );
}

/** The changes since the plan to compare with: a paragraph, then lists. */
function digestInPage(answer: PortfolioAnswer): PageBlock[] {
  if (answer.since === null) return [];
  const changes = changesSince(answer, answer.since);
  return [digestParagraph(changes, answer.currency), ...digestLists(changes, answer.currency)];
}

/** `$10,806 to $2,069 a month, 32 of 40 databases changed: you save $8,738 (81%).` */
function headline({ currency, of, databases }: PortfolioAnswer, rows: readonly PortfolioRow[]): string {
  const { compared, costNow, costThen, saving, unset, unsetThen } = portfolioTotals(rows);
  const partial = databases.length < of ? `PARTIAL, ${databases.length} of ${of}: ` : '';
  const changes = rows.filter(({ verdict }) => verdict === 'change').length;
  if (rows.length === 0) return `${partial}No database is planned.`;
  if (compared === 0)
    return unset === 0
      ? `${partial}No database has a configuration that meets all objectives.`
      : `${partial}${databasesWords(unset)} for ${roundMoney(unsetThen, currency)} a month.`;
  if (changes === 0)
    return `${partial}Change nothing: ${databasesWords(compared)} for ${roundMoney(costNow, currency)} a month.`;
  const share = costNow === 0 ? '' : ` (${percent(Math.round((100 * Math.abs(saving)) / costNow) / 100)})`;
  const difference = `you ${saving < 0 ? 'pay' : 'save'} ${roundMoney(Math.abs(saving), currency)}${saving < 0 ? ' more' : ''}${share}`;
  return `${partial}${roundMoney(costNow, currency)} to ${roundMoney(costThen, currency)} a month, ${changes} of ${databasesWords(of)} changed: ${difference}.`;
}

function underWords(
  answer: PortfolioAnswer,
  rows: readonly PortfolioRow[],
  bad: readonly UnplannedDatabase[],
): string {
  const { profile, objectives, worthwhile, currency } = answer;
  const { unset, unsetThen, compared } = portfolioTotals(rows);
  const count = (verdict: PortfolioRow['verdict']) => rows.filter((row) => row.verdict === verdict).length;
  const without = bad.filter(({ isWithoutData }) => isWithoutData).length;
  const parts = [
    ['unchanged', count('keep'), ''],
    [
      'current configuration unknown',
      compared > 0 ? unset : 0,
      ` (not in these sums: ${roundMoney(unsetThen, currency)} as recommended)`,
    ],
    ['no configuration meets all objectives', count('none'), ''],
    ['no data', without, ''],
    ['failed', bad.length - without, ''],
  ] as const;
  const shown = parts.filter(([, some]) => some > 0).map(([words, some, more]) => `${words}: ${some}${more}`);
  return [
    ...(shown.length === 0 ? [] : [`${sentenceOf(shown.join('; '))}.`]),
    `Objectives ${profile}; a change has to save more than ${percent(worthwhile)}; costs are ${currency} a month.`,
    ...unmeasuredSentences(objectives, rows),
    ...ruledOutSentences(rows),
    ...refusedSentences(rows, currency),
    ...lastingSentences(answer, rows),
  ].join(' ');
}

/** `Not measured, so not judged: memory-kills of 40 of 40; refused of 12.` */
function unmeasuredSentences(
  objectives: PortfolioAnswer['objectives'],
  rows: readonly PortfolioRow[],
): string[] {
  const counts = OBJECTIVE_NAMES.filter((name) => objectives[name] !== null).flatMap((name) => {
    const count = rows.filter(({ basis }) => basis[name] === 'unknown').length;
    return count === 0 ? [] : [{ name, count }];
  });
  if (counts.length === 0) return [];
  const words = [...new Set(counts.map(({ count }) => count))].map((count) => {
    const names = counts.filter((one) => one.count === count).map(({ name }) => name);
    return `${names.join(', ')} of ${count === rows.length && count > 1 ? `all ${count}` : count}`;
  });
  return [`Not measured, so not judged: ${words.join('; ')}.`];
}

/** Rules of the newest documentation that rule out something cheaper, with the databases. */
function ruledOutSentences(rows: readonly PortfolioRow[]): string[] {
  const rules = new Map<string, string[]>();
  for (const row of rows) {
    const ruledOut = row.sections.includes('ruledOut') ? row.details().ruledOut : null;
    if (ruledOut === null) continue;
    const words = rulesWords(ruledOut.rules);
    rules.set(words, [...(rules.get(words) ?? []), titleOf(row)]);
  }
  return [...rules].map(([words, names]) => `${firstNames(names)} would be cheaper, but ${words}.`);
}

/** Why the newest fact set refuses recommendations, with the databases. */
function refusedSentences(rows: readonly PortfolioRow[], currency: string): string[] {
  const names = new Map<string, string[]>();
  for (const row of rows) {
    const refused = row.sections.includes('refused') ? row.details().refused : null;
    if (refused === null) continue;
    const words = refusalWords(refused, currency);
    names.set(words, [...(names.get(words) ?? []), titleOf(row)]);
  }
  return [...names].map(
    ([words, titles]) => `The service may refuse the recommendation for ${firstNames(titles)}: ${words}`,
  );
}

function sentenceOf(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function savingWords({ row, saving, reason }: LargeSaving, { currency }: PortfolioAnswer): string {
  const { current, recommendation } = row.details();
  const settings = [current, recommendation].map((one) =>
    one === null ? '' : configurationCell(one.configuration),
  );
  return `${titleOf(row)}: ${roundMoney(saving, currency)}, from ${settings.join(' to ')}: ${reason}.`;
}

function problemOf(one: UnplannedDatabase): string {
  const [first, ...more] = one.problems.map(describeProblem);
  return `${titleOf(one)}: ${first}${more.length === 0 ? '' : ` (and ${more.length} more)`}`;
}

/** Nobody reads a thousand databases in a terminal. JSON and CSV have all. */
function cut<Item>(items: Iterable<Item>, words: (item: Item) => string): string[] {
  const texts: string[] = [];
  let left = 0;
  for (const item of items) {
    if (texts.length < MOST) texts.push(words(item));
    else left++;
  }
  return left === 0 ? texts : [...texts, `and ${left} more`];
}

function asItIs(text: string): string {
  return text;
}

const MOST = 20;

function databasesWords(count: number): string {
  return count === 1 ? '1 database' : `${count} databases`;
}
