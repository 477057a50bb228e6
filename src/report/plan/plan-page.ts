import { type Judged, sameConfiguration } from '../../planner/index.ts';
import { dateText } from '../../workload/index.ts';
import { passedQuotaBlocks, planBillBlocks } from '../bill/plan-bill.ts';
import { noteList, warningBlocks } from '../page/note-blocks.ts';
import { listOf, type PageBlock } from '../page/page.ts';
import { rightColumns } from '../page/text-table.ts';
import { assumptionLines } from '../words/assumption-lines.ts';
import { configurationCell } from '../words/configuration-words.ts';
import { length, numberWords } from '../words/format.ts';
import { brokenCell, shareCell } from '../words/objective-words.ts';
import { growthBlocks } from './asked/growth.ts';
import { applyingBlocks, scheduleBlocks } from './asked/schedule.ts';
import { backgroundBlocks } from './background.ts';
import { whyNotBlocks } from './compared/why-not.ts';
import { confidenceBlocks } from './confidence.ts';
import { cpuBoundBlocks } from './cpu-bound.ts';
import { frontierBlocks } from './frontier.ts';
import { hiddenDemandBlocks } from './hidden-demand.ts';
import { limitationItems } from './limitations.ts';
import { memoryBlocks } from './memory.ts';
import { monthCost } from './month-cost.ts';
import { objectiveTable, quotaBlocks } from './objectives.ts';
import { optionBlocks } from './options.ts';
import type { PlanAnswer } from './plan-answer.ts';
import { priceBlocks } from './price.ts';
import { reasonItems } from './reasons.ts';
import { relaxationBlocks } from './relaxations.ts';
import { replicationBlocks } from './replication.ts';
import { flipSentences, sensitivityBlocks } from './sensitivity.ts';
import { shortSentence, unmeasuredBlocks } from './unmeasured.ts';
import { changeSentence, verdictSentence } from './verdict.ts';

export function planPage(answer: PlanAnswer): PageBlock[] {
  return [
    ...headingBlocks(answer),
    ...passedQuotaBlocks(answer),
    ...warningBlocks(answer.notes),
    ...backgroundBlocks(answer),
    ...replicationBlocks(answer),
    ...cpuBoundBlocks(answer),
    ...memoryBlocks(answer),
    ...(answer.recommendation === null
      ? relaxationBlocks(answer)
      : [objectiveTable(answer, answer.recommendation)]),
    ...optionBlocks(answer),
    ...unmeasuredBlocks(answer),
    ...priceBlocks(answer),
    ...quotaBlocks(answer),
    ...planBillBlocks(answer),
    ...hiddenDemandBlocks(answer),
    ...confidenceBlocks(answer),
    ...sensitivityBlocks(answer),
    ...whyNotBlocks(answer),
    ...listOf('Why this configuration:', reasonItems(answer)),
    ...growthBlocks(answer),
    ...scheduleBlocks(answer),
    ...settingsTable(answer),
    ...frontierBlocks(answer),
    ...listOf('Limitations:', limitationItems(answer)),
    ...applyingBlocks(answer),
    ...noteList('How the trace became demand:', answer.notes),
    { kind: 'notes', texts: [...assumptionLines(answer.simulation), scenarioSentence(answer)] },
  ];
}

/** Begins with the assumptions that would change the recommendation, if there are any. */
function headingBlocks(answer: PlanAnswer): PageBlock[] {
  const text = verdictSentence(answer);
  const flips = flipSentences(answer);
  const change = changeSentence(answer, false);
  const short = `${change === '' ? '' : `${change} `}${shortSentence(answer)}`;
  if (flips.length === 0) return [{ kind: 'heading', text, under: `${short}${underWords(answer)}` }];
  return [
    { kind: 'heading', text, under: `${short}${flips.join(' ')}` },
    { kind: 'paragraph', text: underWords(answer) },
  ];
}

function underWords({ simulation, profile, candidates, runs, passedOver, why }: PlanAnswer): string {
  return (
    `${why === null ? '' : `${why} `}${length(simulation.horizonMs)} from ${dateText(simulation.zone.localMs(simulation.startMs))}, plan ` +
    `${simulation.plan}, fact set ${simulation.facts.name}, seed ${simulation.seed}, objectives ${profile}. ` +
    `Compared ${candidates} configurations by ${runs} runs` +
    `${passedOver === 0 ? '.' : `; ${passedOver} of them were skipped or stopped early, because they cost too much.`}`
  );
}

function scenarioSentence({ writtenTo }: PlanAnswer): string {
  return writtenTo === null
    ? '--write-scenario FILE writes all of this as a scenario.'
    : `Written as a scenario: ${writtenTo === '-' ? 'standard output' : writtenTo}.`;
}

/** Puts the recommendation, its alternatives and the baselines side by side. */
function settingsTable(answer: PlanAnswer): PageBlock[] {
  const { recommendation, current, cheapest, runnersUp, baselines } = answer;
  const isKept = answer.verdict === 'keep';
  const cheaper =
    recommendation !== null &&
    cheapest !== null &&
    !sameConfiguration(recommendation.configuration, cheapest.configuration)
      ? cheapest
      : null;
  const rows: (readonly [string, Judged])[] = [
    ...(recommendation === null ? [] : [['this' as const, recommendation] as const]),
    ...(current === null || isKept ? [] : [['current', current] as const]),
    ...(isKept && cheaper !== null ? [['cheapest', cheaper] as const] : []),
    ...runnersUp.map((one) => ['next', one] as const),
    ...mergedBaselines(baselines),
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
        configurationCell(one.configuration),
        monthCost(answer, one),
        shareCell(one.outcome.throttledShare),
        numberWords(one.outcome.wakesPerDay),
        brokenCell(one.broken, currencyOf(answer)),
      ]),
    },
  ];
}

/** Merges baselines that lead to the same configuration. */
function mergedBaselines(baselines: PlanAnswer['baselines']): (readonly [names: string, one: Judged])[] {
  return baselines.flatMap((one) => {
    const cell = configurationCell(one.configuration);
    const alike = baselines.filter(({ configuration }) => configurationCell(configuration) === cell);
    if (alike[0] !== one) return [];
    return [[alike.map(({ name }) => name).join(', '), one]];
  });
}

function currencyOf({ simulation }: PlanAnswer): string {
  return simulation.prices.currency;
}
