import { MICROS } from '../../facts/index.ts';
import type { Assumed, AssumptionName, Under } from '../../planner/index.ts';
import { numberWords, span } from './format.ts';

/** The phrases for one assumption. */
interface AssumptionWords {
  readonly name: string;
  readonly value: (value: Assumed, currency: string) => string;
  /** `at 1.8 s`, from the words of a value. */
  readonly at?: (words: string) => string;
  /** `a start takes 1.8 s`, from the words of a value. */
  readonly is: (words: string) => string;
  /** `a start took 1.8 s instead of 300 ms`, from the words of two values. */
  readonly were: (words: string, assumed: string) => string;
}

export const ASSUMPTION_WORDS: Readonly<Record<AssumptionName, AssumptionWords>> = {
  concurrency: {
    name: 'Most active queries at once',
    value: (value) => (value === null ? 'no limit' : numberWords(Number(value))),
    at: (words) => (words === 'no limit' ? 'without a limit' : `at ${words}`),
    is: (words) =>
      words === 'no limit' ? 'active queries have no limit' : `at most ${words} queries are active at once`,
    were: (words) =>
      words === 'no limit' ? 'active queries had no limit' : `at most ${words} queries were active at once`,
  },
  'cpu-per-query': {
    name: 'CPU of a query',
    value: (value) => cpuTime(Number(value)),
    is: (words) => `a query takes ${words} of CPU`,
    were: (words, assumed) => `a query took ${words} of CPU instead of ${assumed}`,
  },
  connections: {
    name: 'Connections',
    value: (value) => numberWords(Number(value)),
    is: (words) => `${words} connections are open`,
    were: (words, assumed) => `${words} connections were open instead of ${assumed}`,
  },
  start: {
    name: 'Time of a start',
    value: (value) => span(Number(value)),
    is: (words) => `a start takes ${words}`,
    were: (words, assumed) => `a start took ${words} instead of ${assumed}`,
  },
  burst: {
    name: 'Bursts of sizes below 1 CU',
    value: (value) => (value === true ? 'possible' : 'impossible'),
    at: (words) => `if ${words}`,
    is: (words) => `sizes below 1 CU ${words === 'possible' ? 'burst' : 'do not burst'}`,
    were: (words) => `sizes below 1 CU ${words === 'possible' ? 'burst' : 'did not burst'}`,
  },
  skew: {
    name: 'Skew of page reads',
    value: (value) => numberWords(Number(value)),
    is: (words) => `page reads have a skew of ${words}`,
    were: (words, assumed) => `page reads had a skew of ${words} instead of ${assumed}`,
  },
  contention: {
    name: 'CPU that contention takes',
    value: (value) => `${numberWords(Number(value) * 100)}%`,
    is: (words) => `queries need up to ${words} more CPU if many run`,
    were: (words, assumed) => `queries needed up to ${words} more CPU if many run, not ${assumed}`,
  },
  'random-arrivals': {
    name: 'Arrivals of a load',
    value: (value) => (value === true ? 'at random' : 'evenly'),
    at: (words) => `if ${words}`,
    is: (words) => `queries of a load come ${words}`,
    were: (words) => `queries of a load came ${words}`,
  },
  'connection-cpu': {
    name: 'CPU of a new connection',
    value: (value) => cpuTime(Number(value)),
    is: (words) => `a new connection takes ${words} of CPU`,
    were: (words, assumed) => `a new connection took ${words} of CPU instead of ${assumed}`,
  },
  'own-work': {
    name: 'Work of Postgres itself',
    value: (value) => `${numberWords(Number(value) * 100)}%`,
    is: (words) => `checkpoints, vacuum and the like take ${words} of the CPU of queries`,
    were: (words, assumed) =>
      `checkpoints, vacuum and the like took ${words} of the CPU of queries, not ${assumed}`,
  },
  price: {
    name: 'Price of a CU-hour',
    value: (value, currency) => price(Number(value), currency),
    is: (words) => `a CU-hour costs ${words}`,
    were: (words, assumed) => `a CU-hour cost ${words} instead of ${assumed}`,
  },
};

/**
 * The flag or field that sets an assumption: `--assume start=measured`.
 *
 * @param value as a flag has it; null if the value differs between several loads
 */
export function setByWords(assumption: AssumptionName, value: string | null, isTrace: boolean): string {
  if (value === null) return `${FIELDS[assumption] ?? assumption} of each load`;
  switch (assumption) {
    case 'price':
      return `--prices FILE with computePerCuHour ${value}`;
    case 'contention':
    case 'connection-cpu':
    case 'own-work':
      return `assumptions.${FIELDS[assumption]}: ${value} in the scenario`;
    case 'cpu-per-query':
      return isTrace ? `--cpu-per-query ${value}` : `cpuPerQuery: ${value} of the load`;
    default:
      return `--assume ${assumption}=${value}`;
  }
}

const FIELDS: Partial<Readonly<Record<AssumptionName, string>>> = {
  'cpu-per-query': 'cpuPerQuery',
  contention: 'contention',
  'connection-cpu': 'connectionCpu',
  'own-work': 'ownWork',
};

/** `with 20% more demand`, `if sizes below 1 CU do not burst`. */
export function underWords(under: Under, currency: string): string {
  if ('demand' in under) return `with ${numberWords((under.demand - 1) * 100)}% more demand`;
  return `if ${assumedWords(under.assumption, under.assumed, currency)}`;
}

/** `sizes below 1 CU burst`. */
export function assumedWords(assumption: AssumptionName, assumed: Assumed, currency: string): string {
  const { value, is } = ASSUMPTION_WORDS[assumption];
  return is(value(assumed, currency));
}

/** Shows values below a millisecond too. */
function cpuTime(ms: number): string {
  return ms < 1000 ? `${numberWords(ms)} ms` : span(ms);
}

/** Prices of a CU-hour need three digits. */
function price(micros: number, currency: string): string {
  const amount = String(Number((micros / MICROS).toPrecision(3)));
  return currency === 'USD' ? `$${amount}` : `${amount} ${currency}`;
}
