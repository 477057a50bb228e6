import { DAY_MS, GIB, MIB, SECOND_MS } from '../../../facts/index.ts';
import { nearestWord } from '../../../problem/index.ts';
import { HOURS_WORDS, parseBytes, parseDuration, parseHours } from '../../notation/notation.ts';

/** A quantity as a scenario has it: one value, or an interval. In the notation of its field. */
export type WrittenQuantity =
  | string
  | number
  | { readonly low: Value; readonly likely: Value; readonly high: Value };
type Value = string | number;

export const QUESTION_NAMES = ['app', 'people', 'hours', 'query', 'data', 'jobs', 'wait'] as const;
export type AppQuestionName = (typeof QUESTION_NAMES)[number];

/** Somebody's knowledge of an application that does not run yet. */
export interface AppAnswers {
  readonly app: AppKind | null;
  readonly people: WrittenQuantity;
  /** Null if it is unknown when they come; all day in the text `always`. */
  readonly hours: string | null;
  readonly query: WrittenQuantity;
  readonly data: WrittenQuantity;
  /** How often background jobs run. Null if there are none. */
  readonly jobs: WrittenQuantity | null;
  readonly wait: WaitAnswer;
}

export type AppKind = (typeof KINDS)[number];
type WaitAnswer = (typeof WAITS)[number];
const KINDS = ['website', 'tool', 'api'] as const;
const WAITS = ['fine', 'annoying', 'bad'] as const;

/** The answer to a question that nobody can answer yet. */
const UNKNOWN = 'unknown';

interface AppQuestion<Answer> {
  readonly text: string;
  /** Tells a user how to write a valid answer. */
  readonly write: string;
  /** Returns undefined if the text is no answer. */
  readonly read: (text: string) => Answer | undefined;
  readonly unknown: Answer;
}

/** In the order in which they are asked. */
export const QUESTIONS: { readonly [Name in AppQuestionName]: AppQuestion<AppAnswers[Name]> } = {
  app: {
    text: 'What will use the database: a website, an internal tool, or an api?',
    write: 'website, tool or api',
    read: (text) => oneOf(KINDS, text),
    unknown: null,
  },
  people: {
    text: 'How many people (or clients of an api) use it at the same time in the busiest hour?',
    write: 'a number such as 50, or a range such as 20-200, from 1 to 20000',
    read: (text) => rangeOf(text, plainNumber, (value) => value >= 1 && value <= 20_000, String),
    unknown: { low: 5, likely: 30, high: 200 },
  },
  hours: {
    text: 'On which days and hours do they come?',
    write: `always, or ${HOURS_WORDS}`,
    read: (text) => (text === 'always' || parseHours(text) !== null ? text : undefined),
    unknown: null,
  },
  query: {
    text: 'How long does a usual query take? light is 2 ms, medium 10 ms, heavy 100 ms.',
    write: 'light, medium, heavy, a time such as 20ms, or a range such as 5ms-50ms, from 0.1ms to 1m',
    read: (text) =>
      WEIGHTS[text] ??
      rangeOf(
        text,
        parseDuration,
        (ms) => ms >= 0.1 && ms <= 60 * SECOND_MS,
        (ms) => `${rounded(ms)}ms`,
      ),
    unknown: { low: '2ms', likely: '8ms', high: '40ms' },
  },
  data: {
    text: 'How much of the data is read again and again?',
    write: 'an amount such as 2GB, or a range such as 1GB-10GB, from 1MB to 1TB',
    read: (text) =>
      rangeOf(
        text,
        parseBytes,
        (bytes) => bytes >= MIB && bytes <= 1024 * GIB,
        (bytes) => (bytes < GIB ? `${rounded(bytes / MIB)}MB` : `${rounded(bytes / GIB)}GB`),
      ),
    unknown: { low: '100MB', likely: '1GB', high: '10GB' },
  },
  jobs: {
    text: 'How often does something run by itself, such as a health check or a cron job?',
    write: 'none, a time such as 5m, or a range such as 1m-1h, from 1s to 7d',
    read: (text) =>
      text === 'none'
        ? null
        : rangeOf(
            text,
            parseDuration,
            (ms) => ms >= SECOND_MS && ms <= 7 * DAY_MS,
            (ms) => `${rounded(ms / SECOND_MS)}s`,
          ),
    unknown: { low: '1m', likely: '10m', high: '6h' },
  },
  wait: {
    text: 'How bad is it if people have to wait now and then: fine, annoying or bad?',
    write: WAITS.join(', '),
    read: (text) => oneOf(WAITS, text),
    unknown: 'annoying',
  },
};

const WEIGHTS: Readonly<Record<string, WrittenQuantity>> = {
  light: { low: '1ms', likely: '2ms', high: '5ms' },
  medium: { low: '3ms', likely: '10ms', high: '30ms' },
  heavy: { low: '30ms', likely: '100ms', high: '300ms' },
};

/** Returns the answer that a text is. No text means that it is unknown. Undefined if the text is no answer. */
export function answerOf<Name extends AppQuestionName>(
  name: Name,
  text: string,
): AppAnswers[Name] | undefined {
  const question: AppQuestion<AppAnswers[Name]> = QUESTIONS[name];
  const plain = text.trim();
  return plain === '' || plain === UNKNOWN ? question.unknown : question.read(plain);
}

function oneOf<const Words extends readonly string[]>(words: Words, text: string): Words[number] | undefined {
  return words.find((word) => word === text) ?? words.find((word) => word === nearestWord(text, words));
}

function plainNumber(text: string): number | null {
  return /^\d+$/.test(text) ? Number(text) : null;
}

/** Reads `50`, or `20-200`. The likely value of a range is its geometric mean: people think in factors. */
function rangeOf(
  text: string,
  read: (part: string) => number | null,
  allows: (value: number) => boolean,
  write: (value: number) => string,
): WrittenQuantity | undefined {
  const parts = text.split('-').map((part) => part.trim());
  const values = parts.map((part) => read(part));
  const [low, high = low] = values;
  if (parts.length > 2 || low == null || high == null) return undefined;
  if (!allows(low) || !allows(high) || low > high) return undefined;
  const [first, last = first] = parts as [string, string?];
  if (low === high) return fieldValue(first);
  return {
    low: fieldValue(first),
    likely: fieldValue(write(rounded(Math.sqrt(low * high)))),
    high: fieldValue(last),
  };
}

function fieldValue(text: string): Value {
  return plainNumber(text) ?? text;
}

/** Two digits are more than anybody knows. */
function rounded(value: number): number {
  return Number(value.toPrecision(2));
}
