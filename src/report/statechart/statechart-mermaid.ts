import type { ChartGraph, ChartNode } from '../../compute/index.ts';
import { arrows } from './statechart-edges.ts';

/** The statechart as a Mermaid diagram, for READMEs and wikis that draw it. */
export function statechartMermaid(graph: ChartGraph): string {
  const tops = graph.nodes.filter(({ parent }) => parent === null);
  return [
    'stateDiagram-v2',
    `  [*] --> ${key(tops[0]?.id ?? '')}`,
    ...tops.flatMap((node) => stateLines(node, graph)),
    ...arrows(graph).map(({ from, to, labels }) => `  ${key(from)} --> ${key(to)} : ${labels.join(', ')}`),
  ].join('\n');
}

function stateLines(node: ChartNode, graph: ChartGraph): string[] {
  const children = graph.nodes.filter(({ parent }) => parent === node.id);
  const named = `  state "${node.name}${apiWords(node)}" as ${key(node.id)}`;
  if (children.length === 0) return [named];
  return [
    `${named} {`,
    `    [*] --> ${key(node.initial ?? '')}`,
    ...children.map((child) => `    state "${child.name}" as ${key(child.id)}`),
    '  }',
  ];
}

function apiWords({ view }: ChartNode): string {
  if (view === null || view.currentState === null) return '';
  return view.pendingState === null
    ? ` (${view.currentState})`
    : ` (${view.currentState}, pending ${view.pendingState})`;
}

/** Names in Mermaid cannot have dots. */
function key(id: string): string {
  return id.replace('.', '_');
}
