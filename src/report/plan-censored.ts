import { MICROS } from '../facts/index.ts';
import type { UpliftedChoice } from '../planner/index.ts';
import { money, number, percent } from './format.ts';
import type { Block } from './page.ts';
import type { PlanAnswer } from './plan-answer.ts';
import { settingWords } from './setting-words.ts';

/** Whether the choice stands if more was wanted than there was to be seen. */
export function censoredBlocks(answer: PlanAnswer): Block[] {
  const { censored } = answer;
  if (censored === null || censored.samples === 0) return [];
  const { samples, busy, rebuiltFrom, leastMaximumCu } = censored;
  const share = percent(Math.round((samples / busy) * 1e4) / 1e4);
  const bound =
    `${samples} of ${busy} busy samples (${share}) are at 90% or more of what there was: more may have been wanted.` +
    (leastMaximumCu === null ? '' : leastWords(leastMaximumCu, answer));
  const texts = rebuiltFrom === null ? [bound, ...upliftSentences(answer, censored.uplifts)] : [bound];
  return [{ kind: 'notes', texts: [texts.join(' ')] }];
}

function leastWords(leastMaximumCu: number, { censored, present }: PlanAnswer): string {
  const most = present?.setting.size.maxCu ?? censored?.capacityCu ?? 0;
  if (leastMaximumCu >= most)
    return ` So nothing with a maximum below ${number(leastMaximumCu)} CU is called safe.`;
  return ` So nothing below ${number(most)} CU is called safe, and none that may be chosen has as much: only those with the largest maximum were looked at.`;
}

function upliftSentences({ simulation, choice }: PlanAnswer, uplifts: readonly UpliftedChoice[]): string[] {
  if (uplifts.length === 0) return [];
  if (uplifts.every(({ isSame }) => isSame))
    return [
      choice === null
        ? 'Nothing keeps all promises either if it was 1.5 times or twice as much.'
        : 'The choice is the same if it was 1.5 times or twice as much.',
    ];
  const { currency } = simulation.prices;
  const each = uplifts.map(({ by, setting, costPerMonth, isSame }) => {
    const words = isSame
      ? 'the same'
      : setting === null
        ? 'nothing, for no setting keeps all promises'
        : `${settingWords(setting)} at ${money(Math.round((costPerMonth ?? 0) * MICROS), currency)} a month`;
    return `if it was ${by === 2 ? 'twice' : `${number(by)} times`} as much, it is ${words}`;
  });
  return [`This trace cannot tell which setting is right: ${each.join('; ')}.`];
}
