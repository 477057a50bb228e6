import { type Distribution, START_TIME_NAMES, START_TIMES } from '../../compute/index.ts';
import { nearestWord, problem } from '../../problem/index.ts';
import { MOST_CONNECTIONS } from '../../workload/index.ts';
import { parseDuration } from '../notation/notation.ts';

/** Values of assumptions from a flag. They go before those of a file. */
export interface AssumptionOverrides {
  readonly burst?: boolean;
  /** Whether queries of a load come at random. */
  readonly 'random-arrivals'?: boolean;
  readonly skew?: number;
  readonly start?: Distribution;
  /** Null if there is no limit. */
  readonly concurrency?: number | null;
  readonly connections?: number;
  /** Ignores the memory that was measured. */
  readonly memory?: 'none';
}

/** Reads texts such as `burst=no` and `concurrency=20`. The last text of a name counts. */
export function parseAssumptions(texts: readonly string[], flag: string): AssumptionOverrides {
  return Object.assign({}, ...texts.map((text) => parseAssumption(text, flag)));
}

function parseAssumption(text: string, flag: string): AssumptionOverrides {
  const at = text.indexOf('=');
  const name = (at === -1 ? text : text.slice(0, at)).trim();
  const value = at === -1 ? '' : text.slice(at + 1).trim();
  if (!isAssumption(name)) throw unknownAssumption(name, flag);
  const { words, read } = KINDS[name];
  const found = read(value);
  if (found === undefined)
    throw problem(
      { field: `${flag} ${name}` },
      `found "${value}"`,
      `write ${words}, such as ${name}=${EXAMPLES[name]}`,
    );
  return { [name]: found };
}

interface OverrideKind {
  readonly words: string;
  /** Returns undefined if the text is no valid value. */
  readonly read: (text: string) => AssumptionOverrides[keyof AssumptionOverrides];
}

const KINDS: Readonly<Record<keyof AssumptionOverrides, OverrideKind>> = {
  burst: { words: 'yes or no', read: yesOrNo },
  'random-arrivals': { words: 'yes or no', read: yesOrNo },
  skew: { words: 'a skew from 0 to 0.99', read: (text) => numberWithin(text, 0, 0.99) },
  start: { words: `${START_TIME_NAMES.join(', ')}, a duration, or median/p95`, read: startTime },
  concurrency: {
    words: 'queries from 0.1 to 100000, or none for no limit',
    read: (text) => (text === 'none' ? null : numberWithin(text, 0.1, 100_000)),
  },
  connections: {
    words: `a whole number up to ${MOST_CONNECTIONS}`,
    read: (text) => (/^\d+$/.test(text) ? numberWithin(text, 0, MOST_CONNECTIONS) : undefined),
  },
  memory: { words: 'none', read: (text) => (text === 'none' ? text : undefined) },
};

const EXAMPLES: Readonly<Record<keyof AssumptionOverrides, string>> = {
  burst: 'no',
  'random-arrivals': 'no',
  skew: '0.5',
  start: 'measured',
  concurrency: '20',
  connections: '50',
  memory: 'none',
};

function isAssumption(name: string): name is keyof AssumptionOverrides {
  return Object.hasOwn(KINDS, name);
}

function unknownAssumption(name: string, flag: string) {
  const names = Object.keys(KINDS);
  const nearest = nearestWord(name, names);
  return problem(
    { field: flag },
    name === 'cpu-per-query' ? 'CPU of a query has a flag of its own' : `there is no assumption "${name}"`,
    name === 'cpu-per-query'
      ? 'use ‹cpuPerQuery›, or cpuPerQuery of the load'
      : nearest === undefined
        ? `use one of ${names.join(', ')}`
        : `did you mean ${nearest}?`,
  );
}

function yesOrNo(text: string): boolean | undefined {
  return text === 'yes' ? true : text === 'no' ? false : undefined;
}

function numberWithin(text: string, least: number, most: number): number | undefined {
  if (!/^\d+(?:\.\d+)?$/.test(text)) return undefined;
  const value = Number(text);
  return value >= least && value <= most ? value : undefined;
}

function startTime(text: string): Distribution | undefined {
  const name = START_TIME_NAMES.find((one) => one === text);
  if (name !== undefined) return START_TIMES[name];
  const [medianMs, p95Ms, more] = text.split('/').map((part) => parseDuration(part.trim()));
  if (medianMs === undefined || medianMs === null || more !== undefined) return undefined;
  if (p95Ms === undefined) return { kind: 'constant', ms: medianMs };
  if (p95Ms === null || medianMs === 0 || p95Ms < medianMs) return undefined;
  return { kind: 'log-normal', medianMs, p95Ms };
}
