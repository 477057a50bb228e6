import { MICROS } from '../../facts/index.ts';
import { type PlanUnder, type Swing, sameSetting } from '../../planner/index.ts';
import type { Block } from '../page/page.ts';
import { ASSUMPTION_WORDS, setByWords } from '../words/assumption-words.ts';
import { money } from '../words/format.ts';
import { brokenList } from '../words/promise-words.ts';
import { settingCell, settingText, settingWords } from '../words/setting-words.ts';
import type { PlanAnswer } from './plan-answer.ts';

/**
 * A sentence for each end of a range at which another setting would be chosen: what people should know first. Where the
 * choice keeps its promises at an end and breaks one only with more demand or another end beside it, that can wait.
 */
export function flipSentences(answer: PlanAnswer): string[] {
  return swingsOf(answer).flatMap((swing) =>
    endsOf(swing)
      .filter(({ isFlip, asChosen }) => isFlip && asChosen.broken.every(({ under }) => under === undefined))
      .map((under) => flipSentence(answer, swing, under)),
  );
}

/** The assumptions that change most, and what sets each. */
export function sensitivityBlocks(answer: PlanAnswer): Block[] {
  if (answer.sensitivity === null) return [];
  const swings = swingsOf(answer);
  const told = swings.filter((swing) => isFelt(answer, swing)).slice(0, MOST);
  const unfelt = swings.filter((swing) => !isFelt(answer, swing));
  const items = [
    ...told.map((swing) => swingItem(answer, swing)),
    ...(unfelt.length === 0
      ? []
      : [
          `Not a cent, and no other choice: ${unfelt.map(({ assumption }) => ASSUMPTION_WORDS[assumption].name).join('; ')}.`,
        ]),
    ...(answer.sensitivity.isWhole ? [] : ['Interrupted: other assumptions have not been tried.']),
  ];
  if (items.length === 0) return [];
  return [
    {
      kind: 'list',
      title: `What it hangs on most, each assumption by itself over its range${currentWords(answer)}:`,
      items: items.map((text) => ({ text })),
    },
  ];
}

/** Where something else is set, the recommendation takes its place: so does who asks again. */
function currentWords({ verdict, choice }: PlanAnswer): string {
  return verdict === 'change' && choice !== null ? `, with --current "${settingText(choice.setting)}"` : '';
}

const MOST = 5;

function swingsOf({ sensitivity }: PlanAnswer): readonly Swing[] {
  return sensitivity?.assumptions ?? [];
}

function endsOf({ low, high }: Swing): PlanUnder[] {
  return [low, high].filter((one) => one !== null);
}

/** Another choice, or a cost that is another when it is written. */
function isFelt(answer: PlanAnswer, swing: Swing): boolean {
  return endsOf(swing).some(
    (under) =>
      under.isFlip || isOther(answer, under) || cost(answer, under.choice) !== cost(answer, answer.choice),
  );
}

function isOther(answer: PlanAnswer, { choice }: PlanUnder): boolean {
  return choice === null || answer.choice === null || !sameSetting(choice.setting, answer.choice.setting);
}

function flipSentence(answer: PlanAnswer, { assumption, assumed }: Swing, under: PlanUnder): string {
  const { currency } = answer.simulation.prices;
  const { value, were } = ASSUMPTION_WORDS[assumption];
  const { choice, asChosen } = under;
  const would =
    choice === null
      ? 'nothing would keep all promises'
      : `it would be ${settingWords(choice.setting)}, at ${cost(answer, choice)} a month`;
  const own =
    asChosen.broken.length === 0
      ? `cost ${cost(answer, asChosen)}`
      : `break ${brokenList(asChosen.broken, currency)}`;
  const words = were(value(under.assumed, currency), value(assumed, currency));
  return `If ${words}, ${would}: this one would ${own}.`;
}

function swingItem(answer: PlanAnswer, swing: Swing): string {
  const { currency } = answer.simulation.prices;
  const { name, value, at = (words) => `at ${words}` } = ASSUMPTION_WORDS[swing.assumption];
  const ends = endsOf(swing).map((under) => {
    const { choice } = under;
    const where = at(value(under.assumed, currency));
    if (!isOther(answer, under)) return `${cost(answer, choice)} ${where}`;
    return choice === null
      ? `no setting ${where}`
      : `${settingCell(choice.setting)} for ${cost(answer, choice)} ${where}`;
  });
  return `${name} (${value(swing.assumed, currency)}): ${ends.join('; ')}. Set by ${setBy(answer, swing)}.`;
}

/** What is typed for each end. */
function setBy({ why }: PlanAnswer, swing: Swing): string {
  const { assumption } = swing;
  const values = endsOf(swing).map(({ value }) => value);
  // The file has one name, whatever stands in it.
  if (assumption === 'price') return setByWords(assumption, values.join(' or '), why === null);
  return [...new Set(values.map((value) => setByWords(assumption, value, why === null)))].join(' or ');
}

function cost({ simulation }: PlanAnswer, judged: PlanAnswer['choice']): string {
  const micros = Math.round((judged?.outcome.costPerMonth ?? 0) * MICROS);
  return money(micros, simulation.prices.currency);
}
