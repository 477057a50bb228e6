import { MICROS } from '../../facts/index.ts';
import { type Judged, sameSetting } from '../../planner/index.ts';
import { dateText } from '../../workload/index.ts';
import { applyBlocks } from '../apply/apply-blocks.ts';
import { causeSentence, errorSentence } from '../check/check-page.ts';
import { noteList, warningBlocks } from '../page/note-blocks.ts';
import type { Block } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { assumptionLines } from '../words/assumption-lines.ts';
import { length, money, number, percent } from '../words/format.ts';
import { amount, brokenCell, shareCell } from '../words/promise-words.ts';
import { settingCell, settingWords } from '../words/setting-words.ts';
import { brokenWithWhen } from '../words/when-words.ts';
import { backgroundBlocks } from './background.ts';
import { confidenceBlocks } from './confidence.ts';
import { cpuBoundBlocks } from './cpu-bound.ts';
import { frontierBlocks } from './frontier.ts';
import { growthBlocks } from './growth.ts';
import { hiddenDemandBlocks } from './hidden-demand.ts';
import { limitationItems } from './limitations.ts';
import { memoryBlocks } from './memory.ts';
import { optionBlocks } from './options.ts';
import type { PlanAnswer } from './plan-answer.ts';
import { priceBlocks } from './price.ts';
import { promiseTable, quotaBlocks } from './promises.ts';
import { reasonItems } from './reasons.ts';
import { flipSentences, sensitivityBlocks } from './sensitivity.ts';
import { shortSentence, unmeasuredBlocks } from './unmeasured.ts';

export function planPage(answer: PlanAnswer): Block[] {
  return [
    ...headingBlocks(answer),
    ...warningBlocks(answer.notes),
    ...backgroundBlocks(answer),
    ...cpuBoundBlocks(answer),
    ...memoryBlocks(answer),
    ...(answer.choice === null ? relaxationBlocks(answer) : [promiseTable(answer, answer.choice)]),
    ...optionBlocks(answer),
    ...unmeasuredBlocks(answer),
    ...priceBlocks(answer),
    ...quotaBlocks(answer),
    ...hiddenDemandBlocks(answer),
    ...confidenceBlocks(answer),
    ...sensitivityBlocks(answer),
    ...listOf('Why this one:', reasonItems(answer)),
    ...growthBlocks(answer),
    ...settingsTable(answer),
    ...frontierBlocks(answer),
    ...listOf('Not told:', limitationItems(answer)),
    ...(answer.apply === null ? [] : applyBlocks(answer.apply)),
    ...noteList('What the trace became:', answer.notes),
    { kind: 'notes', texts: [...assumptionLines(answer.simulation), scenarioSentence(answer)] },
  ];
}

/** What would be chosen under other assumptions comes before all else. */
function headingBlocks(answer: PlanAnswer): Block[] {
  const text = `${checkedSentence(answer)}${verdictSentence(answer)}`;
  const flips = flipSentences(answer);
  const short = shortSentence(answer);
  if (flips.length === 0) return [{ kind: 'heading', text, under: `${short}${underWords(answer)}` }];
  return [
    { kind: 'heading', text, under: `${short}${flips.join(' ')}` },
    { kind: 'paragraph', text: underWords(answer) },
  ];
}

function verdictSentence(answer: PlanAnswer): string {
  const { verdict, choice, cheapest, present, isWhole } = answer;
  const partial = partialWords(answer);
  if (choice === null)
    return isWhole
      ? `${partial}No setting keeps all promises.`
      : 'PARTIAL: nothing that was run so far keeps all promises.';
  const words = `${settingWords(choice.setting)}: ${cost(answer, choice)} a month.`;
  if (verdict === 'choose' || present === null) return `${partial}${words}`;
  if (verdict === 'keep') {
    const instead =
      cheapest === null || cheapest.outcome.costPerMonth >= choice.outcome.costPerMonth
        ? ''
        : ` ${settingWords(cheapest.setting)} would save ${percent(1 - cheapest.outcome.costPerMonth / choice.outcome.costPerMonth)}, not the ${percent(answer.worthwhile)} that a change has to.`;
    return `${partial}Keep ${words}${instead}`;
  }
  const difference = choice.outcome.costPerMonth - present.outcome.costPerMonth;
  const change = `${money(Math.round(Math.abs(difference) * MICROS), currencyOf(answer))} ${difference < 0 ? 'less' : 'more'}`;
  const why =
    present.broken.length === 0
      ? 'which keeps all promises too'
      : `which breaks ${brokenWithWhen(present.broken, answer.simulation)}`;
  return `${partial}Change to ${words} That is ${change} than ${settingWords(present.setting)}, ${why}.`;
}

/** Who reads only the first sentence has to know that something is missing. */
function partialWords({ partial, isWhole, stability, growthPlan, sensitivity }: PlanAnswer): string {
  if (!partial) return '';
  if (!isWhole) return 'PARTIAL, the best so far: ';
  if (stability?.isWhole === false) return 'PARTIAL, interrupted while its stability was judged: ';
  if (growthPlan?.isWhole === false) return 'PARTIAL, interrupted while growth was planned: ';
  if (sensitivity?.isWhole === false) return 'PARTIAL, interrupted while other assumptions were tried: ';
  return 'PARTIAL, interrupted while more demand was tried: ';
}

function underWords({ simulation, profile, candidates, runs, passedOver, why }: PlanAnswer): string {
  return (
    `${why === null ? '' : `${why} `}${length(simulation.horizonMs)} from ${dateText(simulation.zone.localMs(simulation.startMs))}, plan ` +
    `${simulation.plan}, fact set ${simulation.facts.name}, seed ${simulation.seed}, promises ${profile}. ` +
    `${candidates} settings by ${runs} runs` +
    `${passedOver === 0 ? '.' : `; ${passedOver} cost more than they could gain, and were not run, or not to the end.`}`
  );
}

function scenarioSentence({ writtenTo }: PlanAnswer): string {
  return writtenTo === null
    ? 'As a scenario, with all of this in it: --write-scenario FILE.'
    : `All of this is in a scenario: ${writtenTo === '-' ? 'standard output' : writtenTo}.`;
}

function relaxationBlocks(answer: PlanAnswer): Block[] {
  const { relaxations, nearest, isWhole } = answer;
  if (!isWhole || nearest === null) return [];
  const currency = currencyOf(answer);
  if (relaxations.length === 0) {
    const words = brokenWithWhen(nearest.broken, answer.simulation);
    const text = `${settingWords(nearest.setting)} comes nearest, at ${cost(answer, nearest)} a month: it breaks ${words}.`;
    return [{ kind: 'paragraph', text }];
  }
  const items = relaxations.map(({ promise, bound, by }) => ({
    text: `${promise} ${amount(promise, bound, currency)}: ${settingWords(by.setting)}, ${cost(answer, by)} a month`,
  }));
  return [{ kind: 'list', title: 'One of these would be enough:', items }];
}

/** The choice, what comes next, and what people do without a planner, side by side. */
function settingsTable(answer: PlanAnswer): Block[] {
  const { choice, present, cheapest, runnersUp, baselines } = answer;
  const isKept = answer.verdict === 'keep';
  const cheaper =
    choice !== null && cheapest !== null && !sameSetting(choice.setting, cheapest.setting) ? cheapest : null;
  const rows: (readonly [string, Judged])[] = [
    ...(choice === null ? [] : [['this' as const, choice] as const]),
    ...(present === null || isKept ? [] : [['present', present] as const]),
    ...(isKept && cheaper !== null ? [['cheapest', cheaper] as const] : []),
    ...runnersUp.map((one) => ['next', one] as const),
    ...together(baselines),
  ];
  if (rows.length === 0) return [];
  return [
    {
      kind: 'table',
      columns: [
        { title: '', align: 'left', width: 10 },
        { title: 'CU, timeout', align: 'left' },
        ...rightColumns('a month', 'throttled', 'wakes/day'),
        { title: 'breaks', align: 'left', width: 17 },
      ],
      rows: rows.map(([name, one]) => [
        name,
        settingCell(one.setting),
        cost(answer, one),
        shareCell(one.outcome.throttledShare),
        number(one.outcome.wakesPerDay),
        brokenCell(one.broken, currencyOf(answer)),
      ]),
    },
  ];
}

/** Baselines that come to the same setting are one. */
function together(baselines: PlanAnswer['baselines']): (readonly [names: string, one: Judged])[] {
  return baselines.flatMap((one) => {
    const cell = settingCell(one.setting);
    const alike = baselines.filter(({ setting }) => settingCell(setting) === cell);
    if (alike[0] !== one) return [];
    return [[alike.map(({ name }) => name).join(', '), one]];
  });
}

function listOf(title: string, texts: readonly string[]): Block[] {
  return texts.length === 0 ? [] : [{ kind: 'list', title, items: texts.map((text) => ({ text })) }];
}

function cost(answer: PlanAnswer, { outcome }: Judged): string {
  return money(Math.round(outcome.costPerMonth * MICROS), currencyOf(answer));
}

function currencyOf({ simulation }: PlanAnswer): string {
  return simulation.prices.currency;
}

/** How far the replay of what is set is off, before anything is recommended by such replays. */
function checkedSentence({ checked }: Pick<PlanAnswer, 'checked'>): string {
  if (checked === null) return '';
  return `${errorSentence(checked, checked.metered)} ${causeSentence(checked)} `;
}
