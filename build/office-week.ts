// Writes scenarios/traces/office-week.jsonl for the examples: an invented week of an internal tool. The result is
// always the same.
import { writeFileSync } from 'node:fs';
import { type Column, chunked, jsonLines } from '../src/trace/index.ts';
import { createZone, randomStream } from '../src/workload/index.ts';

const STEP_MS = 300_000;
const DAY_MS = 86_400_000;
const zone = createZone('Europe/Berlin');
const random = randomStream(1, 'office week');

/** Returns the queries of a step: busy mornings and afternoons, rare evenings, and a report at three each night. */
function queriesAt(localMs: number) {
  const hour = (localMs % DAY_MS) / 3_600_000;
  const weekday = (Math.floor(localMs / DAY_MS) + 4) % 7;
  if (hour >= 3 && hour < 3.25) return 40;
  if (weekday === 0 || weekday === 6) return random() < 0.02 ? 30 : 0;
  if (hour >= 7.5 && hour < 18.5) {
    const busy = Math.exp(-((hour - 10.5) ** 2) / 4) + 0.8 * Math.exp(-((hour - 14.5) ** 2) / 5);
    return random() < 0.05 && busy < 0.4 ? 0 : 60 + 2400 * busy;
  }
  return hour > 18 && hour < 23 && random() < 0.08 ? 50 : 0;
}

const rows: number[][] = [];
const from = Date.UTC(2026, 2, 2);
for (let localMs = from; localMs < from + 7 * DAY_MS; localMs += STEP_MS) {
  const queries = Math.round(queriesAt(localMs) * (0.6 + 0.8 * random()));
  const cpu = (queries * 0.12 * (0.7 + 0.6 * random())) / 300;
  // Without queries the database sleeps, and has no sample.
  if (queries === 0) continue;
  const connections = 1 + Math.ceil(queries / 150 + 2 * random());
  rows.push([zone.utcMs(localMs), Math.round(cpu * 1000) / 1000, connections, queries]);
}
const column = (quantity: Column['quantity'], statistic: Column['statistic']): Column => ({
  quantity,
  statistic,
  gap: 'suspended',
  source: 'made up',
});
const head = {
  name: 'office week',
  timezone: 'Europe/Berlin',
  stepMs: STEP_MS,
  columns: [column('cpu', 'average'), column('connections', 'maximum'), column('queries', 'average')],
};
const of = (i: number) => Float64Array.from(rows, (row) => row[i] ?? 0);
let text = '';
for await (const lines of jsonLines(
  chunked({ head, times: of(0), values: [of(1), of(2), of(3)], events: [] }),
))
  text += lines;
writeFileSync(new URL('../scenarios/traces/office-week.jsonl', import.meta.url), text);
