import type { ApplyFields } from './apply-request.ts';
import { changeComment, identifiers } from './change-comment.ts';
import type { PortfolioChange } from './portfolio-change.ts';

/**
 * One script that makes all changes, or takes them back. It checks first that it has all IDs, so that it does not stop
 * halfway.
 */
export function applyScript(
  form: 'curl' | 'cli',
  changes: readonly PortfolioChange[],
  currency: string,
): string {
  const names = identifiers(
    changes.map(({ title }) => title.toUpperCase()),
    'DB_',
  );
  const call = (fields: ApplyFields, i: number) =>
    `  change "$${names[i]}" '${JSON.stringify({ endpoint: fields })}'`;
  return `${[
    '#!/bin/sh',
    '# sh FILE applies all changes. sh FILE back restores the current configurations that are known.',
    'set -eu',
    ...NEEDS[form],
    ...names.map((name) => `: "\${${name}:?PROJECT_ID/ENDPOINT_ID}"`),
    'change() {',
    ...CALLS[form],
    '}',
    `case "\${1:-all}" in`,
    'all)',
    ...changes.flatMap((one, i) => [
      ...changeComment(one, currency).map((line) => `  ${line}`),
      call(one.change, i),
    ]),
    '  ;;',
    'back)',
    ...changes.flatMap(({ back }, i) => (back === null ? [] : [call(back, i)])),
    '  ;;',
    '*)',
    '  echo "write sh FILE, or sh FILE back" >&2',
    '  exit 2',
    'esac',
  ].join('\n')}\n`;
}

const NEEDS = {
  curl: [
    `: "\${API_URL:?address of the management API up to its version}"`,
    `: "\${API_KEY:?key for these projects}"`,
  ],
  cli: [],
} as const;

const PATH = `/projects/\${1%%/*}/endpoints/\${1#*/}`;

const CALLS = {
  curl: [
    `  curl --fail --silent --show-error -X PATCH "$API_URL${PATH}" \\`,
    '    -H "Authorization: Bearer $API_KEY" -H "Accept: application/json" \\',
    '    -H "Content-Type: application/json" -d "$2"',
  ],
  cli: [`  neon api "${PATH}" -X PATCH -d "$2"`],
} as const;
