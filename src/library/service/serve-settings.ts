import { DEFAULT_PLAN, PLAN_NAMES, SERVICE_FACT_SET } from '../../facts/index.ts';
import { type Problem, ProblemError } from '../../problem/index.ts';
import { clockMode } from '../../service/index.ts';
import {
  isText,
  type Limit,
  type OptionLimits,
  oneOf,
  optionProblems,
  TRUE_OR_FALSE,
  WHOLE_SEED,
} from '../settings/option-limits.ts';
import type { ServeOptions } from './serve-options.ts';

/** The options of a service, checked and with their defaults. */
export type ServeSettings = ServeOptions & Defaults;

type Defaults = Required<Pick<ServeOptions, 'port' | 'host' | 'pg' | 'facts' | 'plan' | 'seed' | 'log'>>;

export const SERVE_DEFAULTS = {
  port: 4010,
  host: '127.0.0.1',
  pg: true,
  facts: SERVICE_FACT_SET,
  plan: DEFAULT_PLAN,
  seed: 1,
} as const;

/** Checks options and adds the defaults. Throws all problems at once. */
export function serveSettings(options: ServeOptions): ServeSettings {
  const problems = [...optionProblems(options, SERVE_LIMITS), ...conflictsOf(options)];
  if (problems.length > 0) throw new ProblemError(problems);
  // An option that is undefined counts as left out.
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  return { ...SERVE_DEFAULTS, log: () => {}, ...given };
}

const isFilled = (value: unknown): value is string => isText(value) && value.trim() !== '';

const PORT: Limit = {
  allows: (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
  write: 'a port from 0 to 65535',
};
const ADDRESS_OF_SERVER: Limit = {
  allows: isFilled,
  write: 'an address such as postgres://user:password@host:port/database',
  found: () => 'it is not a text, or empty',
};

export const HOST_NAME: Limit = {
  allows: (value) => isText(value) && /^[^\s/\\?#@:]+$/.test(value),
  write: 'a name such as tidemark.example.com, without a scheme or a port',
};

/** The valid values of each option. */
export const SERVE_LIMITS: OptionLimits<ServeOptions> = {
  port: PORT,
  // Node would take an empty address for all addresses.
  host: { allows: isFilled, write: 'an address, or 0.0.0.0 for all of this machine' },
  allowHost: {
    allows: (value) => Array.isArray(value) && value.every(HOST_NAME.allows),
    write: 'a list of names such as tidemark.example.com, without a scheme or a port',
  },
  pg: TRUE_OR_FALSE,
  pgPort: PORT,
  backendUrl: ADDRESS_OF_SERVER,
  data: { allows: isFilled, write: 'the path of a folder' },
  databaseUrl: ADDRESS_OF_SERVER,
  scenario: { allows: isFilled, write: 'the path of a scenario' },
  clock: {
    allows: (value) => isText(value) && clockMode(value) !== null,
    write: 'real, stopped, or a speed such as 60x',
  },
  facts: { allows: isFilled, write: 'the name of a fact set, or the path of a file' },
  plan: oneOf(PLAN_NAMES),
  seed: WHOLE_SEED,
  rateLimit: TRUE_OR_FALSE,
  // Nobody could send another token as a bearer token, and anybody could send an empty one.
  controlToken: {
    allows: (value) => isText(value) && /^[!-~]+$/.test(value),
    write: 'another, or none, and one is made',
    found: (value) => (value === '' ? 'it is empty' : 'it has spaces or signs beyond ASCII'),
  },
  controlRemote: TRUE_OR_FALSE,
  secret: { allows: isFilled, write: 'a text', found: () => 'it is not a text, or empty' },
  log: { allows: (value) => typeof value === 'function', write: 'a function of a line' },
};

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
