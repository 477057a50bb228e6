import { connectionSizeCu, maxConnections } from '../../facts/index.ts';
import type { Constraint, Neighbour } from '../../planner/index.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { numberWords } from '../words/format.ts';
import { amount, brokenShortly, shareWords } from '../words/objective-words.ts';
import { brokenWithWhen } from '../words/when-words.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** A sentence for each step away from the recommendation: why not smaller, why not larger, and what breaks next. */
export function reasonItems(answer: PlanAnswer): string[] {
  return [...answer.neighbours.map((one) => stepSentence(answer, one)), ...growthSentences(answer)];
}

/** A sentence each for the first two neighbours that break an objective, and for the first one that costs more. */
export function shortReasons(answer: PlanAnswer): string[] {
  const { neighbours, recommendation, simulation } = answer;
  const price = recommendation?.outcome.costPerMonth ?? 0;
  const refused = neighbours.filter(({ broken }) => broken.length > 0).slice(0, 2);
  const moreExpensive = neighbours.find(
    ({ broken, outcome }) => broken.length === 0 && outcome.costPerMonth > price,
  );
  return [
    ...refused.map(
      (one) =>
        `${stepWords(answer, one)} and breaks ${brokenShortly(one.broken, simulation.prices.currency)}.`,
    ),
    ...(moreExpensive === undefined ? [] : [keptSentence(answer, moreExpensive)]),
  ];
}

function stepSentence(answer: PlanAnswer, neighbour: Neighbour): string {
  const { broken, constraint } = neighbour;
  if (broken.length === 0 || constraint === null) return keptSentence(answer, neighbour);
  const breaks = brokenWithWhen(broken, answer.simulation);
  return `${stepWords(answer, neighbour)} and breaks ${breaks}. ${CONSTRAINTS[constraint](answer, neighbour)}`;
}

function keptSentence(answer: PlanAnswer, neighbour: Neighbour): string {
  return `${stepWords(answer, neighbour)} and meets all objectives${benefitWords(answer, neighbour)}.`;
}

/** `Smaller maximum (0.25 to 2 CU, sleep after 5m) costs $0.09 less`. */
function stepWords({ recommendation, simulation }: PlanAnswer, neighbour: Neighbour): string {
  const { step, configuration, outcome } = neighbour;
  const than = outcome.costPerMonth - (recommendation?.outcome.costPerMonth ?? 0);
  const price =
    than === 0
      ? 'costs the same'
      : `costs ${amount('budget', Math.abs(than), simulation.prices.currency)} ${than < 0 ? 'less' : 'more'}`;
  return `${capital(step)} (${configurationWords(configuration)}) ${price}`;
}

/** Says what a neighbour that costs more would improve, or that flags left out a cheaper one. */
export function benefitWords(
  { recommendation, verdict }: PlanAnswer,
  { outcome }: Pick<Neighbour, 'outcome'>,
): string {
  if (recommendation === null) return '';
  if (outcome.costPerMonth < recommendation.outcome.costPerMonth)
    return verdict === 'keep' ? '' : ', but the flags exclude it';
  const [before, after] = [recommendation.outcome, outcome];
  const throttled = [before, after].map(({ throttledShare }) => shareWords(throttledShare));
  if (after.throttledShare < before.throttledShare && throttled[0] !== throttled[1])
    return `: throttled ${throttled[1]} of the time awake, not ${throttled[0]}`;
  if (after.wakesPerDay < before.wakesPerDay)
    return `: ${numberWords(after.wakesPerDay)} wakes a day, not ${numberWords(before.wakesPerDay)}`;
  return ', without less throttling or fewer wakes';
}

const CONSTRAINTS: Readonly<Record<Constraint, (answer: PlanAnswer, neighbour: Neighbour) => string>> = {
  connections: ({ simulation: { facts } }, { configuration: { size } }) => {
    const most = maxConnections(facts, size.minCu, size.maxCu);
    const cu = connectionSizeCu(facts, size.minCu, size.maxCu);
    const rule =
      cu < size.maxCu
        ? `, as ${numberWords(cu)} CU has, ${facts.connectionsMinimumFactor.value} times the minimum`
        : '';
    return `Connections are the limit: max_connections would be ${most}${rule}.`;
  },
  'working set': () => 'The working set is the limit: it does not fit into the local file cache.',
  memory: () => 'Memory is the limit: queries cannot give back the memory that they hold.',
  'temporary disk': () => 'The temporary disk is the limit: it grows with the maximum.',
  'bursts above the maximum': () => 'Bursts are the limit: they need more than the maximum.',
  'bursts that outrun the autoscaler': () =>
    'Bursts are the limit: from this minimum they outrun the autoscaler.',
  pauses: () => 'Pauses are the limit: the compute would sleep in more of them, and wake again.',
  pooler: () => 'The pooler is the limit: clients wait for its connections.',
  money: () => 'The budget is the limit.',
  interruptions: () => 'Connections are the limit: sleep drops open ones.',
};

function growthSentences({ growth, simulation }: PlanAnswer): string[] {
  if (growth === null) return [];
  const { keptAt, breaksAt, broken } = growth;
  if (breaksAt === null) return [`It meets its objectives at ${keptAt} times the demand.`];
  const breaks = brokenWithWhen(broken, simulation);
  const kept = keptAt === 1 ? '' : `It meets its objectives at ${keptAt} times the demand. `;
  return [`${kept}At ${breaksAt} times it breaks ${breaks}.`];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
