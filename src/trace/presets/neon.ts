import type { Preset, Rule } from '../series/rule.ts';

const rule = (one: Pick<Rule, 'quantity' | 'selector' | 'unit'> & Partial<Rule>): Rule => ({
  join: 'max',
  over: ['compute_id', 'job', 'instance'],
  statistic: null,
  note: null,
  ...one,
});

/**
 * The metrics that the service exports to Prometheus and OpenTelemetry. Each start of a compute has a new compute_id.
 */
export const NEON: Preset = {
  name: 'neon',
  what: 'metrics that the service exports (Prometheus, OpenTelemetry)',
  from: 'prometheus',
  source: { document: 'public documentation', section: 'metrics and logs reference', date: '2026-08' },
  rules: [
    rule({
      quantity: 'cpu',
      selector: 'host_cpu_seconds_total{mode!~"idle|iowait|io_wait"}',
      unit: 'counter',
      join: 'sum',
      over: ['compute_id', 'job', 'instance', 'mode', 'cpu'],
      note: 'all modes but idle and waiting for I/O',
    }),
    rule({ quantity: 'load', selector: 'host_load1', unit: 'number' }),
    rule({
      quantity: 'memory',
      selector: 'host_memory_usage_bytes',
      unit: 'bytes',
      note: 'caches may be part of it',
    }),
    rule({
      quantity: 'memory',
      selector: 'host_memory_used_bytes',
      unit: 'bytes',
      note: 'used by programs or caches',
    }),
    rule({
      quantity: 'workingSet',
      selector: 'neon_lfc_approximate_working_set_size_windows{duration="1h"}',
      unit: 'pages',
      note: 'of the last hour',
    }),
    rule({
      quantity: 'connections',
      selector: 'neon_connection_counts',
      unit: 'number',
      join: 'sum',
      over: ['compute_id', 'job', 'instance', 'state', 'datname', 'database'],
      note: 'in all states',
    }),
    rule({
      quantity: 'activeConnections',
      selector: 'neon_connection_counts{state="active"}',
      unit: 'number',
      join: 'sum',
      over: ['compute_id', 'job', 'instance', 'datname', 'database'],
    }),
  ],
  unread: [
    { metric: 'host_cpu_seconds_total{mode="idle"}', why: 'an idle processor is no demand' },
    {
      metric: 'neon_lfc_approximate_working_set_size_windows{duration="5m"}',
      why: 'a shorter window than the one that is read',
    },
    { metric: 'host_load5, host_load15', why: 'longer averages than the one that is read' },
    { metric: 'host_memory_total_bytes', why: 'the size, which includes memory that nothing uses' },
  ],
  gap: { means: 'suspended', why: 'nothing is sent while a compute is suspended' },
};
