import type { ChartGraph } from '../../compute/index.ts';
import {
  DOT,
  LINE_HEIGHT,
  layOutStatechart,
  type PlacedArrow,
  type PlacedState,
  TEXT_SIZE,
  TITLE_SIZE,
} from './statechart-layout.ts';

const MARGIN = 16;

/** The statechart as a picture. Colours show the state that the management API reports. */
export async function statechartSvg(graph: ChartGraph): Promise<string> {
  const chart = await layOutStatechart(graph);
  const width = round(chart.width + 2 * MARGIN);
  const height = round(chart.height + 2 * MARGIN);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${-MARGIN} ${-MARGIN} ${width} ${height}" width="${width}" height="${height}" font-family="Helvetica, Arial, sans-serif" text-anchor="middle" role="img">`,
    '<title>The life of one compute</title>',
    `<desc>${escapeXml(describeChart(graph))}</desc>`,
    '<defs><marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>',
    `<rect x="${-MARGIN}" y="${-MARGIN}" width="${width}" height="${height}" fill="#fff"/>`,
    ...chart.states.map(stateSvg),
    ...chart.arrows.map(arrowSvg),
    ...chart.dots.map(({ x, y }) => `<circle cx="${round(x)}" cy="${round(y)}" r="${DOT / 2}" fill="#555"/>`),
    ...chart.arrows.filter(({ arrow }) => arrow.labels.length > 0).map(labelSvg),
    '</svg>',
  ].join('\n');
}

interface Colours {
  readonly fill: string;
  readonly line: string;
}

const ABSENT: Colours = { fill: '#f1f1f1', line: '#777' };
const INNER: Colours = { fill: '#fff', line: '#777' };
const COLOURS: Readonly<Record<string, Colours>> = {
  init: { fill: '#fdf0d5', line: '#b7791f' },
  active: { fill: '#d9f2e3', line: '#22734a' },
  idle: { fill: '#e3e9f7', line: '#3f5ba9' },
};

function stateSvg({ node, lines, x, y, width, height }: PlacedState): string {
  const { fill, line } = node.view === null ? INNER : (COLOURS[node.view.currentState ?? ''] ?? ABSENT);
  const texts = lines.map((text, i) => {
    const style =
      i === 0 ? `font-size="${TITLE_SIZE}" font-weight="bold"` : `font-size="${TEXT_SIZE}" fill="#333"`;
    return `<text x="${round(x + width / 2)}" y="${round(y + 18 + i * LINE_HEIGHT)}" ${style}>${escapeXml(text)}</text>`;
  });
  return [
    `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="8" fill="${fill}" stroke="${line}" stroke-width="1.4"/>`,
    ...texts,
  ].join('\n');
}

function arrowSvg({ arrow, points }: PlacedArrow): string {
  const path = points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ');
  const rare =
    arrow.labels.length > 0 &&
    arrow.labels.every((label) => label.startsWith('start.failed') || label.endsWith('[barred]'));
  const dashes = rare ? ' stroke-dasharray="4 3"' : '';
  return `<polyline points="${path}" fill="none" stroke="#555"${dashes} marker-end="url(#head)"/>`;
}

function labelSvg({ arrow, label }: PlacedArrow): string {
  const lines = arrow.labels.map(
    (text, i) =>
      `<tspan x="${round(label.x)}" y="${round(label.y + 11 + i * 12)}">${escapeXml(text)}</tspan>`,
  );
  return `<text font-size="${TEXT_SIZE}" fill="#333" stroke="#fff" stroke-width="3" stroke-linejoin="round" paint-order="stroke">${lines.join('')}</text>`;
}

function describeChart({ nodes }: ChartGraph): string {
  const states = nodes.filter(({ view }) => view !== null);
  return states.map(({ name, view }) => `${name}: ${view?.words}`).join('; ');
}

/** Rounds to tenths of a unit: finer than anyone sees, and the same on every machine. */
function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
