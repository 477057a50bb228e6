import type { Preset, Rule } from '../series/rule.ts';

const rule = (one: Pick<Rule, 'quantity' | 'selector' | 'unit'> & Partial<Rule>): Rule => ({
  join: 'max',
  over: [],
  statistic: null,
  note: null,
  ...one,
});

/** Free memory of the machine that --instance names. */
const FREE = { unit: 'free-bytes', note: 'the memory of the instance class minus free memory' };

export const DATADOG: Preset = {
  name: 'datadog',
  what: 'Amazon RDS, Aurora and PostgreSQL, from Datadog',
  from: 'export',
  source: {
    document: 'Datadog documentation',
    section: 'Amazon RDS and Postgres integrations',
    date: '2026-11',
  },
  rules: [
    rule({ quantity: 'cpu', selector: 'cpuutilization', unit: 'percent' }),
    rule({ quantity: 'memory', selector: 'freeable_memory', ...FREE }),
    rule({ quantity: 'connections', selector: 'database_connections', unit: 'number' }),
    rule({
      quantity: 'connections',
      selector: 'postgresql.connections',
      unit: 'number',
      join: 'sum',
      over: ['db'],
    }),
    rule({ quantity: 'activeConnections', selector: 'dbload', unit: 'number' }),
    rule({
      quantity: 'capacityCu',
      selector: 'serverless_database_capacity',
      unit: 'acu',
      note: 'an ACU counts as half a CU, by its memory',
    }),
  ],
  unread: [{ metric: 'freeable_memory', why: 'free memory; ‹instance› gives the total' }],
  gap: null,
};

export const NEW_RELIC: Preset = {
  name: 'newrelic',
  what: 'Amazon RDS and hosts, from New Relic (NRQL with TIMESERIES)',
  from: 'export',
  source: {
    document: 'New Relic documentation',
    section: 'RDS monitoring integration, NRQL',
    date: '2026-11',
  },
  rules: [
    rule({ quantity: 'cpu', selector: 'cpuUtilization', unit: 'percent' }),
    rule({ quantity: 'cpu', selector: 'cpuPercent', unit: 'percent' }),
    rule({ quantity: 'memory', selector: 'freeableMemoryBytes', ...FREE }),
    rule({ quantity: 'memory', selector: 'freeableMemory', ...FREE }),
    rule({
      quantity: 'memory',
      selector: 'memoryUsedBytes',
      unit: 'bytes',
      note: 'caches may be part of it',
    }),
    rule({ quantity: 'connections', selector: 'databaseConnections', unit: 'number' }),
  ],
  unread: [
    { metric: 'freeableMemoryBytes', why: 'free memory; ‹instance› gives the total' },
    { metric: 'freeableMemory', why: 'free memory; ‹instance› gives the total' },
  ],
  gap: null,
};

const SQL = 'cloudsql.googleapis.com/database';

export const CLOUD_SQL: Preset = {
  name: 'cloudsql',
  what: 'Cloud SQL, from Google Cloud Monitoring',
  from: 'export',
  source: { document: 'Cloud SQL documentation', section: 'Cloud SQL metrics', date: '2026-11' },
  rules: [
    rule({ quantity: 'cpu', selector: `${SQL}/cpu/usage_time`, unit: 'cpu-seconds' }),
    rule({
      quantity: 'cpu',
      selector: `${SQL}/cpu/utilization`,
      unit: 'fraction',
      note: 'of the cores that are reserved',
    }),
    rule({
      quantity: 'memory',
      selector: `${SQL}/memory/usage`,
      unit: 'bytes',
      note: 'without buffers and caches',
    }),
    rule({
      quantity: 'connections',
      selector: `${SQL}/postgresql/num_backends`,
      unit: 'number',
      join: 'sum',
      over: ['database'],
    }),
    rule({
      quantity: 'newConnections',
      selector: `${SQL}/postgresql/new_connection_count`,
      unit: 'number',
      join: 'sum',
      over: ['database'],
    }),
    rule({
      quantity: 'queries',
      selector: `${SQL}/postgresql/transaction_count`,
      unit: 'number',
      join: 'sum',
      over: ['database', 'transaction_type'],
      note: 'transactions, because queries are not counted',
    }),
  ],
  unread: [
    { metric: `${SQL}/cpu/reserved_cores`, why: 'the total that a share of CPU refers to' },
    { metric: `${SQL}/memory/total_usage`, why: 'buffers and caches are part of it' },
    { metric: `${SQL}/memory/quota`, why: 'the size, not the usage' },
  ],
  gap: null,
};
