import type { ElkExtendedEdge, ElkNode } from 'elkjs';
import type { ChartGraph, ChartNode } from '../../compute/index.ts';
import { type Arrow, arrows } from './statechart-edges.ts';
import { textWidth } from './text-width.ts';

export const TITLE_SIZE = 13;
export const TEXT_SIZE = 10;
export const LINE_HEIGHT = 14;
export const DOT = 8;

/** The arrow from a dot has no label. */
const BEGIN: Arrow = { from: '', to: '', labels: [] };

interface Point {
  readonly x: number;
  readonly y: number;
}

export interface PlacedState extends Point {
  readonly node: ChartNode;
  readonly lines: readonly string[];
  readonly width: number;
  readonly height: number;
}

export interface PlacedArrow {
  readonly arrow: Arrow;
  readonly points: readonly Point[];
  readonly label: Point;
}

interface PlacedChart {
  readonly width: number;
  readonly height: number;
  /** A state comes before its inner states. */
  readonly states: readonly PlacedState[];
  readonly arrows: readonly PlacedArrow[];
  /** The initial dots of states with inner states. */
  readonly dots: readonly Point[];
}

/** Places the chart in layers from top to bottom. Equal charts get equal layouts. */
export async function layOutStatechart(graph: ChartGraph): Promise<PlacedChart> {
  const drawn = arrows(graph);
  const tops = graph.nodes.filter(({ parent }) => parent === null);
  // Loaded only here: it is large, and no other report needs it.
  const { default: elk } = await import('elkjs/lib/elk.bundled.js');
  const placed = await new elk.default().layout<ElkNode>({
    id: 'root',
    layoutOptions: LAYERED,
    children: tops.map((node) => boxOf(node, graph)),
    edges: [
      ...drawn.map(edgeOf),
      ...beginnings(graph).map(({ dot, first }) => ({ id: dot, sources: [dot], targets: [first] })),
    ],
  });
  const states = (placed.children ?? []).flatMap((child) => placedStates(child, { x: 0, y: 0 }, graph));
  return {
    width: placed.width ?? 0,
    height: placed.height ?? 0,
    states,
    arrows: placedArrows(placed, states, drawn),
    dots: (placed.children ?? []).flatMap((child) => placedDots(child, { x: 0, y: 0 })),
  };
}

const LAYERED = {
  'elk.algorithm': 'layered',
  'elk.direction': 'DOWN',
  'elk.hierarchyHandling': 'INCLUDE_CHILDREN',
  'elk.edgeRouting': 'ORTHOGONAL',
  'elk.layered.nodePlacement.strategy': 'NETWORK_SIMPLEX',
  'elk.layered.spacing.nodeNodeBetweenLayers': '26',
  'elk.layered.thoroughness': '60',
  'elk.spacing.nodeNode': '26',
  'elk.spacing.edgeNode': '14',
  'elk.spacing.edgeEdge': '12',
  'elk.randomSeed': '1',
};

function boxOf(node: ChartNode, graph: ChartGraph): ElkNode {
  const children = graph.nodes.filter(({ parent }) => parent === node.id);
  const lines = linesOf(node);
  const width =
    Math.max(60, ...lines.map((line, i) => textWidth(line, i === 0 ? TITLE_SIZE : TEXT_SIZE))) + 24;
  const height = lines.length * LINE_HEIGHT + 12;
  if (children.length === 0) return { id: node.id, width, height };
  const begins = beginnings(graph).filter(({ parent }) => parent === node.id);
  const dots = begins.map(({ dot }) => ({ id: dot, width: DOT, height: DOT }));
  const inside = [...dots, ...children.map((child) => boxOf(child, graph))];
  // The layout has no minimum width for a state with inner states, so padding makes room for its title.
  const side = Math.max(16, (width + 40 - Math.max(...inside.map((box) => box.width ?? 0))) / 2);
  return {
    id: node.id,
    children: inside,
    layoutOptions: { 'elk.padding': `[top=${height + 4},left=${side},right=${side},bottom=14]` },
  };
}

/** The initial dot of each state with inner states, and the state that it leads to. */
function beginnings({ nodes }: ChartGraph) {
  return nodes.flatMap(({ id, initial }) =>
    initial === null ? [] : [{ parent: id, dot: `${id}#begin`, first: initial }],
  );
}

/** The lines in a state: its name, its meaning, and what the management API shows. */
function linesOf({ name, view }: ChartNode): string[] {
  if (view === null) return [name];
  const pending = view.pendingState === null ? '' : `, pending ${view.pendingState}`;
  return [name, view.words, ...(view.currentState === null ? [] : [`API: ${view.currentState}${pending}`])];
}

function edgeOf({ from, to, labels }: Arrow, i: number): ElkExtendedEdge {
  const width = Math.max(...labels.map((label) => textWidth(label, TEXT_SIZE))) + 8;
  return {
    id: `arrow ${i}`,
    sources: [from],
    targets: [to],
    labels: [{ text: labels.join(), width, height: labels.length * 12 + 4 }],
  };
}

function placedStates(box: ElkNode, offset: Point, graph: ChartGraph): PlacedState[] {
  const at = { x: offset.x + (box.x ?? 0), y: offset.y + (box.y ?? 0) };
  const node = graph.nodes.find(({ id }) => id === box.id);
  if (node === undefined) return [];
  const own = { ...at, node, lines: linesOf(node), width: box.width ?? 0, height: box.height ?? 0 };
  return [own, ...(box.children ?? []).flatMap((child) => placedStates(child, at, graph))];
}

function placedDots(box: ElkNode, offset: Point): Point[] {
  const at = { x: offset.x + (box.x ?? 0), y: offset.y + (box.y ?? 0) };
  const own = box.id.endsWith('#begin') ? [{ x: at.x + DOT / 2, y: at.y + DOT / 2 }] : [];
  return [...own, ...(box.children ?? []).flatMap((child) => placedDots(child, at))];
}

/** The layout gives the points of an arrow relative to the state that contains both its ends. */
function placedArrows(root: ElkNode, states: readonly PlacedState[], drawn: readonly Arrow[]): PlacedArrow[] {
  return (root.edges ?? []).map((edge, i) => {
    const container = (edge as { readonly container?: string }).container;
    const { x, y } = states.find(({ node }) => node.id === container) ?? { x: 0, y: 0 };
    const points = (edge.sections ?? []).flatMap(({ startPoint, bendPoints, endPoint }) => [
      startPoint,
      ...(bendPoints ?? []),
      endPoint,
    ]);
    const [label] = edge.labels ?? [];
    return {
      arrow: drawn[i] ?? BEGIN,
      points: points.map((point) => ({ x: point.x + x, y: point.y + y })),
      label: { x: (label?.x ?? 0) + (label?.width ?? 0) / 2 + x, y: (label?.y ?? 0) + y },
    };
  });
}
