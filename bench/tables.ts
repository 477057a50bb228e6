import type { Figure } from './figure.ts';
import type { MeasuredPart, Results } from './results.ts';

/** Returns a page with the tables of the results between their marks. */
export function withTables(page: string, { parts }: Results): string {
  return page.replace(
    /(<!-- measured: (.+?) -->\n)[\s\S]*?(<!-- until here -->)/g,
    (whole, begin: string, name: string, end: string) => {
      const part = parts[name];
      return part === undefined ? whole : `${begin}\n${tableOf(part)}\n\n${end}`;
    },
  );
}

function tableOf({ node, processors, figures }: MeasuredPart): string {
  return [
    `Node ${node.slice(1)}, ${processors}.`,
    '',
    '| what | target | measured | reference in the same run | ratio |',
    '| --- | --- | --- | --- | --- |',
    ...figures.map(rowOf),
  ].join('\n');
}

function rowOf({ name, ours, reference, ratio, asked }: Figure): string {
  return `| ${[name, asked, ours, reference, String(ratio)].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
