import { chartGraph, computeChart, transitionTable } from '../../compute/index.ts';
import { statechartMermaid, transitionRows, transitionTableText } from '../../report/index.ts';
import type { Terminal } from '../terminal.ts';

export interface StatechartOptions {
  readonly svg?: boolean;
  readonly table?: boolean;
  readonly json?: boolean;
}

export async function runStatechart(options: StatechartOptions, terminal: Terminal): Promise<void> {
  terminal.out(`${await answer(options)}\n`);
}

async function answer({ svg, table, json }: StatechartOptions): Promise<string> {
  if (svg) return (await import('../../report/index.ts')).statechartSvg(chartGraph());
  if (table) {
    if (!json) return transitionTableText(transitionTable());
    const rows = transitionRows(transitionTable());
    return JSON.stringify({ schema: 'tidemark/transition-table', version: 1, rows }, null, 2);
  }
  return json ? JSON.stringify(computeChart, null, 2) : statechartMermaid(chartGraph());
}
