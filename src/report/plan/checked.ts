import { causeSentence, errorSentence } from '../check/check-page.ts';
import type { PlanAnswer } from './plan-answer.ts';

/** How far the replay of what is set is off, before anything is recommended by such replays. */
export function checkedSentence({ checked }: Pick<PlanAnswer, 'checked'>): string {
  if (checked === null) return '';
  return `${errorSentence(checked, checked.metered)} ${causeSentence(checked)} `;
}
