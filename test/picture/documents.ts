import { readFileSync } from 'node:fs';
import { type ResultDocument, readResultDocument, THEMES } from '../../src/picture/index.ts';
import { run } from '../cli/run.ts';

const root = new URL('../../', import.meta.url);
export const WEEK = 'scenarios/traces/office-week.jsonl';

const CONSUMPTION = 'scenarios/actuals/office-week-consumption.json';
const BILL = 'scenarios/actuals/office-week-bill.yaml';

export const SCENARIOS = [
  'connection-storm',
  'nightly-batch',
  'replicas',
  'resize-by-hand',
  'office-hours',
].map((name) => `scenarios/${name}.yaml`);

/** A week and a day has each hour of a week, and two days of the others have all that there is to draw. */
export const files = Object.fromEntries(
  [WEEK, CONSUMPTION, BILL, ...SCENARIOS].map((path) => [
    path,
    readFileSync(new URL(path, root), 'utf8')
      .replace('horizon: 28d', 'horizon: 8d')
      .replace(/horizon: (?:7|14)d/, 'horizon: 2d'),
  ]),
);

/** Runs a command with --json, and reads its answer as pictures do. */
export async function printed(args: readonly string[]): Promise<ResultDocument> {
  return readResultDocument(JSON.parse(await json(args)), 'result.json');
}

export async function json(args: readonly string[]): Promise<string> {
  return (await run([...args, '--json'], files)).out;
}

/** A command of each kind, with demand that takes little time to run. */
export const COMMANDS: readonly (readonly string[])[] = [
  ...SCENARIOS.slice(0, 4).map((path) => ['simulate', path]),
  ['compare', 'scenarios/connection-storm.yaml', '--set', 'max=1', '--set', 'suspendAfter=off'],
  ['compare', 'scenarios/connection-storm.yaml', '--set', 'seed=1'],
  ['policies', WEEK],
  ['plan', WEEK, '--current', '1-2,5m', '--timeouts', '5m', '--only', 'fixed', '--highest', '2'],
  ['check', WEEK, '--current', '0.25-2, 5m', '--actual', CONSUMPTION],
  ['check', WEEK, '--current', '0.25-2, 5m', '--actual', BILL],
  ['incident', 'scenarios/connection-storm.yaml', '--at', '30m', '--around', '15m'],
];

export const light = THEMES.light;
