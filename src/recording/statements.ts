import { RECORDER_APPLICATION } from '../trace/index.ts';

/** The features of a server that decide the text of the question. */
export interface Features {
  /** `server_version_num`: 150004 is 15.4. */
  readonly version: number;
  readonly database: string;
  /** The schema of pg_stat_statements, quoted. Null if the extension is not installed or not loaded. */
  readonly statementsSchema: string | null;
  /** The schema of pg_stat_kcache, quoted. Null if it is not installed, not loaded, or older than 2.2. */
  readonly kcacheSchema: string | null;
  /** The schema of the function that estimates the working set, quoted. Null if there is none. */
  readonly workingSetSchema: string | null;
}

/** Questions leave out sessions with this name, so that two recorders do not take each other for clients. */
export const APPLICATION = RECORDER_APPLICATION;

/** Roles of the service itself, for monitoring and repair: customers do not pay for computes awake for them. */
const UPKEEP_ROLES = ['cloud_admin', 'rdsadmin'];

/** The longest window that the autoscaler looks at. */
export const WORKING_SET_SECONDS = 3600;

/** A library has settings in pg_settings only if it is loaded. Otherwise its view cannot be read. */
export const PROBE = `select /* ${APPLICATION} */
  current_setting('server_version_num')::int as version,
  current_database() as database,
  (select quote_ident(n.nspname) from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_stat_statements'
      and exists (select from pg_settings where name = 'pg_stat_statements.max')) as statements_schema,
  (select quote_ident(n.nspname) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.proname = 'pg_stat_kcache' and 'exec_user_time' = any(p.proargnames)
      and has_function_privilege(p.oid, 'execute')
      and exists (select from pg_settings where name like 'pg_stat_kcache.%') limit 1) as kcache_schema,
  (select quote_ident(n.nspname) from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where p.proname = 'approximate_working_set_size_seconds'
      and has_function_privilege(p.oid, 'execute') limit 1) as working_set_schema`;

/** Asks everything in one statement: one transaction, one snapshot, and one query to subtract from the counters. */
export function question({ version, statementsSchema, kcacheSchema, workingSetSchema }: Features): string {
  return `with others as (
  select pid, usename, datname, application_name, client_addr, state,
    ${msSince('backend_start')} as age_ms,
    ${msSince('state_change')} as unchanged_ms
  from pg_stat_activity
  where datid is not null and usesysid is not null and pid <> pg_backend_pid()
    and coalesce(backend_type, 'client backend') = 'client backend'
    and application_name is distinct from '${APPLICATION}'
    and usename <> all (array[${UPKEEP_ROLES.map((role) => `'${role}'`).join(', ')}])
)
select /* ${APPLICATION} */ a.*, d.*, s.*, k.*,
  pg_postmaster_start_time()::text as started,
  current_setting('max_connections')::int as max_connections,
  ${workingSet(workingSetSchema)} as working_set_bytes
from (
  select count(*)::int as connections,
    count(*) filter (where state is null)::int as hidden,
    count(*) filter (where state in ('active', 'fastpath function call'))::int as active,
    min(case when state in ('idle', 'disabled') then unchanged_ms when state is not null then 0 end) as others_idle_ms,
    json_agg(json_build_array(pid, age_ms, usename, datname, application_name, host(client_addr))) as clients
  from others
) a, (
  select sum(xact_commit + xact_rollback)::float8 as transactions,
    ${version >= 140_000 ? 'sum(sessions)::float8' : 'null::float8'} as sessions,
    sum(temp_bytes)::float8 as temporary_bytes,
    sum(blks_hit)::float8 as hits, sum(blks_read)::float8 as reads,
    max(stats_reset)::text as reset
  from pg_stat_database where datname is not null
) d, (${statements(version, statementsSchema)}) s, (${kernelTimes(version, kcacheSchema)}) k`;
}

function msSince(column: string): string {
  return `greatest(0, extract(epoch from clock_timestamp() - ${column}) * 1000)::float8`;
}

/** The function returns pages. */
function workingSet(schema: string | null): string {
  return schema === null
    ? 'null::float8'
    : `${schema}.approximate_working_set_size_seconds(${WORKING_SET_SECONDS})::float8 * current_setting('block_size')::int`;
}

/**
 * From version 14 on, the session's own statement is known by its query id. Before, it is found by its text, which
 * makes the server read a file.
 */
function statements(version: number, schema: string | null): string {
  if (schema === null) return 'select null::float8 as calls, null::float8 as call_ms';
  const time = version >= 130_000 ? 'total_exec_time' : 'total_time';
  const own = version >= 140_000 ? NOT_OWN : `query not like '%/* ${APPLICATION} */%'`;
  return `select sum(calls)::float8 as calls, sum(${time})::float8 as call_ms
  from ${schema}.pg_stat_statements(${version < 140_000}) where ${own}`;
}

/**
 * The CPU time of statements, which the kernel counts per process. Only top-level ones are added up: with `track =
 * 'all'` nested statements are counted separately too.
 */
function kernelTimes(version: number, schema: string | null): string {
  if (!asksKernel({ version, kcacheSchema: schema })) return 'select null::float8 as cpu_ms';
  const times = ['exec_user_time', 'exec_system_time', 'plan_user_time', 'plan_system_time'];
  return `select sum(${times.map((time) => `coalesce(${time}, 0)`).join(' + ')})::float8 * 1000 as cpu_ms
  from ${schema}.pg_stat_kcache() where top and ${NOT_OWN}`;
}

/** Before version 14 a session does not know its own query id, and pg_stat_kcache has no query text to find it by. */
export function asksKernel({ version, kcacheSchema }: Pick<Features, 'version' | 'kcacheSchema'>): boolean {
  return kcacheSchema !== null && version >= 140_000;
}

const NOT_OWN =
  'queryid is distinct from (select query_id from pg_stat_activity where pid = pg_backend_pid())';
