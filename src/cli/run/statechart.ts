import { chartGraph, computeChart, transitionTable } from '../../compute/index.ts';
import { renderPage, statechartMermaid, transitionPage, transitionRows } from '../../report/index.ts';
import { type FormatOptions, type OutputFormat, outputFormat } from '../flags/options.ts';
import type { Terminal } from '../terminal/terminal.ts';

export interface StatechartOptions extends FormatOptions {
  readonly svg?: boolean;
  readonly table?: boolean;
}

export async function runStatechart(options: StatechartOptions, terminal: Terminal): Promise<void> {
  terminal.out(`${await answer(options, terminal.columns)}\n`);
}

async function answer(options: StatechartOptions, columns: number): Promise<string> {
  if (options.svg) return (await import('../../report/index.ts')).statechartSvg(chartGraph());
  return options.table ? tableAnswer(outputFormat(options), columns) : chartAnswer(outputFormat(options));
}

function tableAnswer(format: OutputFormat, columns: number): string {
  if (format !== 'json') return renderPage(transitionPage(transitionTable()), format, columns);
  const rows = transitionRows(transitionTable());
  return JSON.stringify({ schema: 'tidemark/transition-table', version: 1, rows }, null, 2);
}

function chartAnswer(format: OutputFormat): string {
  if (format === 'json') return JSON.stringify(computeChart, null, 2);
  const mermaid = statechartMermaid(chartGraph());
  return format === 'markdown' ? `\`\`\`mermaid\n${mermaid}\n\`\`\`` : mermaid;
}
