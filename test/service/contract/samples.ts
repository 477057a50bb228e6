/** Answers that the description allows, with little beyond what it demands. */

export const OPERATION = {
  id: 'd8ac46eb-a757-42b1-9907-f78322ee394e',
  project_id: 'quiet-hill-123456',
  action: 'start_compute',
  status: 'running',
  failures_count: 0,
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00.5Z',
  total_duration_ms: 500,
};

export const ENDPOINT = {
  host: 'ep-quiet-hill-123456.example.test',
  id: 'ep-quiet-hill-123456',
  project_id: 'quiet-hill-123456',
  branch_id: 'br-quiet-hill-123456',
  autoscaling_limit_min_cu: 0.25,
  autoscaling_limit_max_cu: 2,
  region_id: 'aws-us-east-2',
  type: 'read_write',
  current_state: 'idle',
  pending_state: 'active',
  settings: { pg_settings: { work_mem: '8MB' } },
  pooler_enabled: false,
  pooler_mode: 'transaction',
  disabled: false,
  passwordless_access: true,
  creation_source: 'console',
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
  proxy_host: 'example.test',
  suspend_timeout_seconds: 0,
  provisioner: 'k8s-neonvm',
};

export const PROJECT = {
  id: 'quiet-hill-123456',
  platform_id: 'aws',
  region_id: 'aws-us-east-2',
  name: 'quiet hill',
  provisioner: 'k8s-neonvm',
  pg_version: 17,
  proxy_host: 'example.test',
  branch_logical_size_limit: 8192,
  branch_logical_size_limit_bytes: 8589934592,
  store_passwords: true,
  cpu_used_sec: 0,
  active_time_seconds: 0,
  compute_time_seconds: 0,
  written_data_bytes: 0,
  data_transfer_bytes: 0,
  data_storage_bytes_hour: 0,
  creation_source: 'console',
  history_retention_seconds: 86400,
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
  consumption_period_start: '2026-11-01T00:00:00Z',
  consumption_period_end: '2026-12-01T00:00:00Z',
  owner_id: '629982cc-de05-43db-ae16-28f2399c4910',
};

export const PROJECT_LIST_ITEM = {
  id: 'quiet-hill-123456',
  platform_id: 'aws',
  region_id: 'aws-us-east-2',
  name: 'quiet hill',
  provisioner: 'k8s-neonvm',
  pg_version: 17,
  proxy_host: 'example.test',
  branch_logical_size_limit: 8192,
  branch_logical_size_limit_bytes: 8589934592,
  store_passwords: true,
  cpu_used_sec: 0,
  active_time: 0,
  creation_source: 'console',
  created_at: '2026-11-20T12:00:00Z',
  updated_at: '2026-11-20T12:00:00Z',
  owner_id: '629982cc-de05-43db-ae16-28f2399c4910',
};

export const API_KEY = {
  id: 165432,
  name: 'mine',
  created_at: '2026-11-20T12:00:00Z',
  created_by: { id: '629982cc-de05-43db-ae16-28f2399c4910', name: 'A Person', image: '' },
  last_used_at: null,
  last_used_from_addr: '',
};

export const GENERAL_ERROR = { request_id: 'a-request', code: 'NOT_FOUND', message: 'not found' };
