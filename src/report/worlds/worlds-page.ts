import { MICROS } from '../../facts/index.ts';
import {
  type ConfigurationInWorlds,
  OBJECTIVE_NAMES,
  sameConfiguration,
  type WorldsPlan,
} from '../../planner/index.ts';
import type { UncertainQuantity } from '../../scenario/index.ts';
import { oneScreen } from '../page/one-screen.ts';
import { type Item, listOf, type PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { configurationCell, configurationWords } from '../words/configuration-words.ts';
import { length, money, percent } from '../words/format.ts';
import { amount } from '../words/objective-words.ts';
import { quantityWords } from './quantity-words.ts';
import type { WorldsAnswer } from './worlds-answer.ts';

export function worldsSummary(answer: WorldsAnswer): PageBlock[] {
  return oneScreen(worldsPage(answer), 'More: --full has every section.');
}

export function worldsPage(answer: WorldsAnswer): PageBlock[] {
  const { plan } = answer;
  if (plan === null)
    return [
      {
        kind: 'heading',
        text: 'Interrupted: there is no recommendation.',
        under: 'A configuration is compared in all worlds before it is recommended.',
      },
    ];
  return [
    heading(answer, plan),
    table(answer, plan),
    ...regretBlocks(answer, plan),
    ...informationBlocks(answer, plan),
    bestOfWorlds(plan),
    intervalsTable(answer),
    ...listOf('Objectives:', objectiveTexts(answer)),
    { kind: 'notes', texts: [scopeSentence(answer, plan), METHOD] },
  ];
}

const METHOD =
  'Each interval is a triangular distribution, independent of the others. Objectives are met in a world with ' +
  'headroom, and at both ends of each assumption that the scenario does not state.';

function heading(answer: WorldsAnswer, plan: WorldsPlan): PageBlock {
  const { recommendation, mostOften, needed } = plan;
  const worlds = answer.drawn.length;
  const wanted = `${percent(answer.keeps)} is asked for, ${needed} worlds`;
  if (recommendation === null)
    return {
      kind: 'heading',
      text: `No configuration meets all objectives in ${percent(answer.keeps)} of ${worlds} worlds.`,
      under:
        mostOften === null
          ? `In no world does any configuration meet them; ${wanted}.`
          : `The most: ${configurationWords(mostOften.configuration)} in ${keptWords(mostOften, worlds)}; ${wanted}. ` +
            'Narrow an interval, relax an objective, or ask for less with --keeps.',
    };
  const costs = recommendation.worlds.map(({ costPerMonth }) => costPerMonth).sort((a, b) => a - b);
  const at = (share: number) => cost(answer, costs[Math.round(share * (worlds - 1))] as number);
  return {
    kind: 'heading',
    text: `Begin with ${configurationWords(recommendation.configuration)}: ${cost(answer, recommendation.expectedCost)} a month on average.`,
    under:
      `It meets all objectives in ${keptWords(recommendation, worlds)}; ${wanted}. ` +
      `Eight of ten worlds cost ${at(0.1)} to ${at(0.9)} a month.`,
  };
}

/** `37 of 40 worlds (93%, between 80% and 97%)`. */
function keptWords({ kept, keptShare: { share, low, high } }: ConfigurationInWorlds, worlds: number): string {
  return `${kept} of ${worlds} worlds (${whole(share)}, between ${whole(low)} and ${whole(high)} with 95% confidence)`;
}

function whole(share: number): string {
  return `${Math.round(share * 100)}%`;
}

function cost({ simulation }: WorldsAnswer, perMonth: number): string {
  return money(Math.round(perMonth * MICROS), simulation.prices.currency);
}

function table(
  answer: WorldsAnswer,
  { recommendation, written, cheaper, safer, mostOften }: WorldsPlan,
): PageBlock {
  const rows: [string, ConfigurationInWorlds | null][] = [
    ['recommended', recommendation],
    ...(recommendation === null ? [['most often', mostOften] as [string, typeof mostOften]] : []),
    ['next cheaper', cheaper],
    ['next safer', safer],
  ];
  const isShown = rows.some(
    ([, one]) => one !== null && sameConfiguration(one.configuration, written.configuration),
  );
  return {
    kind: 'table',
    columns: [
      { title: '', align: 'left' },
      { title: 'CU, timeout', align: 'left' },
      ...rightColumns('a month', 'wasted', 'meets all'),
      { title: 'breaks most', align: 'left', width: 22 },
    ],
    rows: [...rows, ...(isShown ? [] : [['as written', written] as const])].flatMap(([name, one]) =>
      one === null
        ? []
        : [
            [
              name,
              configurationCell(one.configuration),
              cost(answer, one.expectedCost),
              cost(answer, one.regret.wastedPerMonth),
              whole(one.keptShare.share),
              brokenMost(one),
            ],
          ],
    ),
  };
}

function brokenMost({ regret: { objectives } }: ConfigurationInWorlds): string {
  const [first, ...others] = objectives;
  if (first === undefined) return '-';
  return `${first.objective}${others.length === 0 ? '' : ` and ${others.length} more`}`;
}

/** Shows the losses of the recommendation: money, and objectives. */
function regretBlocks(answer: WorldsAnswer, { recommendation }: WorldsPlan): PageBlock[] {
  if (recommendation === null) return [];
  const { wastedPerMonth, mostWastedPerMonth, broken, unavoidable, objectives } = recommendation.regret;
  const names = objectives.map(({ objective, worlds }) => `${objective} in ${worlds}`).join(', ');
  return [
    {
      kind: 'figures',
      title: 'The risk of choosing before you know:',
      figures: [
        [
          'Money',
          wastedPerMonth === 0
            ? 'nothing: no configuration is cheaper in any world.'
            : `${cost(answer, wastedPerMonth)} a month on average above the best configuration of each world, at most ${cost(answer, mostWastedPerMonth)}.`,
        ],
        [
          'Objectives',
          broken + unavoidable === 0
            ? 'nothing: it meets all of them in every world.'
            : `broken in ${worldsWords(broken)} where another configuration breaks none` +
              `${unavoidable === 0 ? '' : `, and in ${unavoidable} where every one breaks some`}: ${names}.`,
        ],
      ],
    },
  ];
}

function worldsWords(count: number): string {
  return count === 1 ? '1 world' : `${count} worlds`;
}

/** Which quantities to measure, the most valuable first. */
function informationBlocks(answer: WorldsAnswer, { information, recommendation }: WorldsPlan): PageBlock[] {
  if (recommendation === null) return [];
  const known = information
    .flatMap((one, i) =>
      one === null ? [] : [{ ...one, interval: answer.intervals[i] as UncertainQuantity }],
    )
    .sort((one, other) => other.savesPerMonth - one.savesPerMonth);
  if (known.length === 0) return [];
  const useful = known.filter(
    ({ savesPerMonth }) => savesPerMonth >= LEAST_SAVING * recommendation.expectedCost,
  );
  const most = known.reduce((one, other) => (other.explains > one.explains ? other : one));
  const spread: PageBlock = {
    kind: 'paragraph',
    text:
      `${useful.length > 0 ? '' : `To measure one quantity alone would save less than ${percent(LEAST_SAVING)} of the cost. `}` +
      `The cost depends most on ${most.interval.name}, which explains ${whole(most.explains)} of its variance.`,
  };
  if (useful.length === 0) return [spread];
  const items = useful.map(({ interval, savesPerMonth, parts }, i): Item => {
    const [first, last] = [parts[0], parts.at(-1)] as [(typeof parts)[number], (typeof parts)[number]];
    const part = ({ from, to, configuration, costPerMonth }: typeof first) =>
      `${quantityWords(interval.unit, from)} to ${quantityWords(interval.unit, to)}: ${configurationWords(configuration)}, ${cost(answer, costPerMonth)}`;
    return {
      text: `${interval.name}: to know its quarter saves ${cost(answer, savesPerMonth)} a month on average.`,
      under: i > 0 ? [] : [`Lowest quarter, ${part(first)}.`, `Highest quarter, ${part(last)}.`],
    };
  });
  return [{ kind: 'list', title: 'Measure first:', items }, spread];
}

/** A smaller saving is not worth a measurement. */
const LEAST_SAVING = 0.01;

function bestOfWorlds({ best }: WorldsPlan): PageBlock {
  const counts = new Map<string, number>();
  for (const one of best) {
    const cell = one === null ? 'none meets all objectives' : configurationCell(one.configuration);
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  return {
    kind: 'table',
    title: 'The best configurations of single worlds:',
    columns: [{ title: 'CU, timeout', align: 'left' }, ...rightColumns('worlds')],
    rows: [...counts].sort(([, one], [, other]) => other - one).map(([cell, count]) => [cell, String(count)]),
  };
}

function intervalsTable({ intervals }: WorldsAnswer): PageBlock {
  return {
    kind: 'table',
    title: 'What is uncertain:',
    columns: [{ title: 'field', align: 'left' }, ...rightColumns('low', 'likely', 'high')],
    rows: intervals.map(({ name, unit, low, likely, high }) => [
      name,
      ...[low, likely, high].map((value) => quantityWords(unit, value)),
    ]),
  };
}

function objectiveTexts({ objectives, simulation }: WorldsAnswer): string[] {
  return OBJECTIVE_NAMES.flatMap((name) => {
    const bound = objectives[name];
    return bound === null ? [] : [`${name} ${amount(name, bound, simulation.prices.currency)}`];
  });
}

function scopeSentence(
  { why, simulation, profile, drawn }: WorldsAnswer,
  { candidates }: WorldsPlan,
): string {
  return (
    `${why} ${length(simulation.horizonMs)}, plan ${simulation.plan}, fact set ${simulation.facts.name}, ` +
    `seed ${simulation.seed}, objectives ${profile}. Compared ${candidates} configurations in ${drawn.length} worlds.`
  );
}
