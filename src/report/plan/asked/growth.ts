import { MICROS } from '../../../facts/index.ts';
import type { GrowthPlan, GrowthStep } from '../../../planner/index.ts';
import type { PageBlock } from '../../page/page.ts';
import { rightColumns } from '../../page/text-table.ts';
import { configurationCell, configurationWords } from '../../words/configuration-words.ts';
import { money } from '../../words/format.ts';
import { factorWords, monthsWords, paceWords } from '../../words/growth-words.ts';
import { brokenCell, shareWords } from '../../words/objective-words.ts';
import { brokenWithWhen } from '../../words/when-words.ts';
import type { PlanAnswer } from '../plan-answer.ts';

/** How long the recommendation lasts while demand grows, what comes after it, and the plan month by month. */
export function growthBlocks(answer: PlanAnswer): PageBlock[] {
  const { growthPlan, recommendation } = answer;
  if (growthPlan === null || recommendation === null) return [];
  const { planned, now, isWhole } = growthPlan;
  const texts = [
    `Growth: with ${paceWords(growthPlan)}, ${lastingWords(answer, growthPlan)}`,
    ...(isWhole
      ? [stepsWords(growthPlan.steps), ...costWords(answer, growthPlan)]
      : ['Growth: interrupted.']),
  ];
  return [
    { kind: 'notes', texts },
    ...(planned.length === 0
      ? []
      : [
          {
            kind: 'table' as const,
            columns: [
              { title: 'Month', align: 'left' as const },
              ...rightColumns('demand'),
              { title: 'CU, timeout', align: 'left' as const },
              ...rightColumns('a month'),
              { title: "today's recommendation breaks", align: 'left' as const, width: 30 },
            ],
            rows: [
              [
                now,
                '1',
                configurationCell(recommendation.configuration),
                costCell(answer, recommendation.outcome.costPerMonth),
                '-',
              ],
              ...planned.map(({ month, factor, recommendation: own, today }) => [
                month,
                factorWords(factor),
                own === null ? 'none' : configurationCell(own.configuration),
                own === null ? '' : costCell(answer, own.outcome.costPerMonth),
                brokenCell(today.broken, answer.simulation.prices.currency),
              ]),
            ],
          },
        ]),
  ];
}

function lastingWords({ simulation }: PlanAnswer, { breaks, planned, isWhole, months }: GrowthPlan): string {
  if (breaks !== null)
    return (
      `today's recommendation first breaks an objective in ${breaks.month}, at ${factorWords(breaks.factor)} times the demand: ` +
      `${brokenWithWhen(breaks.broken, simulation)}.`
    );
  const last = planned.at(-1);
  if (last === undefined) return 'nothing is planned yet.';
  const all = isWhole ? `all ${monthsWords(months)}` : `the ${monthsWords(planned.length)} planned`;
  return `today's recommendation meets its objectives in ${all}, up to ${factorWords(last.factor)} times the demand.`;
}

/** `Until 2026-05 0.25 to 2 CU, sleep after 5m; from 2026-06 on 0.5 to 4 CU, sleep after 5m.` */
function stepsWords(steps: readonly GrowthStep[]): string {
  const words = steps.map(({ from, until, configuration }, i) => {
    const what = configuration === null ? 'nothing meets all objectives' : configurationWords(configuration);
    if (steps.length === 1) return `In all months: ${what}`;
    if (i === 0) return `Until ${until}: ${what}`;
    if (i === steps.length - 1) return `from ${from} on: ${what}`;
    return from === until ? `in ${from}: ${what}` : `from ${from} until ${until}: ${what}`;
  });
  return `${words.join('; ')}.`;
}

/** The cost of all months together, and whether one configuration would do for all. */
function costWords(answer: PlanAnswer, { cost, one, isOneEnough, months, steps }: GrowthPlan): string[] {
  if (cost === null) return [];
  const all = `That is ${costCell(answer, cost)} for ${monthsWords(months)}.`;
  if (steps.length === 1 && one?.cost === cost) return [all];
  if (one === null) return [`${all} No single configuration meets all objectives in all months.`];
  const more = one.cost - cost;
  const than =
    more === 0
      ? 'the same'
      : `${costCell(answer, Math.abs(more))} ${more < 0 ? 'less' : 'more'} (${shareWords(Math.abs(more) / cost)})`;
  const advice = isOneEnough
    ? `The monthly changes save less than ${shareWords(answer.worthwhile)}, so use this one from now on.`
    : 'The monthly changes are worth it.';
  return [
    `${all} One configuration for all months, ${configurationWords(one.configuration)}, costs ${costCell(answer, one.cost)}, ${than}. ${advice}`,
  ];
}

function costCell({ simulation }: PlanAnswer, cost: number): string {
  return money(Math.round(cost * MICROS), simulation.prices.currency);
}
