import { DEFAULT_PLAN, FACT_SET_NAMES, PLAN_NAMES } from '../../facts/index.ts';
import { nearestWord, type Problem, ProblemError } from '../../problem/index.ts';
import { clockMode } from '../../service/index.ts';
import type { ServeOptions } from './serve-options.ts';

/** The options of a service, checked and with their defaults. */
export type ServeSettings = ServeOptions & Defaults;

type Defaults = Required<Pick<ServeOptions, 'port' | 'host' | 'pg' | 'facts' | 'plan' | 'seed' | 'log'>>;

export const SERVE_DEFAULTS = {
  port: 4010,
  host: '127.0.0.1',
  pg: true,
  facts: 'spec',
  plan: DEFAULT_PLAN,
  seed: 1,
} as const;

/** Checks options and adds the defaults. Throws all problems at once. */
export function serveSettings(options: ServeOptions): ServeSettings {
  const problems = problemsOf(options);
  if (problems.length > 0) throw new ProblemError(problems);
  // An option that is undefined counts as left out.
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return { ...SERVE_DEFAULTS, log: () => {}, ...given };
}

interface Limit {
  readonly allows: (value: unknown) => boolean;
  /** What a value has to be. */
  readonly write: string;
  /** What is wrong with a value that a message must not show. */
  readonly found?: (value: unknown) => string;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isFilled = (value: unknown): value is string => isText(value) && value.trim() !== '';

const PORT: Limit = {
  allows: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
  write: 'a port from 0 to 65535',
};
const TRUTH: Limit = { allows: (value) => typeof value === 'boolean', write: 'true or false' };
const ADDRESS_OF_SERVER: Limit = {
  allows: isFilled,
  write: 'an address such as postgres://user:password@host:port/database',
  found: () => 'it is not a text, or empty',
};

export const HOST_NAME: Limit = {
  allows: (value) => isText(value) && /^[^\s/\\?#@:]+$/.test(value),
  write: 'a name such as tidemark.example.com, without a scheme or a port',
};

/** What each option may be. */
export const SERVE_LIMITS: { readonly [Name in keyof Required<ServeOptions>]: Limit } = {
  port: PORT,
  // Node would take an empty address for all addresses.
  host: { allows: isFilled, write: 'an address, or 0.0.0.0 for all of this machine' },
  allowHost: {
    allows: (value) => Array.isArray(value) && value.every(HOST_NAME.allows),
    write: 'a list of names such as tidemark.example.com, without a scheme or a port',
  },
  pg: TRUTH,
  pgPort: PORT,
  backendUrl: ADDRESS_OF_SERVER,
  data: { allows: isFilled, write: 'the path of a folder' },
  databaseUrl: ADDRESS_OF_SERVER,
  clock: {
    allows: (value) => isText(value) && clockMode(value) !== null,
    write: 'real, stopped, or a speed such as 60x',
  },
  facts: { allows: oneOf(FACT_SET_NAMES), write: `one of ${FACT_SET_NAMES.join(', ')}` },
  plan: { allows: oneOf(PLAN_NAMES), write: `one of ${PLAN_NAMES.join(', ')}` },
  seed: {
    allows: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < 1e15,
    write: 'a whole number of up to 15 digits',
  },
  rateLimit: TRUTH,
  // Nobody could send another token as a bearer token, and anybody could send an empty one.
  controlToken: {
    allows: (value) => isText(value) && /^[!-~]+$/.test(value),
    write: 'another, or none, and one is made',
    found: (value) => (value === '' ? 'it is empty' : 'it has spaces or signs beyond ASCII'),
  },
  controlRemote: TRUTH,
  secret: { allows: isFilled, write: 'a text', found: () => 'it is not a text, or empty' },
  log: { allows: (value) => typeof value === 'function', write: 'a function of a line' },
};

function oneOf(names: readonly string[]): (value: unknown) => boolean {
  return (value) => isText(value) && names.includes(value);
}

function problemsOf(options: ServeOptions): readonly Problem[] {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return [...given.flatMap(([name, value]) => problemOf(name, value)), ...conflictsOf(options)];
}

function problemOf(name: string, value: unknown): readonly Problem[] {
  if (!Object.hasOwn(SERVE_LIMITS, name)) {
    const near = nearestWord(name, Object.keys(SERVE_LIMITS));
    const remedy = near === undefined ? 'leave it out' : `write ${near}`;
    return [{ place: { options: [name] }, found: 'there is no such option', remedy }];
  }
  const { allows, write, found = shown } = SERVE_LIMITS[name as keyof ServeOptions];
  if (allows(value)) return [];
  return [{ place: { options: [name] }, found: found(value), remedy: `write ${write}` }];
}

function shown(value: unknown): string {
  return `found ${JSON.stringify(value) ?? String(value)}`;
}

function conflictsOf({ data, databaseUrl, pg, pgPort, backendUrl }: ServeOptions): readonly Problem[] {
  const problems: Problem[] = [];
  if (data !== undefined && databaseUrl !== undefined)
    problems.push({
      place: { options: ['data', 'databaseUrl'] },
      found: 'only one place can keep everything',
      remedy: 'leave out one',
    });
  const forClients = Object.entries({ pgPort, backendUrl }).filter(([, value]) => value !== undefined);
  if (pg === false && forClients.length > 0)
    problems.push({
      place: { options: forClients.map(([name]) => name) },
      found: 'no clients of Postgres are accepted',
      remedy: 'leave it out, or accept them',
    });
  return problems;
}
