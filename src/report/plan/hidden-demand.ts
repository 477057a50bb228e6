import { MICROS, maxConnections } from '../../facts/index.ts';
import type { UpliftedChoice } from '../../planner/index.ts';
import { boundWords } from '../../trace/index.ts';
import type { PageBlock } from '../page/page.ts';
import { configurationWords } from '../words/configuration-words.ts';
import { money, numberWords, percent } from '../words/format.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** Says whether the recommendation holds if the capacity of the measured server hid demand. */
export function hiddenDemandBlocks(answer: PlanAnswer): PageBlock[] {
  const texts = hiddenDemandTexts(answer);
  return texts.length === 0 ? [] : [{ kind: 'notes', texts }];
}

export function hiddenDemandTexts(answer: PlanAnswer): string[] {
  return [...cpuTexts(answer), ...answer.bounds.flatMap((bound) => boundText(bound, answer) ?? [])];
}

function cpuTexts(answer: PlanAnswer): string[] {
  const { hiddenDemand, current } = answer;
  if (hiddenDemand === null || hiddenDemand.samples === 0) return [];
  const { samples, busy, rebuiltFrom, leastMaximumCu } = hiddenDemand;
  const share = percent(Math.round((samples / busy) * 1e4) / 1e4);
  const bound =
    `${samples} of ${busy} busy samples (${share}) are at 90% or more of the capacity: real demand may have been higher.` +
    (leastMaximumCu === null
      ? ''
      : leastWords(leastMaximumCu, current?.configuration.size.maxCu ?? hiddenDemand.capacityCu));
  return [
    (rebuiltFrom === null ? [bound, ...upliftSentences(answer, hiddenDemand.uplifts)] : [bound]).join(' '),
  ];
}

function leastWords(leastCu: number, mostCu: number): string {
  if (leastCu >= mostCu) return ` So the plan allows no maximum below ${numberWords(leastCu)} CU.`;
  return ` A safe maximum is ${numberWords(mostCu)} CU or more, but no allowed configuration is that large, so the plan compares only those with the largest maximum.`;
}

/** Null if no sample is at the limit. */
function boundText(
  bound: PlanAnswer['bounds'][number],
  { current, simulation: { facts } }: PlanAnswer,
): string | null {
  const { quantity, samples, limit, capacityCu, least } = bound;
  if (samples === 0) return null;
  const words = `${boundWords(bound, 'busy samples')}: real demand may have been higher.`;
  if (least === null) return words;
  const size = current?.configuration.size;
  if (quantity !== 'connections') return `${words}${leastWords(least, size?.maxCu ?? capacityCu ?? 0)}`;
  const most = size === undefined ? (limit ?? 0) : maxConnections(facts, size.minCu, size.maxCu);
  if (least >= most)
    return `${words} So the plan allows no configuration with fewer than ${numberWords(least)}.`;
  return `${words} A safe configuration has ${numberWords(most)} or more, but no allowed one has that many, so the plan compares only those with the most.`;
}

function upliftSentences(
  { simulation, recommendation }: PlanAnswer,
  uplifts: readonly UpliftedChoice[],
): string[] {
  if (uplifts.length === 0) return [];
  if (uplifts.every(({ isSame }) => isSame))
    return [
      recommendation === null
        ? 'No configuration meets all objectives either if real demand was 1.5 times or twice as high.'
        : 'The recommendation is the same if real demand was 1.5 times or twice as high.',
    ];
  const { currency } = simulation.prices;
  const each = uplifts.map(({ by, configuration, costPerMonth, isSame }) => {
    const words = isSame
      ? 'the same'
      : configuration === null
        ? 'none, because no configuration meets all objectives'
        : `${configurationWords(configuration)} at ${money(Math.round((costPerMonth ?? 0) * MICROS), currency)} a month`;
    return `if real demand was ${by === 2 ? 'twice' : `${numberWords(by)} times`} as high, it is ${words}`;
  });
  return [`The recommendation depends on the hidden demand: ${each.join('; ')}.`];
}
