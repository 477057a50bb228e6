import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { run } from '../cli/run.ts';
import { root } from './sources.ts';

const WEEK = 'scenarios/traces/office-week.jsonl';
const STORM = 'scenarios/connection-storm.yaml';
const APP = 'scenarios/before-a-trace/new-app.yaml';
const CONSUMPTION = 'scenarios/actuals/office-week-consumption.json';
const files = Object.fromEntries(
  [WEEK, STORM, CONSUMPTION, APP].map((file) => [file, readFileSync(new URL(file, root))]),
);

test.each([
  ['docs/plan-reference.md', 'plan', [WEEK, '--current', '1-4, 5m', '--highest', '3', '--apply-as', 'curl']],
  ['docs/comparing.md', 'comparison', [STORM, '--set', 'pooler=true']],
  ['docs/check.md', 'check', [WEEK, '--current', '0.25-2, 5m', '--actual', CONSUMPTION]],
  ['docs/incident.md', 'incident', [STORM, '--at', '30m', '--around', '15m']],
  ['docs/results.md', 'simulation', [STORM]],
  ['docs/before-a-trace.md', 'worlds-plan', [APP, '--worlds', '10', '--timeouts', '5m', '--highest', '1']],
  ['docs/accuracy.md', 'backtest', [WEEK, '--window', '4d', '--judge', '1d', '--highest', '1']],
] as const)('%s names the fields that a %s has', async (page, schema, args) => {
  const { out } = await run([COMMANDS[schema] ?? schema, ...args, '--json'], files);
  const document = JSON.parse(out) as Record<string, unknown>;
  const [, version] = new RegExp(`"tidemark/${schema}"\`,\\s\`"version": (\\d+)\``).exec(textOf(page)) ?? [];
  expect(Number(version)).toBe(document.version);
  const fields = fieldsOf(page, schema);
  expect(fields.length).toBeGreaterThan(5);
  expect(fields.filter((field) => !(field in document))).toEqual([]);
});

const COMMANDS: Readonly<Record<string, string>> = {
  comparison: 'compare',
  simulation: 'simulate',
  'worlds-plan': 'plan',
};

/** The first parts of the names in the first column of the table below the schema. */
function fieldsOf(page: string, schema: string): string[] {
  const [, below = ''] = textOf(page).split(`"schema": "tidemark/${schema}"`);
  const [table = ''] = /(?:^\|.*\n)+/m.exec(below) ?? [];
  return table
    .split('\n')
    .flatMap((row) =>
      [...(row.split(' | ')[0] ?? '').matchAll(/`([a-zA-Z]+)/g)].map(([, name]) => name as string),
    );
}

function textOf(page: string): string {
  return readFileSync(new URL(page, root), 'utf8');
}
