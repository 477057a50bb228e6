import { computeMachine } from './machine.ts';
import type { StateId } from './table.ts';
import type { StateView } from './vocabulary.ts';

/** The statechart as a graph for pictures: nested states, and transitions with a target. */
export interface ChartGraph {
  readonly nodes: readonly ChartNode[];
  readonly edges: readonly ChartEdge[];
}

export interface ChartNode {
  readonly id: StateId;
  readonly parent: StateId | null;
  readonly name: string;
  /** The inner state that a compute enters first. Null for a leaf. */
  readonly initial: StateId | null;
  readonly view: (StateView & { readonly words: string }) | null;
}

export interface ChartEdge {
  readonly from: StateId;
  readonly to: StateId;
  readonly event: string;
  readonly guard: string | null;
}

export function chartGraph(): ChartGraph {
  const nodes: ChartNode[] = [];
  const edges: ChartEdge[] = [];
  const walk = (node: ComputeNode, parent: StateId | null) => {
    const id = node.path.join('.');
    const children = Object.values(node.states) as ComputeNode[];
    const initial = children.length === 0 ? null : [...node.path, String(node.config.initial)].join('.');
    nodes.push({ id, parent, name: node.key, initial, view: (node.meta as ChartNode['view']) ?? null });
    for (const choices of node.transitions.values()) {
      choices.forEach((transition, i) => {
        // The chart takes the first choice whose guard holds. A choice without a guard is for all other cases.
        const guard = typeof transition.guard === 'string' ? transition.guard : i > 0 ? 'else' : null;
        for (const target of transition.target ?? []) {
          edges.push({ from: id, to: target.path.join('.'), event: transition.eventType, guard });
        }
      });
    }
    for (const child of children) walk(child, id);
  };
  for (const child of Object.values(computeMachine.root.states)) walk(child as ComputeNode, null);
  return { nodes, edges };
}

type ComputeNode = typeof computeMachine.root;
