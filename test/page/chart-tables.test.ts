import { describe, expect, test } from 'vitest';
import { type ChartTable, chartTables } from '../../src/page/chart-tables.ts';
import { linkedTime } from '../../src/page/linked-time.ts';
import { chartsOf, compiled } from '../../src/picture/index.ts';
import { COMMANDS, light, printed } from '../picture/documents.ts';

describe('the tables of charts', async () => {
  const storm = await printed(['simulate', 'scenarios/connection-storm.yaml']);
  if (storm.kind !== 'simulation') throw new Error('it is no simulation');
  const { timeSeries } = storm.result.computes[0] as (typeof storm.result.computes)[number];
  const tables = (name: string) =>
    chartsOf(storm, light)
      .filter((chart) => chart.name === name)
      .flatMap(chartTables) as [ChartTable, ...ChartTable[]];

  test('have the exact figures of each step', () => {
    const [table, bands] = tables('size');
    expect(table.columns.map(({ title }) => title)).toEqual([
      'local time',
      'size, at most',
      'size, throughout',
      'vCPU used, mean',
      'load, at most',
    ]);
    const startMs = Date.parse(storm.result.from);
    for (const [time, ...cells] of table.rows.slice(0, -1)) {
      const step = (Date.parse(`${time?.replace(' ', 'T')}Z`) - startMs) / (timeSeries?.stepMs ?? 1);
      expect(cells.map(Number)).toEqual(
        [timeSeries?.mostCu, timeSeries?.leastCu, timeSeries?.usedVcpu, timeSeries?.mostLoad1].map(
          (values) => values?.[step],
        ),
      );
    }
    expect(bands?.columns.map(({ title }) => title)).toEqual(['state', 'from', 'until']);
  });

  test('name a line by its axis', () => {
    const [connections] = tables('connections');
    expect(connections.columns.map(({ title }) => title)).toEqual(['local time', 'connections', 'refused']);
    const refused = timeSeries?.refused ?? [];
    const told = new Set(connections.rows.map((row) => Number(row[2])));
    expect(told).toEqual(new Set(refused));
  });
});

describe.each(COMMANDS.map((args) => [args.join(' '), args] as const))(
  'the charts of %s',
  async (_, args) => {
    const charts = chartsOf(await printed(args), light);

    test.each(charts.map((chart) => [chart.name, chart] as const))(
      '%s has rows in its table, and Vega accepts its form for pages',
      async (_, chart) => {
        const tables = chartTables(chart);
        expect(tables.length).toBeGreaterThan(0);
        for (const { columns, rows } of tables) {
          expect(columns.length).toBeGreaterThan(1);
          expect(rows.length).toBeGreaterThan(0);
          for (const row of rows) {
            expect(row).toHaveLength(columns.length);
            expect(row.join()).not.toMatch(/NaN|undefined|\[object/);
          }
        }
        const { spec, time } = linkedTime(await compiled(chart, light));
        const text = JSON.stringify(spec);
        expect(text.includes('"type":"utc"')).toBe(time !== null);
        if (time !== null) {
          expect(text).not.toContain('domainMin":{"signal":"datetime');
          expect(time[0]).toBeLessThan(time[1]);
        }
        const vega = await import('vega');
        const view = new vega.View(vega.parse(spec as never), { renderer: 'none', logLevel: vega.Error });
        await view.runAsync();
        view.finalize();
      },
    );
  },
);
