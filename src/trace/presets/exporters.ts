import type { Preset, Rule } from '../series/rule.ts';

const POSTGRES = [
  'datname',
  'datid',
  'usename',
  'application_name',
  'state',
  'backend_type',
  'wait_event',
  'wait_event_type',
];

const rule = (one: Pick<Rule, 'quantity' | 'selector' | 'unit'> & Partial<Rule>): Rule => ({
  join: 'sum',
  over: ['cpu', 'mode', ...POSTGRES],
  statistic: null,
  note: null,
  ...one,
});

/** The exporters that most people run beside a Postgres of their own. */
export const EXPORTERS: Preset = {
  name: 'exporters',
  what: 'node_exporter and postgres_exporter',
  from: 'prometheus',
  source: { document: 'node_exporter and postgres_exporter', section: 'their collectors', date: '2026-08' },
  rules: [
    rule({
      quantity: 'cpu',
      selector: 'node_cpu_seconds_total{mode!~"idle|iowait"}',
      unit: 'counter',
      note: 'all modes but idle and waiting for I/O',
    }),
    rule({ quantity: 'load', selector: 'node_load1', unit: 'number' }),
    rule({ quantity: 'connections', selector: 'pg_stat_database_numbackends', unit: 'number' }),
    rule({
      quantity: 'connections',
      selector: 'pg_stat_activity_count',
      unit: 'number',
      note: 'in all states',
    }),
    rule({
      quantity: 'activeConnections',
      selector: 'pg_stat_activity_count{state="active"}',
      unit: 'number',
    }),
    rule({
      quantity: 'queries',
      selector: 'pg_stat_database_xact_commit',
      unit: 'counter',
      note: 'transactions, because queries are not counted',
    }),
    rule({ quantity: 'temporaryBytes', selector: 'pg_stat_database_temp_bytes', unit: 'counter' }),
  ],
  unread: [
    { metric: 'node_cpu_seconds_total{mode="idle"}', why: 'an idle processor is no demand' },

    { metric: 'node_memory_MemAvailable_bytes', why: 'free memory; the total is another metric' },
  ],
  gap: null,
};
