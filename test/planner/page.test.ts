import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  ASSUMPTION_NAMES,
  ASSUMPTIONS,
  OBJECTIVE_NAMES,
  OBJECTIVES,
  PROFILE_NAMES,
  PROFILES,
} from '../../src/planner/index.ts';
import { amount } from '../../src/report/index.ts';

const page = readFileSync(new URL('../../docs/plan-reference.md', import.meta.url), 'utf8');

describe('docs/plan-reference.md', () => {
  test('has every objective, with its figure and its bound in each profile', () => {
    const rows = page.split('\n').filter((line) => /^\| `[\w-]+` \|.*\|.*\|.*\|.*\|$/.test(line));
    expect(rows).toEqual(
      OBJECTIVE_NAMES.map((name) => {
        const bounds = PROFILE_NAMES.map((profile) => {
          const bound = PROFILES[profile][name];
          return bound === null ? 'off' : amount(name, bound, 'USD');
        });
        return `| \`${name}\` | ${OBJECTIVES[name].what} | ${bounds.join(' | ')} |`;
      }),
    );
  });

  test('has every assumption that a plan is tried with, and its range', () => {
    const lines = page.split('\n');
    const from = lines.indexOf('| assumption | what it is | range |') + 2;
    expect(lines.slice(from, from + ASSUMPTION_NAMES.length + 1)).toEqual([
      ...ASSUMPTION_NAMES.map(
        (name) => `| \`${name}\` | ${ASSUMPTIONS[name].what} | ${ASSUMPTIONS[name].why} |`,
      ),
      '',
    ]);
  });
});
