import { type Judged, OBJECTIVE_NAMES, sameConfiguration, type Uncertainty } from '../../../planner/index.ts';
import { passedQuotaBlocks, planBillBlocks } from '../../bill/plan-bill.ts';
import { warningBlocks } from '../../page/note-blocks.ts';
import { longestOnScreen, MORE, oneScreen } from '../../page/one-screen.ts';
import { type Figure, listOf, type PageBlock } from '../../page/page.ts';
import { rightColumns } from '../../page/text-table.ts';
import { capacityPicture } from '../../pictures/capacity-picture.ts';
import { ASSUMPTION_WORDS } from '../../words/assumption-words.ts';
import { configurationCell } from '../../words/configuration-words.ts';
import { numberWords, percent } from '../../words/format.ts';
import { amount, brokenCell, shareCell } from '../../words/objective-words.ts';
import { growthBlocks } from '../asked/growth.ts';
import { applyingBlocks, scheduleBlocks } from '../asked/schedule.ts';
import { backgroundBlocks } from '../background.ts';
import { whyNotBlocks } from '../compared/why-not.ts';
import { fullDaysWords, heldOutSentences, stabilitySentences } from '../confidence.ts';
import { cpuBoundBlocks } from '../cpu-bound.ts';
import { hiddenDemandTexts } from '../hidden-demand.ts';
import { monthCost } from '../month-cost.ts';
import { quotaBlocks } from '../objectives.ts';
import type { PlanAnswer } from '../plan-answer.ts';
import { shortReasons } from '../reasons.ts';
import { relaxationBlocks } from '../relaxations.ts';
import { replicationBlocks } from '../replication.ts';
import { flipSentences, noticeableSwings } from '../sensitivity.ts';
import { changeSentence, verdictSentence } from '../verdict.ts';
import { nextCheaper, nextSafer } from './alternatives.ts';

/** Shows all that a reader needs in order to act, on one screen. */
export function planSummary(answer: PlanAnswer): PageBlock[] {
  const { recommendation } = answer;
  const change = changeSentence(answer, true);
  const heading: PageBlock = {
    kind: 'heading',
    text: verdictSentence(answer),
    ...(change === '' ? {} : { under: change }),
  };
  const first = [
    heading,
    ...passedQuotaBlocks(answer),
    ...warningBlocks(answer.notes),
    ...cpuBoundBlocks(answer),
    ...backgroundBlocks(answer),
    ...replicationBlocks(answer),
    ...hiddenDemandTexts(answer).map((text): PageBlock => ({ kind: 'paragraph', text })),
  ];
  if (recommendation === null)
    return oneScreen(
      [...first, ...relaxationBlocks(answer), ...quotaBlocks(answer), ...unmeasured(answer)],
      MORE,
      asked(answer),
    );
  const table = comparisonTable(answer, recommendation);
  const reasons = shortReasons(answer);
  const facts = figures(answer);
  const picture = answer.timeSeries === null ? [] : capacityPicture(answer.timeSeries, answer.simulation);
  const withReasons = (count: number, figureCount: number, drawn: readonly PageBlock[] = []): PageBlock[] => [
    ...first,
    table,
    ...drawn,
    ...listOf('Why:', reasons.slice(0, count)),
    { kind: 'figures', title: null, figures: facts.slice(0, figureCount) },
  ];
  const drawn = [facts.length, facts.length - 1, LEAST_FIGURES].flatMap((figureCount) =>
    [3, 2].map((count) => withReasons(count, figureCount, picture)),
  );
  const forms = [facts.length, facts.length - 1, LEAST_FIGURES].flatMap((figureCount) =>
    [3, 2, 1, 0].map((count) => withReasons(count, figureCount)),
  );
  return longestOnScreen([...drawn, ...forms], MORE, asked(answer));
}

/** The sections that flags or the scenario ask for: the bill, --why, --growth, --schedule, --holdout, --stability and --apply-as. */
function asked(answer: PlanAnswer): PageBlock[] {
  const texts = [...heldOutSentences(answer), ...stabilitySentences(answer)];
  return [
    ...whyNotBlocks(answer),
    ...planBillBlocks(answer),
    ...(texts.length === 0 ? [] : [{ kind: 'notes' as const, texts }]),
    ...growthBlocks(answer),
    ...scheduleBlocks(answer),
    ...applyingBlocks(answer),
  ];
}

/** Headroom and confidence. */
const LEAST_FIGURES = 2;

function comparisonTable(answer: PlanAnswer, recommendation: Judged): PageBlock {
  const { current, simulation } = answer;
  const { currency } = simulation.prices;
  const isCurrent =
    current !== null && sameConfiguration(current.configuration, recommendation.configuration);
  const rows: [string, Judged | null][] = [
    ...(isCurrent ? [] : [['today', current] as [string, Judged | null]]),
    [isCurrent ? 'keep' : 'recommended', recommendation],
    ['next cheaper', nextCheaper(answer)],
    ['next safer', nextSafer(answer)],
  ];
  return {
    kind: 'table',
    columns: [
      { title: '', align: 'left' },
      { title: 'CU, timeout', align: 'left' },
      ...rightColumns('a month', 'throttled', 'wakes/day'),
      { title: 'breaks', align: 'left', width: 17 },
    ],
    rows: rows.flatMap(([name, one]) =>
      one === null
        ? []
        : [
            [
              name,
              configurationCell(one.configuration),
              monthCost(answer, one),
              shareCell(one.outcome.throttledShare),
              numberWords(one.outcome.wakesPerDay),
              brokenCell(one.broken, currency, 2),
            ],
          ],
    ),
  };
}

/** The most important first. */
function figures(answer: PlanAnswer): Figure[] {
  const felt = noticeableSwings(answer).slice(0, 3);
  return [
    ...headroomFigure(answer),
    ['Confidence', confidenceWords(answer)],
    ...flipSentences(answer)
      .slice(0, 1)
      .map((text): Figure => ['But', text]),
    ...unmeasuredFigure(answer),
    ...(felt.length === 0
      ? []
      : [
          [
            'Sensitive to',
            felt.map(({ assumption }) => ASSUMPTION_WORDS[assumption].name).join('; '),
          ] as const,
        ]),
  ];
}

function unmeasured(answer: PlanAnswer): PageBlock[] {
  const figure = unmeasuredFigure(answer);
  return figure.length === 0 ? [] : [{ kind: 'figures', title: null, figures: figure }];
}

/** The objectives for which the data have no figure. */
function unmeasuredFigure({ objectives, basis }: PlanAnswer): Figure[] {
  const names = OBJECTIVE_NAMES.filter((name) => objectives[name] !== null && basis[name] === 'unknown');
  return names.length === 0 ? [] : [['Not measured', names.join(', ')]];
}

function headroomFigure({ growth, simulation }: PlanAnswer): Figure[] {
  if (growth === null) return [];
  const { keptAt, breaksAt, broken } = growth;
  const [first] = broken;
  const held = `${percent(keptAt - 1)}.`;
  if (breaksAt === null || first === undefined) return [['Headroom', `at least ${held}`]];
  const { currency } = simulation.prices;
  const [found, bound] = [first.found, first.bound].map((value) => amount(first.objective, value, currency));
  return [
    [
      'Headroom',
      `${held} At ${percent(breaksAt - 1)} more demand, ${first.objective} is ${found} (limit ${bound}).`,
    ],
  ];
}

/** How far the trace supports the recommendation, in one line. */
function confidenceWords({ uncertainty, simulation }: PlanAnswer): string {
  const one = uncertainty.recommendation;
  if (one === null) return 'unknown.';
  const { costPerMonth, feasible, risk, days, daysNeeded } = one;
  if (costPerMonth === null || feasible === null)
    return `low. The data cover ${fullDaysWords(days)}; weekly patterns need ${daysNeeded}.`;
  const { currency } = simulation.prices;
  const [low, high] = [costPerMonth.low, costPerMonth.high].map((value) => amount('budget', value, currency));
  return `${CONFIDENCE[risk ?? 'medium']}. Months cost ${low} to ${high}; ${percent(feasible)} of them meet all objectives.`;
}

/** A low risk is a high confidence. */
const CONFIDENCE: Readonly<Record<NonNullable<Uncertainty['risk']>, string>> = {
  'very low': 'very high',
  low: 'high',
  medium: 'medium',
  high: 'low',
  'very high': 'very low',
};
