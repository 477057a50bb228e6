import { describe, expect, test } from 'vitest';
import {
  chartGraph,
  EVENTS,
  FLAG_COMBINATIONS,
  flagsOf,
  step,
  transitionTable,
} from '../../src/compute/index.ts';
import {
  renderPage,
  statechartMermaid,
  statechartSvg,
  transitionPage,
  transitionRows,
} from '../../src/report/index.ts';

const graph = chartGraph();

describe('the statechart as Mermaid', () => {
  const lines = statechartMermaid(graph).split('\n');

  test('has each state and each transition once', () => {
    for (const { id } of graph.nodes) {
      expect(
        lines.filter((line) => line.match(new RegExp(`^ *state ".*" as ${id.replace('.', '_')}( \\{)?$`))),
      ).toHaveLength(1);
    }
    for (const { from, to, event } of graph.edges) {
      const arrow = `  ${from.replace('.', '_')} --> ${to.replace('.', '_')} : `;
      expect(lines.find((line) => line.startsWith(arrow))).toContain(event);
    }
  });
});

describe('the statechart as a picture', () => {
  test('draws each state with its name and each arrow with its events, the same each time', async () => {
    const svg = await statechartSvg(graph);
    const names = graph.nodes.map(({ name }) => name);
    const drawn = [...svg.matchAll(/font-weight="bold">([^<]+)</g)].map((match) => match[1]);
    expect(drawn.sort()).toEqual(names.sort());
    const pairs = new Set(graph.edges.map(({ from, to }) => `${from} ${to}`));
    const begins = graph.nodes.filter(({ initial }) => initial !== null);
    expect(svg.match(/<circle /g)).toHaveLength(begins.length);
    expect(svg.match(/<polyline /g)).toHaveLength(pairs.size + begins.length);
    expect(svg.match(/<tspan /g)).toHaveLength(graph.edges.length);
    expect(await statechartSvg(graph)).toBe(svg);
  });
});

describe('the transition table as rows', () => {
  const table = transitionTable();
  const rows = transitionRows(table);

  test('covers each state and event, and agrees with the table for every combination of flags', () => {
    table.states.forEach((state, number) => {
      for (const event of EVENTS) {
        const own = rows.filter((row) => row.state === state && row.event === event);
        for (let bits = 0; bits < FLAG_COMBINATIONS; bits++) {
          const flags = flagsOf(bits);
          const next = step(number, event, flags);
          const applies = own.find(({ when }) => when === null || when === 'otherwise' || holds(when, flags));
          expect([applies?.next, applies?.actions]).toEqual([table.states[next.state], next.actions]);
        }
      }
    });
  });

  test('fits 80 columns as text', () => {
    const text = renderPage(transitionPage(table), 'text');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    for (const state of table.states) expect(text).toContain(`\n${state}`.trimStart());
  });
});

function holds(when: string, flags: Readonly<Record<string, boolean>>): boolean {
  return when.split(' and ').every((term) => (term.startsWith('not ') ? !flags[term.slice(4)] : flags[term]));
}
