import { describeSource, MICROS } from '../../facts/index.ts';
import type { LimitFigure } from '../../planner/index.ts';
import { noteList, warningBlocks } from '../page/note-blocks.ts';
import { oneScreen } from '../page/one-screen.ts';
import { listOf, type PageBlock } from '../page/page.ts';
import { moneyCell, roundMoney } from '../portfolio/round-money.ts';
import { assumptionLines } from '../words/assumption-lines.ts';
import { configurationCell } from '../words/configuration-words.ts';
import { money, numberWords, percent } from '../words/format.ts';
import { localDateTime } from '../words/local-clock.ts';
import { brokenCell } from '../words/objective-words.ts';
import { entryReason, entryTitle, LIMIT_WORDS } from './entry-words.ts';
import {
  type JudgedLimit,
  type PlannedEntry,
  type ProjectAnswer,
  projectTotals,
  projectVerdict,
} from './project-answer.ts';

/** The money first, then each entry, the limits of the project, the replicas, and what the plan assumes. */
export function projectPage(answer: ProjectAnswer): PageBlock[] {
  return [
    ...mainBlocks(answer),
    ...noteList('How traces became demand:', answer.notes),
    {
      kind: 'notes',
      texts: [
        ...answer.limits.flatMap(({ name, source }) =>
          source === null ? [] : [`The limit of ${LIMIT_WORDS[name]} is from ${describeSource(source)}.`],
        ),
        ...assumptionLines(answer.simulation),
      ],
    },
  ];
}

export function projectSummary(answer: ProjectAnswer): PageBlock[] {
  return oneScreen(mainBlocks(answer), 'More: --full has every section.');
}

function mainBlocks(answer: ProjectAnswer): PageBlock[] {
  const { currency } = answer.simulation.prices;
  const reasons = answer.entries.flatMap((entry) => entryReason(entry, currency) ?? []);
  return [
    { kind: 'heading', text: headline(answer), under: underWords(answer) },
    ...warningBlocks(answer.notes),
    ...(answer.entries.length === 0 ? [] : [entryTable(answer)]),
    ...(answer.limits.length === 0 ? [] : [limitTable(answer)]),
    ...listOf('Why:', reasons),
    ...answer.entries.flatMap((entry) => (entry.plans.length === 1 ? [] : [replicaTable(entry, answer)])),
  ];
}

/** `$254.46 to $315.30 a month, 2 of 3 entries changed: you pay $60.84 more (24%).` */
function headline(answer: ProjectAnswer): string {
  const { entries, of, limits, simulation } = answer;
  const { currency } = simulation.prices;
  const { costToday, costAdvised, computesAdvised } = projectTotals(answer);
  const words = (cost: number) => money(Math.round(cost * MICROS), currency);
  const partial = answer.partial ? `PARTIAL, ${entries.length} of ${of} entries: ` : '';
  if (entries.length === 0) return `${partial}nothing is planned.`;
  const changed = entries.filter(({ verdict }) => verdict === 'change').length;
  const computes = computesAdvised === 1 ? '1 compute' : `${computesAdvised} computes`;
  const isNone = projectVerdict(answer) === 'none';
  const cost =
    changed === 0
      ? `${isNone ? 'As today' : 'Change nothing'}: ${computes} for ${words(costAdvised)} a month.`
      : `${words(costToday)} to ${words(costAdvised)} a month, ${changed} of ${of} entries changed${differenceWords(costToday, costAdvised, words)}.`;
  if (!isNone) return `${partial}${cost}`;
  const without = entries.filter(({ advised }) => advised === null).map(({ name }) => name);
  const passed = limits.filter(({ advised }) => advised.isBroken).map(({ name }) => LIMIT_WORDS[name]);
  const problems = [
    ...(without.length === 0 ? [] : [`No configuration of ${without.join(', ')} meets all objectives.`]),
    ...(passed.length === 0 ? [] : [`The project passes its limit: ${passed.join(', ')}.`]),
  ];
  return `${partial}${problems.join(' ')} ${cost}`;
}

function differenceWords(before: number, after: number, words: (cost: number) => string): string {
  const share = before === 0 ? '' : ` (${Math.round((100 * Math.abs(before - after)) / before)}%)`;
  if (before === after) return ', at the same cost';
  return after < before
    ? `: you save ${words(before - after)}${share}`
    : `: you pay ${words(after - before)} more${share}`;
}

function underWords({ profile, worthwhile, entries }: ProjectAnswer): string {
  const alike = entries.some(({ today, advised }) => Math.max(today.count, advised?.count ?? 0) > 1);
  const each = alike
    ? ' Alike computes get one configuration, and each of them has to meet the objectives.'
    : '';
  return `Objectives ${profile}; a change has to save more than ${percent(worthwhile)}.${each}`;
}

function entryTable(answer: ProjectAnswer): PageBlock {
  const { currency } = answer.simulation.prices;
  const { costToday, costAdvised } = projectTotals(answer);
  const cost = (value: number) => moneyCell(Math.round(value * MICROS), currency);
  const rows = answer.entries.map((entry) => {
    const { today, advised, verdict } = entry;
    return [
      entryTitle(entry),
      configurationCell(today.judged.configuration),
      advised === null
        ? 'none'
        : verdict === 'keep'
          ? 'keep'
          : configurationCell(advised.judged.configuration),
      cost(today.judged.outcome.costPerMonth),
      cost((advised ?? today).judged.outcome.costPerMonth),
      brokenCell(today.judged.broken, currency, 2),
    ];
  });
  return {
    kind: 'table',
    columns: [
      { title: 'compute', align: 'left', width: 17, isCut: true },
      { title: 'current', align: 'left', width: 11 },
      { title: 'advised', align: 'left', width: 11 },
      { title: 'now', align: 'right' },
      { title: 'then', align: 'right' },
      { title: 'breaks today', align: 'left', width: 17 },
    ],
    rows: [...rows, ['total', '', '', cost(costToday), cost(costAdvised), '']],
  };
}

function limitTable(answer: ProjectAnswer): PageBlock {
  const { limits, simulation, objectives } = answer;
  const isGrown = limits.some(({ today, advised }) => [today, advised].some(isMoreIfGrown));
  const grown = isGrown ? ` (in brackets with ${percent(objectives.headroom ?? 0)} more demand)` : '';
  return {
    kind: 'table',
    title: `Limits of the project${grown}:`,
    columns: [
      { title: 'limit', align: 'left', width: 24 },
      { title: 'at most', align: 'right' },
      { title: 'now', align: 'right' },
      { title: 'then', align: 'right' },
      { title: '', align: 'left', width: 30 },
    ],
    rows: limits.map((limit) => [
      LIMIT_WORDS[limit.name],
      limitAmount(limit, limit.bound, answer),
      figureCell(limit, limit.today, answer),
      figureCell(limit, limit.advised, answer),
      limit.advised.isBroken ? `passed${whenOf(limit.advised, simulation)}` : '',
    ]),
  };
}

function figureCell(limit: JudgedLimit, figure: LimitFigure, answer: ProjectAnswer): string {
  const own = limitAmount(limit, figure.found, answer);
  return isMoreIfGrown(figure) ? `${own} (${limitAmount(limit, figure.grown ?? 0, answer)})` : own;
}

function isMoreIfGrown({ found, grown }: LimitFigure): boolean {
  return grown !== null && grown !== found;
}

function limitAmount({ name }: JudgedLimit, value: number, { simulation }: ProjectAnswer): string {
  return name === 'budget'
    ? roundMoney(Math.round(value * MICROS), simulation.prices.currency)
    : numberWords(value);
}

function whenOf({ atMs }: LimitFigure, simulation: ProjectAnswer['simulation']): string {
  return atMs === null ? '' : `, most at ${localDateTime(simulation, atMs)}`;
}

/** A row for each number of replicas. */
function replicaTable({ name, plans, advised }: PlannedEntry, { simulation }: ProjectAnswer): PageBlock {
  const { currency } = simulation.prices;
  return {
    kind: 'table',
    title: `Replicas of ${name}:`,
    columns: [
      { title: 'replicas', align: 'right' },
      { title: 'CU, timeout', align: 'left', width: 14 },
      { title: 'a month', align: 'right' },
      { title: '', align: 'left', width: 40 },
    ],
    rows: plans.map(({ count, plan }) => {
      const judged = plan.cheapest ?? plan.nearest ?? plan.current;
      return [
        String(count),
        configurationCell(judged.configuration),
        money(Math.round(judged.outcome.costPerMonth * MICROS), currency),
        judged.broken.length > 0
          ? `breaks ${brokenCell(judged.broken, currency, 2)}`
          : count === advised?.count
            ? 'advised'
            : '',
      ];
    }),
  };
}
