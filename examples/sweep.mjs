// Runs a scenario with one timeout after another, and draws what each costs and how often clients wait for a start.
//   node sweep.mjs scenario.yaml picture.svg
import { writeFileSync } from 'node:fs';
import { simulate } from 'tidemark';
import * as vega from 'vega';
import { compile } from 'vega-lite';

const [scenario = 'scenarios/office-hours.yaml', picture = 'sweep.svg'] = process.argv.slice(2);

const values = [];
for (const timeout of ['1m', '2m', '5m', '10m', '30m', '1h', '4h', 'off']) {
  const { totals } = await simulate(scenario, { suspendAfter: timeout, compare: false });
  values.push({ timeout, costPerMonth: totals.costPerMonth, wakes: totals.wakes });
}
console.table(values);

const x = {
  field: 'costPerMonth',
  type: 'quantitative',
  title: 'cost of a month, $',
  scale: { zero: false },
};
const y = { field: 'wakes', type: 'quantitative', title: 'starts that clients waited for' };
const { spec } = compile({
  width: 480,
  height: 300,
  data: { values },
  encoding: { x, y },
  layer: [
    { mark: { type: 'line', point: true } },
    { mark: { type: 'text', align: 'left', dx: 6, dy: -6 }, encoding: { text: { field: 'timeout' } } },
  ],
});
writeFileSync(picture, await new vega.View(vega.parse(spec), { renderer: 'none' }).toSVG());
