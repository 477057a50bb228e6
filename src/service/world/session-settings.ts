/** The values that a setting can have. */
export type SessionSetting =
  | { readonly kind: 'text' | 'boolean' }
  | { readonly kind: 'choice'; readonly words: readonly string[] }
  | NumberSetting;

export interface NumberSetting {
  readonly kind: 'integer' | 'number';
  readonly least: number;
  readonly most: number;
  /** The unit of the limits, and of a number without a unit. */
  readonly unit: string | null;
}

/**
 * The settings that any role may change in a session of PostgreSQL 18, from its view `pg_settings` on a 64-bit machine:
 * numbers with their minimum, maximum and unit. Settings of a transaction are left out, and so is the encoding, because
 * only the client knows which one it reads.
 */
const SETTINGS = {
  text: `
    application_name createrole_self_grant datestyle default_table_access_method default_tablespace
    default_text_search_config lc_monetary lc_numeric lc_time local_preload_libraries
    restrict_nonsystem_relation_kind search_path temp_tablespaces timezone timezone_abbreviations
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
  choice: `
    backslash_quote: safe_encoding, on, off
    bytea_output: escape, hex
    client_min_messages: debug5, debug4, debug3, debug2, debug1, log, notice, warning, error
    constraint_exclusion: partition, on, off
    debug_logical_replication_streaming: buffered, immediate
    debug_parallel_query: off, on, regress
    default_toast_compression: pglz, lz4
    default_transaction_isolation: serializable, repeatable read, read committed, read uncommitted
    file_copy_method: copy
    icu_validation_level: disabled, debug5, debug4, debug3, debug2, debug1, log, notice, warning, error
    intervalstyle: postgres, postgres_verbose, sql_standard, iso_8601
    password_encryption: md5, scram-sha-256
    plan_cache_mode: auto, force_generic_plan, force_custom_plan
    stats_fetch_consistency: none, cache, snapshot
    synchronous_commit: local, remote_write, remote_apply, on, off
    xmlbinary: base64, hex
    xmloption: content, document
  `,
  integer: `
    backend_flush_after 0 256 8kB
    client_connection_check_interval 0 2147483647 ms
    commit_siblings 0 1000
    default_statistics_target 1 10000
    effective_cache_size 1 2147483647 8kB
    effective_io_concurrency 0 1000
    extra_float_digits -15 3
    from_collapse_limit 1 2147483647
    geqo_effort 1 10
    geqo_generations 0 2147483647
    geqo_pool_size 0 2147483647
    geqo_threshold 2 2147483647
    gin_fuzzy_search_limit 0 2147483647
    gin_pending_list_limit 64 2147483647 kB
    idle_in_transaction_session_timeout 0 2147483647 ms
    idle_session_timeout 0 2147483647 ms
    io_combine_limit 1 128 8kB
    join_collapse_limit 1 2147483647
    lock_timeout 0 2147483647 ms
    log_parameter_max_length_on_error -1 1073741823 B
    logical_decoding_work_mem 64 2147483647 kB
    maintenance_io_concurrency 0 1000
    maintenance_work_mem 64 2147483647 kB
    max_parallel_maintenance_workers 0 1024
    max_parallel_workers 0 1024
    max_parallel_workers_per_gather 0 1024
    min_parallel_index_scan_size 0 715827882 8kB
    min_parallel_table_scan_size 0 715827882 8kB
    scram_iterations 1 2147483647
    statement_timeout 0 2147483647 ms
    tcp_keepalives_count 0 2147483647
    tcp_keepalives_idle 0 2147483647 s
    tcp_keepalives_interval 0 2147483647 s
    tcp_user_timeout 0 2147483647 ms
    temp_buffers 100 1073741823 8kB
    transaction_timeout 0 2147483647 ms
    vacuum_buffer_usage_limit 0 16777216 kB
    vacuum_cost_limit 1 10000
    vacuum_cost_page_dirty 0 10000
    vacuum_cost_page_hit 0 10000
    vacuum_cost_page_miss 0 10000
    vacuum_failsafe_age 0 2100000000
    vacuum_freeze_min_age 0 1000000000
    vacuum_freeze_table_age 0 2000000000
    vacuum_multixact_failsafe_age 0 2100000000
    vacuum_multixact_freeze_min_age 0 1000000000
    vacuum_multixact_freeze_table_age 0 2000000000
    wal_sender_timeout 0 2147483647 ms
    wal_skip_threshold 0 2147483647 kB
    work_mem 64 2147483647 kB
  `,
  number: `
    cpu_index_tuple_cost 0 any
    cpu_operator_cost 0 any
    cpu_tuple_cost 0 any
    cursor_tuple_fraction 0 1
    geqo_seed 0 1
    geqo_selection_bias 1.5 2
    hash_mem_multiplier 1 1000
    jit_above_cost -1 any
    jit_inline_above_cost -1 any
    jit_optimize_above_cost -1 any
    parallel_setup_cost 0 any
    parallel_tuple_cost 0 any
    random_page_cost 0 any
    recursive_worktable_factor 0.001 1000000
    seq_page_cost 0 any
    vacuum_cost_delay 0 100 ms
    vacuum_max_eager_freeze_failure_rate 0 1
  `,
} as const;

export const SESSION_SETTINGS: ReadonlyMap<string, SessionSetting> = new Map<string, SessionSetting>([
  ...(['text', 'boolean'] as const).flatMap((kind) =>
    SETTINGS[kind]
      .trim()
      .split(/\s+/)
      .map((name) => [name, { kind }] as const),
  ),
  ...linesOf('choice').map((line) => {
    const [name = '', words = ''] = line.split(': ');
    return [name, { kind: 'choice', words: words.split(', ') }] as const;
  }),
  ...(['integer', 'number'] as const).flatMap((kind) =>
    linesOf(kind).map((line) => {
      const [name = '', least, most, unit = null] = line.split(' ');
      return [
        name,
        { kind, least: Number(least), most: most === 'any' ? Infinity : Number(most), unit },
      ] as const;
    }),
  ),
]);

function linesOf(kind: keyof typeof SETTINGS): string[] {
  return SETTINGS[kind]
    .trim()
    .split('\n')
    .map((line) => line.trim());
}
