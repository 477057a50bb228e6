// Writes scenarios/traces/sleepless-day.jsonl for the examples: the invented events of a day on which a database never
// sleeps. The result is always the same.
import { writeFileSync } from 'node:fs';
import { chunked, jsonLines, type TraceEvent } from '../src/trace/index.ts';
import { createZone, randomStream } from '../src/workload/index.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const zone = createZone('Europe/Berlin');
const random = randomStream(1, 'sleepless day');
const from = Date.UTC(2026, 2, 3);
const events: TraceEvent[] = [];
const at = (localMs: number, kind: TraceEvent['kind'], rest: Omit<TraceEvent, 'atMs' | 'kind'>) =>
  events.push({ atMs: Math.round(zone.utcMs(from + localMs)), kind, ...rest });

/** Adds the events of a client that stays connected and sends the same query at an interval. */
function polls(
  client: Client,
  fromMs: number,
  untilMs: number,
  everyMs: number,
  query: string,
  durationMs: number,
) {
  at(fromMs, 'connect', client);
  for (let ms = fromMs + 50; ms < untilMs; ms += everyMs * (0.98 + 0.04 * random()))
    at(ms, 'query', { ...client, durationMs, query });
  at(untilMs, 'disconnect', client);
}

const client = (session: string, user: string, application: string, host: string) => ({
  session,
  user,
  database: 'shop',
  application,
  host,
});
type Client = ReturnType<typeof client>;

const exporter = client('1', 'monitor', 'postgres_exporter', '10.0.0.9');
polls(exporter, 0, 24 * HOUR_MS, 4.6 * MINUTE_MS, 'select * from pg_stat_database', 6);
const gui = client('2', 'anna', 'DBeaver 24.3', '10.0.3.21');
polls(gui, 9.3 * HOUR_MS, 23.9 * HOUR_MS, 4.4 * MINUTE_MS, 'select ?', 1);
const pool = client('3', 'shop', 'shop-web', '10.0.1.4');
polls(pool, 0, 24 * HOUR_MS, 4.8 * MINUTE_MS, 'select ?', 1);
const QUERIES = [
  'select * from orders where id = ?',
  'update carts set items = ? where id = ?',
  'select * from products limit ?',
];
for (let ms = 8 * HOUR_MS; ms < 19 * HOUR_MS; ms += -Math.log(1 - random()) * 9 * MINUTE_MS)
  at(ms, 'query', {
    ...pool,
    durationMs: Math.round(100 * random()) / 10,
    query: QUERIES[Math.floor(3 * random())] ?? '',
  });
for (let hour = 0; hour < 24; hour++) {
  const job = client(`job ${hour}`, 'shop', 'report', '10.0.1.8');
  const ms = hour * HOUR_MS + 1000 * random();
  at(ms, 'connect', job);
  at(ms + 40, 'query', { ...job, durationMs: 90_000, query: 'refresh materialized view sales' });
  at(ms + 90_100, 'disconnect', job);
}
events.sort((a, b) => a.atMs - b.atMs);
const head = { name: 'sleepless day', timezone: 'Europe/Berlin', stepMs: null, columns: [] };
let text = '';
for await (const lines of jsonLines(chunked({ head, times: new Float64Array(), values: [], events })))
  text += lines;
writeFileSync(new URL('../scenarios/traces/sleepless-day.jsonl', import.meta.url), text);
