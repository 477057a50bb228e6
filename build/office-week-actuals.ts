// Writes scenarios/actuals/: the consumption and the bill of the office week if the timeout had been 30 minutes, while
// everybody believes that it is 5. The result is always the same.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DEFAULT_FACT_SET, factSet } from '../src/facts/index.ts';
import { traceScenario, traceSettings } from '../src/scenario/index.ts';
import { Run } from '../src/simulator/index.ts';
import { collect, demandOf, readTrace, recognise, sourceOf, spanOf } from '../src/trace/index.ts';

const HOUR_MS = 3_600_000;
const FROM = Date.UTC(2026, 2, 2);
const UNTIL = Date.UTC(2026, 2, 9);
const folder = new URL('../scenarios/', import.meta.url);

const bytes = readFileSync(new URL('traces/office-week.jsonl', folder));
const settings = { name: 'office week', map: [], vcpus: null, timezone: 'UTC', gap: null, strict: true };
const trace = await collect((await readTrace(await recognise(sourceOf(bytes)), settings)).stream);
const span = spanOf(trace);
const question = {
  file: 'office-week.jsonl',
  cpuMsPerQuery: null,
  vcpus: null,
  facts: factSet(DEFAULT_FACT_SET),
};
const asked = demandOf(trace, traceSettings(span, question));
const known = { head: trace.head, span, asked, notes: [] };
const { simulation } = traceScenario(known, question.file, {
  seed: 20260309,
  size: () => ({ minCu: 0.25, maxCu: 2 }),
  suspendAfterMs: 30 * 60_000,
});

const run = new Run({ ...simulation, horizonMs: UNTIL - simulation.startMs });
const time = (ms: number) => new Date(ms).toISOString().replace('.000Z', 'Z');
const consumption = [];
let before = 0;
for (let fromMs = FROM; fromMs < UNTIL; fromMs += HOUR_MS) {
  run.advance(Math.max(0, fromMs + HOUR_MS - simulation.startMs));
  const quarterCuMs = run.computes[0]?.meter.quarterCuMsAt(run.nowMs) ?? 0;
  const value = Math.round((quarterCuMs - before) / 4000);
  before = quarterCuMs;
  consumption.push({
    timeframe_start: time(fromMs),
    timeframe_end: time(fromMs + HOUR_MS),
    metrics: [{ metric_name: 'compute_unit_seconds', value }],
  });
}
const periods = [
  { period_id: 'march', period_plan: 'scale', period_start: time(Date.UTC(2026, 2)), consumption },
];
const answer = { projects: [{ project_id: 'quiet-office-38472106', periods }] };
// Each timeframe has a line of its own, so that people can read the file.
const text = JSON.stringify(answer).replaceAll('{"timeframe_start"', '\n{"timeframe_start"');
mkdirSync(new URL('actuals/', folder), { recursive: true });
writeFileSync(new URL('actuals/office-week-consumption.json', folder), `${text}\n`);

const price = simulation.prices.computeMicrosPerCuHour.scale / 1e6;
const compute = ((before / 4 / HOUR_MS) * price * 31) / 7;
const items = { storage: 96.25, restoreHistory: 14.4, transfer: 19.1 };
const total = compute + Object.values(items).reduce((sum, one) => sum + one, 0);
writeFileSync(
  new URL('actuals/office-week-bill.yaml', folder),
  `# What March cost with the compute of the office week, made up: four weeks and three days like that week.
currency: USD
project: quiet-office-38472106
months:
  - month: 2026-03
    total: ${total.toFixed(2)}
    items:
${Object.entries(items)
  .map(([name, value]) => `      ${name}: ${value.toFixed(2)}\n`)
  .join('')}`,
);
