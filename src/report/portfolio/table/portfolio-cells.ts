import { DAY_MS, MICROS } from '../../../facts/index.ts';
import type { Judged } from '../../../planner/index.ts';
import { describeProblem } from '../../../problem/index.ts';
import { backgroundName } from '../../plan/background.ts';
import { bothWays } from '../../plan/both-ways.ts';
import { configurationText } from '../../words/configuration-words.ts';
import { brokenCell, brokenNow, brokenUnder, conditionOf } from '../../words/objective-words.ts';
import {
  type PortfolioAnswer,
  portfolioRows,
  type UnplannedDatabase,
  unplanned,
} from '../portfolio-answer.ts';
import type { ListedTitle } from '../rows/planned-database.ts';
import type { PortfolioRow } from '../rows/portfolio-row.ts';
import { unplannedReasons } from '../rows/reasons.ts';
import { savingReason } from '../savings.ts';

/** A cell of the table. Text comes from a file, and a number is our own. */
export type TableCell = string | number | null;

/** A table with a row for each database, in the order of the page. */
interface PortfolioCells {
  readonly columns: readonly { readonly name: string; readonly kind: 'text' | 'number' }[];
  /** Made one by one, because together they would fill the memory. */
  readonly rows: Iterable<readonly TableCell[]>;
}

export function portfolioCells(answer: PortfolioAnswer): PortfolioCells {
  const [rows, bad] = [portfolioRows(answer), unplanned(answer)];
  const tags = [...new Set([...rows, ...bad].flatMap((one) => Object.keys(one.tags)))].sort();
  return {
    columns: [
      ...NAMES.map((name) => ({ name, kind: COLUMNS[name] })),
      ...tags.map((name) => ({ name: `tag_${name}`, kind: 'text' as const })),
    ],
    rows: (function* () {
      for (const row of rows) yield cellsOf(row, plannedCells(row, answer.currency), tags);
      for (const one of bad) yield cellsOf(one, unplannedCells(one), tags);
    })(),
  };
}

const COLUMNS = {
  project: 'text',
  database: 'text',
  file: 'text',
  verdict: 'text',
  current: 'text',
  recommended: 'text',
  cost_now: 'number',
  cost_recommended: 'number',
  saving: 'number',
  currency: 'text',
  reason: 'text',
  breaks_now: 'text',
  breaks_under: 'text',
  breaks_under_what: 'text',
  breaks_recommended: 'text',
  at_risk: 'text',
  months_kept: 'number',
  days: 'number',
  breaks_in: 'text',
  background: 'text',
  cost_without_background: 'number',
  saving_without_background: 'number',
  cpu_bound: 'text',
  problem: 'text',
  severity: 'text',
  reason_codes: 'text',
} as const;

type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];
type Cells = Readonly<Partial<Record<Column, TableCell>>>;

function cellsOf({ project, name, file, tags }: ListedTitle, cells: Cells, tagNames: readonly string[]) {
  const all: Cells = { project, database: name, file, ...cells };
  return [
    ...NAMES.map((column) => all[column] ?? null),
    ...tagNames.map((tag) => (Object.hasOwn(tags, tag) ? (tags[tag] as string) : null)),
  ];
}

function plannedCells(row: PortfolioRow, currency: string): Cells {
  const details = row.details();
  const { current, recommendation, nearestBroken, uncertainty, background, cpuBound } = details;
  const both = bothWays(background, recommendation, current);
  return {
    verdict: row.verdict,
    current: textOf(current),
    recommended: textOf(recommendation),
    cost_now: amount(row.costNow),
    cost_recommended: amount(row.costThen),
    saving: amount(row.saving),
    currency,
    reason: savingReason(row, details),
    breaks_now: current === null ? null : brokenNow(current).join(' '),
    breaks_under: current === null ? null : brokenUnder(current).join(' '),
    breaks_under_what: current === null ? null : conditionOf(current, currency),
    breaks_recommended: recommendation === null ? brokenCell(nearestBroken, currency) : '',
    at_risk: row.risk,
    months_kept: uncertainty?.feasible ?? null,
    days: Math.round((row.horizonMs / DAY_MS) * 100) / 100,
    breaks_in: row.breaksIn,
    background: background === null ? null : backgroundName(background),
    cost_without_background: rounded(both?.costWithout ?? null),
    saving_without_background: rounded(both?.savingWithout ?? null),
    cpu_bound: cpuBound?.by ?? null,
    severity: row.severity,
    reason_codes: row.reasonCodes.join(' '),
  };
}

function unplannedCells({ isWithoutData, problems }: UnplannedDatabase): Cells {
  return {
    verdict: isWithoutData ? 'no data' : 'failed',
    problem: problems.map(describeProblem).join(' | '),
    severity: 'no data',
    reason_codes: unplannedReasons(isWithoutData).join(' '),
  };
}

function textOf(judged: Judged | null): string | null {
  return judged === null ? null : configurationText(judged.configuration);
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
