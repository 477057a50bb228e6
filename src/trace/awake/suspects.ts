import type { Period } from './period.ts';

/** Facts about a group that may identify it. */
interface Traits {
  readonly application: string;
  readonly user: string;
  readonly queries: readonly string[];
  readonly asked: number;
  readonly connects: number;
  readonly period: Period | null;
}

/** The most likely identity of a group, and the reason. */
export interface Suspect {
  readonly what: string;
  readonly why: string;
}

/** The first rule that matches. Names are more reliable than queries, and queries more than periods. */
export function suspectOf(traits: Traits): Suspect | null {
  const name = `${traits.application} ${traits.user}`;
  for (const [pattern, what] of NAMES) {
    const found = pattern.exec(name)?.[0];
    if (found !== undefined) return { what, why: `it calls itself "${found}"` };
  }
  if (traits.period === null) return null;
  const { queries, asked, connects, period } = traits;
  const isProbe = queries.length > 0 && queries.every((query) => PROBE.test(query));
  if (GUI.test(name) && isProbe)
    return {
      what: 'an open window of a GUI, which keeps its connection alive',
      why: 'a program for people asks for nothing, and evenly',
    };
  if (asked === 0 && connects > 0)
    return { what: 'a health check', why: 'it connects again and again, and asks nothing' };
  const connectsEachTime = connects * 2 > asked;
  if (isProbe && connectsEachTime)
    return { what: 'a health check', why: 'it connects, asks for nothing but an answer, and leaves' };
  if (isProbe)
    return {
      what: "a pool's keep-alive",
      why: 'connections that stay open are asked for nothing but an answer',
    };
  if (queries.some((query) => STATISTICS.test(query)))
    return { what: 'an exporter of metrics', why: "it reads the server's statistics, and evenly" };
  if (queries.some((query) => QUEUE.test(query)))
    return {
      what: 'a worker that looks for jobs',
      why: 'it looks into what is called like a queue, and evenly',
    };
  return period.kind === 'every'
    ? { what: 'a poller', why: 'only a clock asks so evenly' }
    : { what: 'a scheduled job', why: 'it always comes in the same minute' };
}

/** Programs by the names that they give themselves. */
const NAMES: readonly (readonly [name: RegExp, what: string])[] = [
  [/pgadmin/i, 'pgAdmin, whose dashboard asks as long as a window is open'],
  [/datadog|dd-agent/i, "Datadog's agent"],
  [/postgres_exporter|pg_exporter|prometheus/i, 'an exporter of metrics for Prometheus'],
  [
    /telegraf|metricbeat|zabbix|nagios|check_postgres|pgwatch|pganalyze|new ?relic|grafana|otel|opentelemetry/i,
    'a program that collects metrics',
  ],
  [
    /pgbouncer|odyssey|pgcat|pgpool|haproxy|patroni/i,
    'a pooler or proxy that looks whether the server is there',
  ],
  [
    /debezium|pg_recvlogical/i,
    'a subscriber of logical replication, which keeps a compute awake while it is connected',
  ],
  [/pg_?cron/i, 'pg_cron'],
  [/pg_dump|pgbackrest|barman|wal-g/i, 'a backup'],
];
const GUI =
  /dbeaver|datagrip|tableplus|postico|beekeeper|heidisql|navicat|dbvisualizer|jetbrains|intellij|studio/i;
/** Queries that only check whether the server answers. */
const PROBE =
  /^(?:select \?( as \S+)?|select|;?|select version\(\)|show [\w. ]+|select (?:now|current_timestamp|pg_is_in_recovery)(?:\(\))?|select current_\w+|begin|commit|rollback|set .*|discard all|deallocate all)$/;
const STATISTICS = /\bpg_stat|\bpg_locks\b|\bpg_database_size\b|\bpg_settings\b|\bpg_replication_slots\b/;
const QUEUE = /skip locked|\b\w*(?:jobs?|queues?|outbox|tasks?|events)\b/;
