import { z } from 'zod';

/** Schemas of answers, and of the objects in them. */
const MOMENT = z.string().describe('ISO 8601, UTC');
const SETTING_MAP = z.record(z.string(), z.string());

export const ERROR = z.object({ request_id: z.string(), code: z.string(), message: z.string() });

export const ENDPOINT = z.object({
  host: z.string(),
  id: z.string(),
  name: z.string().optional(),
  project_id: z.string(),
  branch_id: z.string(),
  autoscaling_limit_min_cu: z.number(),
  autoscaling_limit_max_cu: z.number(),
  region_id: z.string(),
  type: z.enum(['read_write', 'read_only']),
  current_state: z.enum(['init', 'active', 'idle']),
  pending_state: z.enum(['init', 'active', 'idle']).optional(),
  settings: z.object({
    pg_settings: SETTING_MAP.describe('the settings with which each session of the compute begins'),
    pgbouncer_settings: SETTING_MAP.optional(),
  }),
  pooler_enabled: z.boolean().describe('whether connections to `host` go through the pooler'),
  pooler_mode: z.literal('transaction'),
  disabled: z.boolean(),
  passwordless_access: z.boolean().describe('has no effect: every connection needs a password'),
  last_active: MOMENT.optional(),
  creation_source: z.string(),
  created_at: MOMENT,
  updated_at: MOMENT,
  started_at: MOMENT.optional(),
  suspended_at: MOMENT.optional(),
  proxy_host: z.string(),
  suspend_timeout_seconds: z.int(),
  provisioner: z.string(),
  compute_release_version: z.string().optional(),
});

export const OPERATION = z.object({
  id: z.string(),
  project_id: z.string(),
  branch_id: z.string().optional(),
  endpoint_id: z.string().optional(),
  action: z.enum(['create_branch', 'create_timeline', 'start_compute', 'suspend_compute', 'apply_config']),
  status: z.enum(['scheduling', 'running', 'finished', 'failed', 'cancelled']),
  error: z.string().optional(),
  failures_count: z.int(),
  retry_at: MOMENT.optional(),
  created_at: MOMENT,
  updated_at: MOMENT,
  total_duration_ms: z.int(),
});

export const OPERATIONS = { operations: z.array(OPERATION) } as const;
export const ENDPOINT_OPERATIONS = z.object({ endpoint: ENDPOINT, ...OPERATIONS });
export const ENDPOINTS = z.object({ endpoints: z.array(ENDPOINT) });
export const PAGINATION = { pagination: z.object({ cursor: z.string() }).optional() } as const;
export const CURSOR_PAGINATION = {
  pagination: z
    .object({
      next: z.string().optional(),
      sort_by: z.string().optional(),
      sort_order: z.string().optional(),
    })
    .optional(),
} as const;

export const BRANCH = z.object({
  id: z.string(),
  project_id: z.string(),
  parent_id: z.string().optional(),
  parent_timestamp: MOMENT.optional(),
  name: z.string(),
  current_state: z.string(),
  state_changed_at: MOMENT,
  creation_source: z.string(),
  primary: z.boolean(),
  default: z.boolean(),
  protected: z.boolean(),
  cpu_used_sec: z.int(),
  compute_time_seconds: z.int(),
  active_time_seconds: z.int(),
  written_data_bytes: z.int(),
  data_transfer_bytes: z.int(),
  created_at: MOMENT,
  updated_at: MOMENT,
  expires_at: MOMENT.optional(),
  created_by: z.object({ name: z.string(), image: z.string() }),
});

export const BRANCH_OPERATIONS = z.object({ branch: BRANCH, ...OPERATIONS });

export const ANNOTATION = z.object({
  object: z.object({ type: z.string(), id: z.string() }),
  value: SETTING_MAP,
  created_at: MOMENT.optional(),
  updated_at: MOMENT.optional(),
});

export const ROLE = z.object({
  branch_id: z.string(),
  name: z.string(),
  password: z.string().optional(),
  protected: z.boolean(),
  created_at: MOMENT,
  updated_at: MOMENT,
});
export const ROLE_OPERATIONS = z.object({ role: ROLE, ...OPERATIONS });

export const DATABASE = z.object({
  id: z.int(),
  branch_id: z.string(),
  name: z.string(),
  owner_name: z.string(),
  created_at: MOMENT,
  updated_at: MOMENT,
});
export const DATABASE_OPERATIONS = z.object({ database: DATABASE, ...OPERATIONS });

const DEFAULT_ENDPOINT_SETTINGS = z.object({
  autoscaling_limit_min_cu: z.number().optional(),
  autoscaling_limit_max_cu: z.number().optional(),
  suspend_timeout_seconds: z.int().optional(),
  pg_settings: SETTING_MAP.optional(),
  pgbouncer_settings: SETTING_MAP.optional(),
});

export const PROJECT_LIST_ITEM = z.object({
  id: z.string(),
  platform_id: z.string(),
  region_id: z.string(),
  name: z.string(),
  provisioner: z.string(),
  default_endpoint_settings: DEFAULT_ENDPOINT_SETTINGS,
  settings: z.record(z.string(), z.unknown()),
  pg_version: z
    .int()
    .describe('the major version of PostgreSQL that runs; without a gateway, the requested one'),
  proxy_host: z.string(),
  branch_logical_size_limit: z.int().describe('MiB'),
  branch_logical_size_limit_bytes: z.int(),
  store_passwords: z.boolean(),
  active_time: z.int().describe('seconds in this calendar month'),
  cpu_used_sec: z.int().describe('compute unit seconds in this calendar month'),
  creation_source: z.string(),
  created_at: MOMENT,
  updated_at: MOMENT,
  owner_id: z.string(),
  org_id: z.string().optional(),
  compute_last_active_at: MOMENT.optional(),
  history_retention_seconds: z.int(),
  locked: z.boolean(),
});

export const PROJECT = PROJECT_LIST_ITEM.omit({ active_time: true }).extend({
  data_storage_bytes_hour: z.int(),
  data_transfer_bytes: z.int(),
  written_data_bytes: z.int(),
  compute_time_seconds: z.int(),
  active_time_seconds: z.int(),
  consumption_period_start: MOMENT,
  consumption_period_end: MOMENT,
});
export const PROJECT_ANSWER = z.object({ project: PROJECT });

export const CONNECTION = z.object({
  connection_uri: z.string(),
  connection_parameters: z.object({
    database: z.string(),
    password: z.string(),
    role: z.string(),
    host: z.string(),
    pooler_host: z.string(),
  }),
});

export const KEY_CREATED = z.object({
  id: z.int(),
  key: z.string().describe('the secret, which is shown only once'),
  name: z.string(),
  created_at: MOMENT,
  created_by: z.string(),
});
export const ORG_KEY_CREATED = KEY_CREATED.extend({ project_id: z.string().optional() });

export const KEY_LIST_ITEM = z.object({
  id: z.int(),
  name: z.string(),
  created_at: MOMENT,
  created_by: z.object({ id: z.string(), name: z.string(), image: z.string() }),
  last_used_at: MOMENT.nullable(),
  last_used_from_addr: z.string(),
});
export const ORG_KEY_LIST_ITEM = KEY_LIST_ITEM.extend({ project_id: z.string().optional() });

export const KEY_REVOKED = z.object({
  id: z.int(),
  name: z.string(),
  created_at: MOMENT,
  created_by: z.string(),
  last_used_at: MOMENT.nullable(),
  last_used_from_addr: z.string(),
  revoked: z.boolean(),
});
export const ORG_KEY_REVOKED = KEY_REVOKED.extend({ project_id: z.string().optional() });

export const ORGANIZATION = z.object({
  id: z.string(),
  name: z.string(),
  handle: z.string(),
  plan: z.string(),
  created_at: MOMENT,
  managed_by: z.string(),
  updated_at: MOMENT,
});

export const MEMBER = z.object({
  id: z.string(),
  user_id: z.string(),
  org_id: z.string(),
  role: z.enum(['admin', 'member']),
  joined_at: MOMENT,
});

export const EMPTY = z.object({});
