import { type Migration, sql } from 'kysely';

/** Creates a table for each kind of record. Ids are sorted by code point, so their order is the same on all servers. */
export const records: Migration = {
  async up(db) {
    for (const table of TABLES) await sql.raw(`create table tidemark.${table}`).execute(db);
  },
};

// Unique constraints are checked at the end of a transaction, so that two records can swap values within one.
const TABLES = [
  `users (
    id text collate "C" primary key,
    name text not null,
    email text not null,
    plan text not null,
    created_at_ms bigint not null
  )`,
  `organizations (
    id text collate "C" primary key,
    name text not null,
    handle text not null,
    plan text not null,
    created_at_ms bigint not null,
    updated_at_ms bigint not null
  )`,
  `members (
    id text collate "C" primary key,
    user_id text not null,
    org_id text not null,
    role text not null,
    joined_at_ms bigint not null
  )`,
  `keys (
    id text collate "C" primary key,
    kind text not null,
    name text not null,
    hash text not null constraint one_key_a_hash unique deferrable initially deferred,
    user_id text,
    org_id text,
    project_id text,
    created_by text not null,
    created_at_ms bigint not null,
    last_used_at_ms bigint,
    last_used_from text not null
  )`,
  `projects (
    id text collate "C" primary key,
    name text not null,
    user_id text,
    org_id text,
    region_id text not null,
    pg_version bigint not null,
    store_passwords boolean not null,
    history_retention_seconds bigint not null,
    settings jsonb not null,
    default_endpoint_settings jsonb not null,
    created_at_ms bigint not null,
    updated_at_ms bigint not null
  )`,
  `branches (
    id text collate "C" primary key,
    project_id text not null,
    parent_id text,
    parent_timestamp_ms bigint,
    name text not null,
    is_default boolean not null,
    is_protected boolean not null,
    annotations jsonb not null,
    expires_at_ms bigint,
    created_by text not null,
    created_at_ms bigint not null,
    updated_at_ms bigint not null
  )`,
  `endpoints (
    id text collate "C" primary key,
    project_id text not null,
    branch_id text not null,
    type text not null,
    name text,
    min_cu double precision not null,
    max_cu double precision not null,
    suspend_timeout_seconds bigint not null,
    pooler_enabled boolean not null,
    disabled boolean not null,
    passwordless_access boolean not null,
    pg_settings jsonb not null,
    pgbouncer_settings jsonb not null,
    created_at_ms bigint not null,
    updated_at_ms bigint not null,
    started_at_ms bigint,
    suspended_at_ms bigint,
    last_active_at_ms bigint,
    live jsonb not null,
    constraint one_primary_a_branch
      exclude (branch_id with =) where (type = 'read_write') deferrable initially deferred
  )`,
  `operations (
    id text collate "C" primary key,
    sequence bigint not null,
    project_id text not null,
    branch_id text,
    endpoint_id text,
    action text not null,
    status text not null,
    error text,
    failures bigint not null,
    retry_at_ms bigint,
    created_at_ms bigint not null,
    updated_at_ms bigint not null
  )`,
  `roles (
    id text collate "C" primary key,
    project_id text not null,
    branch_id text not null,
    name text not null,
    login boolean not null,
    password_key text not null,
    created_at_ms bigint not null,
    updated_at_ms bigint not null
  )`,
  `databases (
    id text collate "C" primary key,
    number bigint not null,
    project_id text not null,
    branch_id text not null,
    name text not null,
    owner_name text not null,
    created_at_ms bigint not null,
    updated_at_ms bigint not null
  )`,
  `consumption (
    id text collate "C" primary key,
    project_id text not null,
    branch_id text not null,
    hour_ms bigint not null,
    active_ms bigint not null,
    quarter_cu_ms bigint not null
  )`,
  `tombstones (
    id text collate "C" primary key,
    kind text not null,
    deleted_at_ms bigint not null
  )`,
  `settings (
    id text collate "C" primary key,
    value jsonb
  )`,
];
