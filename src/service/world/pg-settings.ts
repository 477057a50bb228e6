import { invalid } from '../api-error.ts';

/** Throws where settings of PostgreSQL are named that no session may set, for they could have no effect. */
export function checkPgSettings(settings: Readonly<Record<string, string>> = {}): void {
  const refused = Object.keys(settings).filter((name) => !isSessionSetting(name));
  if (refused.length > 0)
    throw invalid(
      `pg_settings: a session of PostgreSQL cannot set ${refused.join(', ')}; name settings that SET takes without a superuser, such as work_mem`,
    );
}

/** Those that begin each session of a compute. A store of an earlier version may have others. */
export function sessionSettings(settings: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(settings).filter(([name]) => isSessionSetting(name)));
}

function isSessionSetting(name: string): boolean {
  return SESSION_SETTINGS.has(name.toLowerCase()) || OF_AN_EXTENSION.test(name);
}

/** PostgreSQL keeps any name with a dot, for the extension or the application that it belongs to. */
const OF_AN_EXTENSION = /^[a-z_]\w{0,62}(?:\.[a-z_]\w{0,62})+$/i;

/**
 * The settings that any role may change in a session of PostgreSQL 18, without those of a transaction. The encoding is
 * left out as well: only the client knows which one it reads.
 */
export const SESSION_SETTINGS: ReadonlySet<string> = new Set(
  `
  application_name array_nulls backend_flush_after backslash_quote bytea_output check_function_bodies
  client_connection_check_interval client_min_messages commit_siblings constraint_exclusion
  cpu_index_tuple_cost cpu_operator_cost cpu_tuple_cost createrole_self_grant cursor_tuple_fraction datestyle
  debug_logical_replication_streaming debug_parallel_query debug_pretty_print debug_print_parse
  debug_print_plan debug_print_rewritten default_statistics_target default_table_access_method
  default_tablespace default_text_search_config default_toast_compression default_transaction_deferrable
  default_transaction_isolation default_transaction_read_only effective_cache_size effective_io_concurrency
  enable_async_append enable_bitmapscan enable_distinct_reordering enable_gathermerge
  enable_group_by_reordering enable_hashagg enable_hashjoin enable_incremental_sort enable_indexonlyscan
  enable_indexscan enable_material enable_memoize enable_mergejoin enable_nestloop enable_parallel_append
  enable_parallel_hash enable_partition_pruning enable_partitionwise_aggregate enable_partitionwise_join
  enable_presorted_aggregate enable_self_join_elimination enable_seqscan enable_sort enable_tidscan
  escape_string_warning exit_on_error extra_float_digits file_copy_method from_collapse_limit geqo geqo_effort
  geqo_generations geqo_pool_size geqo_seed geqo_selection_bias geqo_threshold gin_fuzzy_search_limit
  gin_pending_list_limit hash_mem_multiplier icu_validation_level idle_in_transaction_session_timeout
  idle_session_timeout intervalstyle io_combine_limit jit jit_above_cost jit_expressions jit_inline_above_cost
  jit_optimize_above_cost jit_tuple_deforming join_collapse_limit lc_monetary lc_numeric lc_time
  local_preload_libraries lock_timeout log_parameter_max_length_on_error logical_decoding_work_mem
  maintenance_io_concurrency maintenance_work_mem max_parallel_maintenance_workers max_parallel_workers
  max_parallel_workers_per_gather md5_password_warnings min_parallel_index_scan_size
  min_parallel_table_scan_size parallel_leader_participation parallel_setup_cost parallel_tuple_cost
  password_encryption plan_cache_mode quote_all_identifiers random_page_cost recursive_worktable_factor
  restrict_nonsystem_relation_kind row_security scram_iterations search_path seq_page_cost
  standard_conforming_strings statement_timeout stats_fetch_consistency synchronize_seqscans
  synchronous_commit tcp_keepalives_count tcp_keepalives_idle tcp_keepalives_interval tcp_user_timeout
  temp_buffers temp_tablespaces timezone timezone_abbreviations trace_notify trace_sort transaction_timeout
  transform_null_equals vacuum_buffer_usage_limit vacuum_cost_delay vacuum_cost_limit vacuum_cost_page_dirty
  vacuum_cost_page_hit vacuum_cost_page_miss vacuum_failsafe_age vacuum_freeze_min_age vacuum_freeze_table_age
  vacuum_max_eager_freeze_failure_rate vacuum_multixact_failsafe_age vacuum_multixact_freeze_min_age
  vacuum_multixact_freeze_table_age vacuum_truncate wal_sender_timeout wal_skip_threshold work_mem xmlbinary
  xmloption
`
    .trim()
    .split(/\s+/),
);
