// Writes scenarios/traces/neon-day.json and cloudwatch-day.json for the examples: the Monday of the office week as two
// monitoring systems would export it. The result is always the same.
import { readFileSync, writeFileSync } from 'node:fs';

const STEP_S = 300;
const traces = new URL('../scenarios/traces/', import.meta.url);
interface Row {
  readonly s: number;
  readonly cpu: number;
  readonly connections: number;
}

const rows: Row[] = readFileSync(new URL('office-week.jsonl', traces), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => JSON.parse(line))
  .map(([ms, cpu, connections]) => ({ s: ms / 1000, cpu, connections }));
const fromS = Date.UTC(2026, 2, 1, 23) / 1000;
const day = rows.filter(({ s }) => s < fromS + 86_400);

/** The awake periods of the day. The counters of a compute begin at zero after each sleep. */
const lives: Row[][] = [];
for (const row of day) {
  const last = lives.at(-1);
  if (last?.at(-1)?.s === row.s - STEP_S) last.push(row);
  else lives.push([row]);
}

const result = lives.flatMap((life, at) => {
  const labels = { endpoint_id: 'ep-office', compute_id: `compute-${at + 1}` };
  const series = (__name__: string, more: Record<string, string>, numberOf: (row: Row) => number) => ({
    metric: { __name__, ...labels, ...more },
    values: life.map((row) => [row.s, `${numberOf(row)}`]),
  });
  let counted = 0;
  const seconds = [0, ...life.map(({ cpu }) => (counted += cpu * STEP_S))];
  const counter = (mode: string, share: number) => ({
    metric: { __name__: 'host_cpu_seconds_total', ...labels, mode },
    values: seconds.map((total, i) => [(life[0]?.s ?? 0) + i * STEP_S, (total * share).toFixed(2)]),
  });
  return [
    counter('user', 0.8),
    counter('system', 0.2),
    series('host_load1', {}, ({ cpu }) => cpu),
    series('neon_connection_counts', { state: 'active' }, ({ cpu }) => Math.ceil(cpu)),
    series('neon_connection_counts', { state: 'idle' }, ({ connections }) => connections),
    series('neon_lfc_approximate_working_set_size_windows', { duration: '1h' }, () => 40_000),
  ];
});
const answer = { status: 'success', data: { resultType: 'matrix', result } };
writeFileSync(new URL('neon-day.json', traces), `${JSON.stringify(answer)}\n`);

/** In CloudWatch the database never sleeps, so it has samples all day. CloudWatch returns the newest sample first. */
const known = new Map(day.map((row) => [row.s, row]));
const times = Array.from({ length: 86_400 / STEP_S }, (_, i) => fromS + 86_400 - (i + 1) * STEP_S);
const metric = (Id: string, Label: string, numberOf: (row: Omit<Row, 's'>) => number) => ({
  Id,
  Label,
  Timestamps: times.map((s) => new Date(s * 1000).toISOString().replace('.000Z', '+00:00')),
  Values: times.map((s) => numberOf(known.get(s) ?? { cpu: 0.02, connections: 1 })),
  StatusCode: 'Complete',
});
const metrics = [
  metric('m1', 'CPUUtilization', ({ cpu }) => Math.round(cpu * 5000) / 100),
  metric('m2', 'DatabaseConnections', ({ connections }) => connections),
];
const data = { MetricDataResults: metrics, Messages: [] };
writeFileSync(new URL('cloudwatch-day.json', traces), `${JSON.stringify(data)}\n`);
