import { z } from 'zod';

/** Schemas of requests. They refuse fields that they do not name. */
export const ID = z
  .string()
  .regex(/^[a-z0-9-]{1,60}$/, 'an id has up to 60 small letters, digits and hyphens');
const CU = z.number().min(0.25).describe('compute units');
const SUSPEND_SECONDS = z.int().min(-1).max(604_800).describe('0: the default of 300 s; -1: never');
const NAME = z.string().min(1).max(256);
const SETTING_MAP = z.record(z.string(), z.string());
const PG_SETTINGS = SETTING_MAP.describe(
  'Settings with which each session of the compute begins. A client can override them. Through the pooler, a change applies from the next start. Only settings that SET accepts without superuser rights are allowed: others are refused (422), and so are values of the wrong type. A value of the right type that PostgreSQL refuses is saved, and connections then fail with 22023.',
);
const POOLER_ENABLED = z
  .boolean()
  .describe(
    "Whether connections to the compute's own host go through the pooler, like those to its -pooler host.",
  );
const PASSWORDLESS_ACCESS = z
  .boolean()
  .describe('Saved and shown, but without effect, because every connection needs the password of its role.');
const PG_VERSION = z
  .int()
  .min(14)
  .max(18)
  .describe(
    'The major version of PostgreSQL. With a gateway, the version behind it always runs, and answers show that one.',
  );

const PRELOAD = z.strictObject({
  use_defaults: z.boolean().optional(),
  enabled_libraries: z.array(z.string()).optional(),
});

export const ENDPOINT_SETTINGS = z.strictObject({
  pg_settings: PG_SETTINGS.optional(),
  pgbouncer_settings: SETTING_MAP.optional(),
  preload_libraries: PRELOAD.optional(),
});

const ENDPOINT_TYPE = z.enum(['read_write', 'read_only']);

const SIZES = {
  autoscaling_limit_min_cu: CU.optional(),
  autoscaling_limit_max_cu: CU.optional(),
  suspend_timeout_seconds: SUSPEND_SECONDS.optional(),
} as const;

const ENDPOINT_FIELDS = {
  ...SIZES,
  provisioner: z.string().optional(),
  settings: ENDPOINT_SETTINGS.optional(),
  pooler_enabled: POOLER_ENABLED.optional(),
  pooler_mode: z.literal('transaction').optional(),
  disabled: z.boolean().optional(),
  passwordless_access: PASSWORDLESS_ACCESS.optional(),
  name: z.string().min(1).max(64).optional(),
} as const;

export const ENDPOINT_CREATE = z.strictObject({
  endpoint: z.strictObject({
    branch_id: ID,
    type: ENDPOINT_TYPE,
    region_id: z.string().optional(),
    ...ENDPOINT_FIELDS,
  }),
});

export const ENDPOINT_UPDATE = z.strictObject({
  endpoint: z.strictObject({ branch_id: ID.optional(), ...ENDPOINT_FIELDS }),
});

const DEFAULT_ENDPOINT_SETTINGS = z.strictObject({
  pg_settings: PG_SETTINGS.optional(),
  pgbouncer_settings: SETTING_MAP.optional(),
  ...SIZES,
});

const PROJECT_SETTINGS = z.strictObject({
  quota: z
    .strictObject({
      active_time_seconds: z.int().min(0).optional(),
      compute_time_seconds: z.int().min(0).optional(),
      written_data_bytes: z.int().min(0).optional(),
      data_transfer_bytes: z.int().min(0).optional(),
      logical_size_bytes: z.int().min(0).optional(),
    })
    .optional(),
  allowed_ips: z
    .strictObject({ ips: z.array(z.string()).optional(), protected_branches_only: z.boolean().optional() })
    .optional(),
  enable_logical_replication: z.boolean().optional(),
  maintenance_window: z
    .strictObject({ weekdays: z.array(z.int()), start_time: z.string(), end_time: z.string() })
    .optional(),
  block_public_connections: z.boolean().optional(),
  block_vpc_connections: z.boolean().optional(),
  audit_log_level: z.enum(['base', 'extended', 'full']).optional(),
  hipaa: z.boolean().optional(),
  preload_libraries: PRELOAD.optional(),
});

const ANNOTATIONS = z.record(z.string(), z.string());

export const PROJECT_CREATE = z.strictObject({
  project: z.strictObject({
    settings: PROJECT_SETTINGS.optional(),
    name: NAME.optional(),
    branch: z
      .strictObject({
        name: NAME.optional(),
        role_name: z.string().optional(),
        database_name: z.string().optional(),
        annotations: ANNOTATIONS.optional(),
      })
      .optional(),
    autoscaling_limit_min_cu: CU.optional(),
    autoscaling_limit_max_cu: CU.optional(),
    provisioner: z.string().optional(),
    region_id: z.string().optional(),
    default_endpoint_settings: DEFAULT_ENDPOINT_SETTINGS.optional(),
    pg_version: PG_VERSION.optional(),
    store_passwords: z.boolean().optional(),
    history_retention_seconds: z.int().min(0).max(2_592_000).optional(),
    org_id: ID.optional(),
  }),
});

export const PROJECT_UPDATE = z.strictObject({
  project: z.strictObject({
    settings: PROJECT_SETTINGS.optional(),
    name: NAME.optional(),
    default_endpoint_settings: DEFAULT_ENDPOINT_SETTINGS.optional(),
    history_retention_seconds: z.int().min(0).max(2_592_000).optional(),
  }),
});

const MOMENT = z.iso.datetime({
  offset: true,
  error: 'write a time in ISO 8601 such as 2026-03-01T00:00:00Z',
});

export const BRANCH_CREATE = z.strictObject({
  endpoints: z
    .array(
      z.strictObject({
        type: ENDPOINT_TYPE,
        settings: ENDPOINT_SETTINGS.optional(),
        provisioner: z.string().optional(),
        ...SIZES,
      }),
    )
    .max(20)
    .optional(),
  branch: z
    .strictObject({
      parent_id: ID.optional(),
      name: NAME.optional(),
      parent_lsn: z.string().optional(),
      parent_timestamp: MOMENT.optional(),
      protected: z.boolean().optional(),
      archived: z.boolean().optional(),
      init_source: z.enum(['parent-data', 'schema-only']).optional(),
      expires_at: MOMENT.optional(),
    })
    .optional(),
  annotation_value: ANNOTATIONS.optional(),
});

export const BRANCH_UPDATE = z.strictObject({
  branch: z.strictObject({
    name: NAME.optional(),
    protected: z.boolean().optional(),
    expires_at: MOMENT.nullable().optional(),
  }),
});

export const KEY_CREATE = z.strictObject({ key_name: z.string().min(1).max(64) });
export const ORG_KEY_CREATE = z.strictObject({
  key_name: z.string().min(1).max(64),
  project_id: ID.optional(),
});

export const ROLE_CREATE = z.strictObject({
  role: z.strictObject({ name: z.string(), no_login: z.boolean().optional() }),
});
export const DATABASE_CREATE = z.strictObject({
  database: z.strictObject({ name: z.string(), owner_name: z.string() }),
});
export const DATABASE_UPDATE = z.strictObject({
  database: z.strictObject({ name: z.string().optional(), owner_name: z.string().optional() }),
});

export const MEMBER_UPDATE = z.strictObject({ role: z.enum(['admin', 'member']) });
export const TRANSFER = z.strictObject({
  destination_org_id: ID,
  project_ids: z.array(ID).min(1).max(400),
});

/** A whole number in a query string, which has only text. */
export function whole(lowest: number, highest: number) {
  return z
    .string()
    .regex(/^\d{1,9}$/, 'write a whole number')
    .transform(Number)
    .pipe(z.int().min(lowest).max(highest));
}
export const TRUTH = z.enum(['true', 'false']).transform((text) => text === 'true');
export const ORDER = z.enum(['asc', 'desc']);
export const TIMESTAMP = MOMENT.transform((text) => Date.parse(text));
/** A parameter with several values: repeated, or separated by commas, or both. */
export const listParameter = (what: string) =>
  z
    .union([z.string(), z.array(z.string())], `write ${what}, separated by commas`)
    .transform((texts) => [texts].flat().flatMap((text) => text.split(',').filter((part) => part !== '')));
