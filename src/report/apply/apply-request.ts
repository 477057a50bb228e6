import { SECOND_MS } from '../../facts/index.ts';
import type { Application, Configuration } from '../../planner/index.ts';

/** The fields of a request to the management API. They are only those that change, but a range has both ends. */
export interface ApplyFields {
  readonly autoscaling_limit_min_cu?: number;
  readonly autoscaling_limit_max_cu?: number;
  readonly suspend_timeout_seconds?: number;
}

export const APPLY_FORMS = ['curl', 'terraform', 'cli'] as const;
export type ApplyForm = (typeof APPLY_FORMS)[number];

/** Null if neither size nor timeout changes. */
export function applyFields(
  { size: { minCu, maxCu }, suspendAfterMs }: Configuration,
  { size, timeout }: Application['changes'],
): ApplyFields | null {
  if (!size && !timeout) return null;
  return {
    ...(size ? { autoscaling_limit_min_cu: minCu, autoscaling_limit_max_cu: maxCu } : {}),
    // -1 turns scale to zero off.
    ...(timeout
      ? { suspend_timeout_seconds: suspendAfterMs === null ? -1 : Math.round(suspendAfterMs / SECOND_MS) }
      : {}),
  };
}

/** Returns the lines to paste. */
export function applyLines(form: ApplyForm, fields: ApplyFields): string[] {
  return { curl: curlLines, terraform: terraformLines, cli: cliLines }[form](fields);
}

/** Returns the command that shows the current configuration, to go back to later. */
export function currentConfigurationLines(form: ApplyForm): string[] {
  switch (form) {
    case 'curl':
      return ['curl --fail -H "Authorization: Bearer $API_KEY" \\', `  "$API_URL${PATH}" > before.json`];
    case 'terraform':
      return ['terraform state show neon_endpoint.main'];
    case 'cli':
      return [`neon api "${PATH}" > before.json`];
  }
}

const PATH = '/projects/$PROJECT_ID/endpoints/$ENDPOINT_ID';

function curlLines(fields: ApplyFields): string[] {
  return [
    `curl --fail -X PATCH "$API_URL${PATH}" \\`,
    '  -H "Authorization: Bearer $API_KEY" \\',
    '  -H "Accept: application/json" -H "Content-Type: application/json" \\',
    ...bodyLines(fields),
  ];
}

/** The CLI has no command for this change, so it passes the API call on. */
function cliLines(fields: ApplyFields): string[] {
  return [`neon api "${PATH}" -X PATCH \\`, ...bodyLines(fields)];
}

function bodyLines(fields: ApplyFields): string[] {
  const entries = Object.entries(fields).map(([name, value]) => `    "${name}": ${value}`);
  return [
    '  -d \'{"endpoint": {',
    ...entries.map((line, i) => (i < entries.length - 1 ? `${line},` : line)),
    "  }}'",
  ];
}

function terraformLines(fields: ApplyFields): string[] {
  const entries = [
    ['project_id', 'var.project_id'],
    ['branch_id', 'var.branch_id'],
    ['type', '"read_write"'],
    ...Object.entries(fields).map(([name, value]) => [name, String(value)]),
  ];
  const width = Math.max(...entries.map(([name = '']) => name.length));
  return [
    'resource "neon_endpoint" "main" {',
    ...entries.map(([name = '', value]) => `  ${name.padEnd(width)} = ${value}`),
    '}',
  ];
}
