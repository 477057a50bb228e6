/** What the value of a setting has to be. A choice of words counts as text: versions of PostgreSQL have other ones. */
export type SettingKind = keyof typeof NAMES;

/**
 * The settings that any role may change in a session of PostgreSQL 18, without those of a transaction, by the type and
 * unit that its view `pg_settings` has for them. The encoding is left out as well: only the client knows which one it
 * reads.
 */
const NAMES = {
  text: `
    application_name backslash_quote bytea_output client_min_messages constraint_exclusion
    createrole_self_grant datestyle debug_logical_replication_streaming debug_parallel_query
    default_table_access_method default_tablespace default_text_search_config default_toast_compression
    default_transaction_isolation file_copy_method icu_validation_level intervalstyle lc_monetary lc_numeric
    lc_time local_preload_libraries password_encryption plan_cache_mode restrict_nonsystem_relation_kind
    search_path stats_fetch_consistency synchronous_commit temp_tablespaces timezone timezone_abbreviations
    xmlbinary xmloption
  `,
  boolean: `
    array_nulls check_function_bodies debug_pretty_print debug_print_parse debug_print_plan
    debug_print_rewritten default_transaction_deferrable default_transaction_read_only enable_async_append
    enable_bitmapscan enable_distinct_reordering enable_gathermerge enable_group_by_reordering
    enable_hashagg enable_hashjoin enable_incremental_sort enable_indexonlyscan enable_indexscan
    enable_material enable_memoize enable_mergejoin enable_nestloop enable_parallel_append
    enable_parallel_hash enable_partition_pruning enable_partitionwise_aggregate enable_partitionwise_join
    enable_presorted_aggregate enable_self_join_elimination enable_seqscan enable_sort enable_tidscan
    escape_string_warning exit_on_error geqo jit jit_expressions jit_tuple_deforming md5_password_warnings
    parallel_leader_participation quote_all_identifiers row_security standard_conforming_strings
    synchronize_seqscans trace_notify trace_sort transform_null_equals vacuum_truncate
  `,
  integer: `
    commit_siblings default_statistics_target effective_io_concurrency extra_float_digits
    from_collapse_limit geqo_effort geqo_generations geqo_pool_size geqo_threshold gin_fuzzy_search_limit
    join_collapse_limit maintenance_io_concurrency max_parallel_maintenance_workers max_parallel_workers
    max_parallel_workers_per_gather scram_iterations tcp_keepalives_count vacuum_cost_limit
    vacuum_cost_page_dirty vacuum_cost_page_hit vacuum_cost_page_miss vacuum_failsafe_age
    vacuum_freeze_min_age vacuum_freeze_table_age vacuum_multixact_failsafe_age
    vacuum_multixact_freeze_min_age vacuum_multixact_freeze_table_age
  `,
  number: `
    cpu_index_tuple_cost cpu_operator_cost cpu_tuple_cost cursor_tuple_fraction geqo_seed
    geqo_selection_bias hash_mem_multiplier jit_above_cost jit_inline_above_cost jit_optimize_above_cost
    parallel_setup_cost parallel_tuple_cost random_page_cost recursive_worktable_factor seq_page_cost
    vacuum_max_eager_freeze_failure_rate
  `,
  memory: `
    backend_flush_after effective_cache_size gin_pending_list_limit io_combine_limit
    log_parameter_max_length_on_error logical_decoding_work_mem maintenance_work_mem
    min_parallel_index_scan_size min_parallel_table_scan_size temp_buffers vacuum_buffer_usage_limit
    wal_skip_threshold work_mem
  `,
  duration: `
    client_connection_check_interval idle_in_transaction_session_timeout idle_session_timeout lock_timeout
    statement_timeout tcp_keepalives_idle tcp_keepalives_interval tcp_user_timeout transaction_timeout
    vacuum_cost_delay wal_sender_timeout
  `,
} as const;

export const SESSION_SETTINGS: ReadonlyMap<string, SettingKind> = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, kind as SettingKind] as const),
  ),
);
