import { MICROS } from '../../facts/index.ts';
import {
  CHOOSERS,
  type Chooser,
  type Judged,
  type MeanScore,
  regretMicros,
  type Score,
} from '../../planner/index.ts';
import { describeProblem } from '../../problem/index.ts';
import type { PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { configurationCell } from '../words/configuration-words.ts';
import { changeWords, money, numberWords, percent } from '../words/format.ts';
import { localDateTime } from '../words/local-clock.ts';
import {
  type Backtest,
  type BacktestAnswer,
  type BacktestedDatabase,
  type BetterBaseline,
  backtestOf,
} from './backtest-answer.ts';

export function backtestPage(answer: BacktestAnswer): PageBlock[] {
  const found = backtestOf(answer);
  const [only] = found.rows;
  const isOne = answer.of === 1 && only !== undefined;
  const isAny = found.rows.some(({ database }) => database.windows.length > 0);
  return [
    { kind: 'heading', text: firstSentence(answer, found), under: underWords(answer, found) },
    ...(isAny ? [meanTable(answer, found)] : []),
    ...betterList(answer, found),
    ...(!isAny ? [] : isOne ? windowTable(answer, only.database) : databaseTables(found)),
    ...problemList(found),
    ...(isOne && only.database.notes.length > 0
      ? [
          {
            kind: 'list' as const,
            title: 'How the trace became demand:',
            items: only.database.notes.map((text) => ({ text })),
          },
        ]
      : []),
  ];
}

function firstSentence({ isWhole, databases, of }: BacktestAnswer, { rows, mean }: Backtest): string {
  const windows = rows.reduce((sum, { database }) => sum + database.windows.length, 0);
  const all = rows.reduce((sum, { database }) => sum + database.of, 0);
  const partial = isWhole
    ? ''
    : `PARTIAL, ${windows} of ${all} windows${databases.length < of ? ` in ${databases.length} of ${of} databases` : ''}: `;
  const { regret } = mean.tidemark;
  const broken = rows.reduce((sum, { scores }) => sum + scores.tidemark.brokenWindows, 0);
  const cost =
    regret === null
      ? 'there is no best configuration in hindsight to compare with, and the recommendations'
      : `the recommendations cost ${shareOver(regret)} more than the best in hindsight and`;
  const kept = `broke an objective in ${broken} of ${windowsWords(windows)}`;
  if (windows === 0) return `${partial}No window was judged.`;
  return `${partial}${capital(`${cost} ${kept}`)}.`;
}

function underWords(answer: BacktestAnswer, { rows, unread }: Backtest): string {
  const { planned, judged, step } = answer.days;
  const withoutRegret = rows.reduce(
    (sum, { database: { windows } }) => sum + windows.filter(({ best }) => best === null).length,
    0,
  );
  return [
    `Planned on ${daysWords(planned)}, judged on the next ${judged === 1 ? 'day' : daysWords(judged)}, every ${step === 1 ? 'day' : daysWords(step)};`,
    `objectives ${answer.profile}; a change has to save more than ${percent(answer.worthwhile)}.`,
    ...(withoutRegret > 0
      ? [`In ${windowsWords(withoutRegret)} no configuration meets all objectives, so they have no regret.`]
      : []),
    ...(unread.length > 0 ? [`${unread.length} have no backtest.`] : []),
  ].join(' ');
}

/** A row for each way to choose, with means over databases. */
function meanTable(answer: BacktestAnswer, { mean }: Backtest): PageBlock {
  const { databases } = mean.tidemark;
  return {
    kind: 'table',
    title: databases > 1 ? `Means over ${databases} databases` : 'All windows together',
    columns: [
      { title: 'chosen by', align: 'left' },
      ...rightColumns('regret', 'a month', 'windows broken', 'objectives a window', 'changes'),
    ],
    rows: CHOOSERS.map((chooser) => meanRow(answer, chooser, mean[chooser])),
  };
}

function meanRow({ currency }: BacktestAnswer, chooser: Chooser, score: MeanScore): string[] {
  const { regret, regretPerMonth, brokenWindows, brokenObjectives, changes } = score;
  return [
    chooser,
    regretCell(regret),
    regretPerMonth === null ? '-' : `+${money(Math.round(regretPerMonth * MICROS), currency)}`,
    wholePercent(brokenWindows),
    numberWords(brokenObjectives),
    changes === null ? '-' : wholePercent(changes),
  ];
}

function betterList({ isWhole }: BacktestAnswer, { better, mean }: Backtest): PageBlock[] {
  if (better.length === 0) return [];
  const items = better.map((one) => ({ text: betterWords(one, mean) }));
  return [
    {
      kind: 'list',
      title: `Baselines as good as the recommendations or better${isWhole ? '' : ', so far'}:`,
      items,
    },
  ];
}

function betterWords({ name, in: figure, isEqual }: BetterBaseline, mean: Backtest['mean']): string {
  const [own, other] = [mean.tidemark, mean[name]];
  const as = isEqual ? 'as much' : 'less';
  if (figure === 'regret')
    return `${name}: ${as} regret, ${regretCell(other.regret)} to ${regretCell(own.regret)}; it breaks an objective in ${wholePercent(other.brokenWindows)} of the windows, tidemark in ${wholePercent(own.brokenWindows)}.`;
  return `${name}: ${isEqual ? 'as few' : 'fewer'} objectives broken, ${numberWords(other.brokenObjectives)} a window to ${numberWords(own.brokenObjectives)}; its regret is ${regretCell(other.regret)}, tidemark's ${regretCell(own.regret)}.`;
}

function windowTable({ currency }: BacktestAnswer, { windows, simulation }: BacktestedDatabase): PageBlock[] {
  return [
    {
      kind: 'table',
      title: 'Each window, judged on its last part',
      columns: [
        { title: 'from', align: 'left' },
        { title: 'recommended', align: 'left' },
        ...rightColumns('a month'),
        { title: 'best', align: 'left' },
        ...rightColumns('a month', 'regret'),
        { title: 'breaks', align: 'left', width: 14 },
      ],
      rows: windows.map(({ judgedFromMs, best, choices: { tidemark } }) => [
        localDateTime(simulation, judgedFromMs).slice(0, 10),
        configurationCell(tidemark.configuration),
        costCell(tidemark.outcome.costPerMonth, currency),
        best === null ? 'none' : configurationCell(best.configuration),
        best === null ? '-' : costCell(best.outcome.costPerMonth, currency),
        regretCell(regretShare(tidemark, best)),
        tidemark.broken.map(({ objective }) => objective).join(', ') || '-',
      ]),
    },
  ];
}

/** A table for each figure, with a row for each database and a column for each way to choose. */
function databaseTables({ rows }: Backtest): PageBlock[] {
  const table = (title: string, cell: (score: Score) => string): PageBlock => ({
    kind: 'table',
    title,
    columns: [{ title: 'database', align: 'left', width: 22, isCut: true }, ...rightColumns(...CHOOSERS)],
    rows: rows.map(({ database, scores }) => [
      database.project === null ? database.name : `${database.project}/${database.name}`,
      ...CHOOSERS.map((chooser) => cell(scores[chooser])),
    ]),
  });
  return [
    // `over +1000%` would leave no room for the names of databases.
    table('Regret: cost over the best in hindsight', ({ regret }) =>
      regretCell(regret).replace('over ', '>'),
    ),
    table(
      'Windows with a broken objective',
      ({ brokenWindows, windows }) => `${brokenWindows} of ${windows}`,
    ),
    table(
      'Changes of the recommendation from one window to the next',
      ({ changes, windows }) => `${changes} of ${Math.max(0, windows - 1)}`,
    ),
  ];
}

function problemList({ unread }: Backtest): PageBlock[] {
  if (unread.length === 0) return [];
  const items = unread.map(({ name, problems }) => {
    const [first, ...more] = problems.map(describeProblem);
    return { text: `${name}: ${first}${more.length === 0 ? '' : ` (and ${more.length} more)`}` };
  });
  return [{ kind: 'list', title: 'Without a backtest:', items }];
}

function regretCell(regret: number | null): string {
  return regret === null ? '-' : changeWords(regret);
}

function regretShare(recommendation: Judged, best: Judged | null): number | null {
  const more = regretMicros(recommendation, best);
  return more === null || best === null || best.outcome.costPerMonth === 0
    ? null
    : more / (best.outcome.costPerMonth * MICROS);
}

function shareOver(regret: number): string {
  return `${Number((regret * 100).toPrecision(3))}%`;
}

function wholePercent(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function costCell(cost: number, currency: string): string {
  return money(Math.round(cost * MICROS), currency);
}

function windowsWords(count: number): string {
  return count === 1 ? '1 window' : `${count} windows`;
}

function daysWords(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
