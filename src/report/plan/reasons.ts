import { connectionSizeCu, MICROS, maxConnections } from '../../facts/index.ts';
import type { Constraint, Neighbour } from '../../planner/index.ts';
import { money, number } from '../words/format.ts';
import { shareWords } from '../words/promise-words.ts';
import { settingWords } from '../words/setting-words.ts';
import { brokenWithWhen } from '../words/when-words.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** Why not smaller, why not larger, and what breaks next: a sentence for each step away from the choice. */
export function reasonItems(answer: PlanAnswer): string[] {
  return [...answer.neighbours.map((one) => stepSentence(answer, one)), ...growthSentences(answer)];
}

function stepSentence(answer: PlanAnswer, neighbour: Neighbour): string {
  const { step, setting, broken, constraint, outcome } = neighbour;
  const { currency } = answer.simulation.prices;
  const than = outcome.costPerMonth - (answer.choice?.outcome.costPerMonth ?? 0);
  const price =
    than === 0
      ? 'costs the same'
      : `costs ${money(Math.round(Math.abs(than) * MICROS), currency)} ${than < 0 ? 'less' : 'more'}`;
  const words = `${capital(step)} (${settingWords(setting)}) ${price}`;
  if (broken.length > 0 && constraint !== null) {
    const breaks = brokenWithWhen(broken, answer.simulation);
    return `${words} and breaks ${breaks}. ${CONSTRAINTS[constraint](answer, neighbour)}`;
  }
  return `${words} and keeps all promises${gain(answer, neighbour)}.`;
}

/** What more money would bring; of less, why it is not the choice, which is worth a change but was left out by flags. */
function gain({ choice, verdict }: PlanAnswer, { outcome }: Neighbour): string {
  if (choice === null) return '';
  if (outcome.costPerMonth < choice.outcome.costPerMonth)
    return verdict === 'keep' ? '' : ', but is not among the settings to choose from';
  const [before, after] = [choice.outcome, outcome];
  const throttled = [before, after].map(({ throttledShare }) => shareWords(throttledShare));
  if (after.throttledShare < before.throttledShare && throttled[0] !== throttled[1])
    return `: throttled ${throttled[1]} of the time awake, not ${throttled[0]}`;
  if (after.wakesPerDay < before.wakesPerDay)
    return `: ${number(after.wakesPerDay)} wakes a day, not ${number(before.wakesPerDay)}`;
  return ', without less throttling or fewer wakes';
}

const CONSTRAINTS: Readonly<Record<Constraint, (answer: PlanAnswer, neighbour: Neighbour) => string>> = {
  connections: ({ simulation: { facts } }, { setting: { size } }) => {
    const most = maxConnections(facts, size.minCu, size.maxCu);
    const cu = connectionSizeCu(facts, size.minCu, size.maxCu);
    const rule =
      cu < size.maxCu
        ? `, as ${number(cu)} CU has, ${facts.connectionsMinimumFactor.value} times the minimum`
        : '';
    return `It is connections that bind: max_connections would be ${most}${rule}.`;
  },
  'working set': () => 'It is the working set that binds: it does not fit the local file cache.',
  memory: () => 'It is memory that binds: what queries hold cannot be given back.',
  'temporary disk': () => 'It is the temporary disk that binds: it grows with the maximum.',
  'bursts above the maximum': () => 'It is bursts that bind: they want more than the maximum has.',
  'bursts that outrun the autoscaler': () =>
    'It is bursts that bind: from this minimum they outrun the autoscaler.',
  pauses: () => 'It is pauses that bind: it would sleep in more of them, and wake again.',
  pooler: () => 'It is the pooler that binds: clients wait for its connections.',
  money: () => 'It is money that binds.',
  interruptions: () => 'It is connections that bind: sleep drops those that are open.',
};

function growthSentences({ growth, simulation }: PlanAnswer): string[] {
  if (growth === null) return [];
  const { keptAt, breaksAt, broken } = growth;
  if (breaksAt === null) return [`It keeps its promises at ${keptAt} times the demand.`];
  const breaks = brokenWithWhen(broken, simulation);
  const kept = keptAt === 1 ? '' : `It keeps its promises at ${keptAt} times the demand. `;
  return [`${kept}At ${breaksAt} times it breaks ${breaks}.`];
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
