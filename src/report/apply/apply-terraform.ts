import { oneLine } from '../../problem/index.ts';
import { changeComment, identifiers } from './change-comment.ts';
import type { PortfolioChange } from './portfolio-change.ts';

/** One configuration for the Terraform provider kislerdm/neon with all changes. Existing computes are imported. */
export function applyTerraform(changes: readonly PortfolioChange[], currency: string): string {
  const names = identifiers(
    changes.map(({ title }) => title),
    'db_',
  );
  const blocks = changes.map((one, i) => resourceLines(one, names[i] as string, currency));
  return `${[...HEAD, ...idLines(changes), ...blocks.flatMap((lines) => ['', ...lines])].join('\n')}\n`;
}

const HEAD = [
  '# For Terraform 1.6 or later with the provider kislerdm/neon. Give the IDs in',
  '# terraform.tfvars; terraform plan then shows the changes before anything is changed.',
];

function idLines(changes: readonly PortfolioChange[]): string[] {
  return [
    '#',
    '#   computes = {',
    ...changes.map(
      ({ title }) => `#     ${hclText(title)} = { project_id = "", branch_id = "", endpoint_id = "" }`,
    ),
    '#   }',
    'variable "computes" {',
    '  description = "IDs of the project, the branch and the compute of each database"',
    '  type        = map(object({ project_id = string, branch_id = string, endpoint_id = string }))',
    '}',
  ];
}

function resourceLines(one: PortfolioChange, name: string, currency: string): string[] {
  const compute = `var.computes[${hclText(one.title)}]`;
  const entries = [
    ['project_id', `${compute}.project_id`],
    ['branch_id', `${compute}.branch_id`],
    ['type', '"read_write"'],
    ...Object.entries(one.change).map(([field, value]) => [field, String(value)]),
  ];
  const width = Math.max(...entries.map(([field = '']) => field.length));
  return [
    ...changeComment(one, currency),
    'import {',
    `  to = neon_endpoint.${name}`,
    `  id = ${compute}.endpoint_id`,
    '}',
    `resource "neon_endpoint" "${name}" {`,
    ...entries.map(([field = '', value]) => `  ${field.padEnd(width)} = ${value}`),
    '}',
  ];
}

/** A string of HCL. Escapes template markers in names, which come from outside. */
function hclText(text: string): string {
  const inner = oneLine(text.replaceAll(/["\\]/g, '\\$&')).replaceAll(/([$%])\{/g, '$1$1{');
  return `"${inner}"`;
}
