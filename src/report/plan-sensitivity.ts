import { MICROS } from '../facts/index.ts';
import {
  type Assumed,
  type AssumptionName,
  type PlanUnder,
  type Swing,
  sameSetting,
} from '../planner/index.ts';
import { money, number, span } from './format.ts';
import type { Block } from './page.ts';
import type { PlanAnswer } from './plan-answer.ts';
import { brokenWords } from './promise-words.ts';
import { settingCell, settingWords } from './setting-words.ts';

/** A sentence for each end of a range at which another setting would be chosen: what people should know first. */
export function flipSentences(answer: PlanAnswer): string[] {
  return swingsOf(answer).flatMap((swing) =>
    endsOf(swing)
      .filter(({ isFlip }) => isFlip)
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
          `Not a cent, and no other choice: ${unfelt.map(({ assumption }) => WORDS[assumption].name).join('; ')}.`,
        ]),
    ...(answer.sensitivity.isWhole ? [] : ['Interrupted: other assumptions have not been tried.']),
  ];
  if (items.length === 0) return [];
  return [
    {
      kind: 'list',
      title: 'What it hangs on most, each assumption by itself over its range:',
      items: items.map((text) => ({ text })),
    },
  ];
}

const MOST = 5;

interface Words {
  readonly name: string;
  readonly setBy: string;
  readonly value: (value: Assumed, currency: string) => string;
  /** `at 1.8 s`, of the words of a value. */
  readonly at?: (words: string) => string;
  /** `a start took 1.8 s instead of 300 ms`, of the words of two values. */
  readonly clause: (words: string, assumed: string) => string;
}

const WORDS: Readonly<Record<AssumptionName, Words>> = {
  concurrency: {
    name: 'Most queries that are active at once',
    setBy: 'concurrency of the load',
    value: (value) => (value === null ? 'no limit' : number(Number(value))),
    at: (words) => (words === 'no limit' ? 'without a limit' : `at ${words}`),
    clause: (words) =>
      words === 'no limit' ? 'active queries had no limit' : `at most ${words} queries were active at once`,
  },
  'cpu-per-query': {
    name: 'CPU of a query',
    setBy: '--cpu-per-query, or cpuPerQuery of the load',
    value: (value) => cpuTime(Number(value)),
    clause: (words, assumed) => `a query took ${words} of CPU instead of ${assumed}`,
  },
  connections: {
    name: 'Connections',
    setBy: 'connections of the load',
    value: (value) => number(Number(value)),
    clause: (words, assumed) => `${words} connections were open instead of ${assumed}`,
  },
  start: {
    name: 'Time of a start',
    setBy: 'assumptions.start',
    value: (value) => span(Number(value)),
    clause: (words, assumed) => `a start took ${words} instead of ${assumed}`,
  },
  burst: {
    name: 'Whether sizes below 1 CU burst',
    setBy: 'assumptions.burst',
    value: (value) => (value === true ? 'they do' : 'they do not'),
    at: (words) => `if ${words}`,
    clause: (words) => `sizes below 1 CU ${words === 'they do' ? 'burst' : 'did not burst'}`,
  },
  skew: {
    name: 'Skew of page reads',
    setBy: 'assumptions.skew',
    value: (value) => number(Number(value)),
    clause: (words, assumed) => `page reads had a skew of ${words} instead of ${assumed}`,
  },
  price: {
    name: 'Price of a CU-hour',
    setBy: '--prices',
    value: (value, currency) => price(Number(value), currency),
    clause: (words, assumed) => `a CU-hour cost ${words} instead of ${assumed}`,
  },
};

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
  const { value, clause } = WORDS[assumption];
  const { choice, asChosen } = under;
  const would =
    choice === null
      ? 'nothing would keep all promises'
      : `it would be ${settingWords(choice.setting)}, at ${cost(answer, choice)} a month`;
  const own =
    asChosen.broken.length === 0
      ? `cost ${cost(answer, asChosen)}`
      : `break ${asChosen.broken.map((one) => brokenWords(one, currency)).join('; ')}`;
  const words = clause(value(under.assumed, currency), value(assumed, currency));
  return `If ${words}, ${would}: this one would ${own}.`;
}

function swingItem(answer: PlanAnswer, swing: Swing): string {
  const { currency } = answer.simulation.prices;
  const { name, setBy, value, at = (words) => `at ${words}` } = WORDS[swing.assumption];
  const ends = endsOf(swing).map((under) => {
    const { choice } = under;
    const where = at(value(under.assumed, currency));
    if (!isOther(answer, under)) return `${cost(answer, choice)} ${where}`;
    return choice === null
      ? `no setting ${where}`
      : `${settingCell(choice.setting)} for ${cost(answer, choice)} ${where}`;
  });
  return `${name} (${value(swing.assumed, currency)}): ${ends.join('; ')}. Set by ${setBy}.`;
}

function cost({ simulation }: PlanAnswer, judged: PlanAnswer['choice']): string {
  const micros = Math.round((judged?.outcome.costPerMonth ?? 0) * MICROS);
  return money(micros, simulation.prices.currency);
}

/** Shorter than a millisecond too. */
function cpuTime(ms: number): string {
  return ms < 1000 ? `${number(ms)} ms` : span(ms);
}

/** Prices of a CU-hour have a third figure. */
function price(micros: number, currency: string): string {
  const amount = String(Number((micros / MICROS).toPrecision(3)));
  return currency === 'USD' ? `$${amount}` : `${amount} ${currency}`;
}
