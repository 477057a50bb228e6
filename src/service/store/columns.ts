import type { Records, TableName } from '../records/records.ts';

/**
 * Every field of every record and the type of its column, with `?` for a nullable one. If a field is missing here, or
 * if there is one too many, the code does not compile.
 */
const COLUMNS = {
  users: { id: 'text', name: 'text', email: 'text', plan: 'text', createdAtMs: 'bigint' },
  organizations: {
    id: 'text',
    name: 'text',
    handle: 'text',
    plan: 'text',
    createdAtMs: 'bigint',
    updatedAtMs: 'bigint',
  },
  members: { id: 'text', userId: 'text', orgId: 'text', role: 'text', joinedAtMs: 'bigint' },
  keys: {
    id: 'text',
    kind: 'text',
    name: 'text',
    hash: 'text',
    userId: 'text?',
    orgId: 'text?',
    projectId: 'text?',
    createdBy: 'text',
    createdAtMs: 'bigint',
    lastUsedAtMs: 'bigint?',
    lastUsedFrom: 'text',
  },
  projects: {
    id: 'text',
    name: 'text',
    userId: 'text?',
    orgId: 'text?',
    regionId: 'text',
    pgVersion: 'bigint',
    storePasswords: 'boolean',
    historyRetentionSeconds: 'bigint',
    settings: 'jsonb',
    defaultEndpointSettings: 'jsonb',
    createdAtMs: 'bigint',
    updatedAtMs: 'bigint',
  },
  branches: {
    id: 'text',
    projectId: 'text',
    parentId: 'text?',
    parentTimestampMs: 'bigint?',
    name: 'text',
    isDefault: 'boolean',
    isProtected: 'boolean',
    annotations: 'jsonb',
    expiresAtMs: 'bigint?',
    createdBy: 'text',
    createdAtMs: 'bigint',
    updatedAtMs: 'bigint',
  },
  endpoints: {
    id: 'text',
    projectId: 'text',
    branchId: 'text',
    type: 'text',
    name: 'text?',
    minCu: 'double precision',
    maxCu: 'double precision',
    suspendTimeoutSeconds: 'bigint',
    poolerEnabled: 'boolean',
    disabled: 'boolean',
    passwordlessAccess: 'boolean',
    pgSettings: 'jsonb',
    pgbouncerSettings: 'jsonb',
    createdAtMs: 'bigint',
    updatedAtMs: 'bigint',
    startedAtMs: 'bigint?',
    suspendedAtMs: 'bigint?',
    lastActiveAtMs: 'bigint?',
    live: 'jsonb',
  },
  operations: {
    id: 'text',
    sequence: 'bigint',
    projectId: 'text',
    branchId: 'text?',
    endpointId: 'text?',
    action: 'text',
    status: 'text',
    error: 'text?',
    failures: 'bigint',
    retryAtMs: 'bigint?',
    createdAtMs: 'bigint',
    updatedAtMs: 'bigint',
  },
  roles: {
    id: 'text',
    projectId: 'text',
    branchId: 'text',
    name: 'text',
    login: 'boolean',
    passwordKey: 'text',
    createdAtMs: 'bigint',
    updatedAtMs: 'bigint',
  },
  databases: {
    id: 'text',
    number: 'bigint',
    projectId: 'text',
    branchId: 'text',
    name: 'text',
    ownerName: 'text',
    createdAtMs: 'bigint',
    updatedAtMs: 'bigint',
  },
  consumption: {
    id: 'text',
    projectId: 'text',
    branchId: 'text',
    hourMs: 'bigint',
    activeMs: 'bigint',
    quarterCuMs: 'bigint',
  },
  tombstones: { id: 'text', kind: 'text', deletedAtMs: 'bigint' },
  settings: { id: 'text', value: 'jsonb?' },
} as const satisfies {
  readonly [Table in TableName]: {
    readonly [Field in keyof Records[Table]]-?: TypeOf<Records[Table][Field]>;
  };
};

/** The columns of a table in the order of its fields. */
export function columnsOf(table: TableName): readonly SqlColumn[] {
  return Object.entries(COLUMNS[table]).map(([field, type]) => ({
    field,
    name: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    type: type.replace('?', ''),
    nullable: type.endsWith('?'),
  }));
}

export interface SqlColumn {
  readonly field: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
}

type TypeOf<Value> = null extends Value ? `${TypeOfPresent<NonNullable<Value>>}?` : TypeOfPresent<Value>;

// The brackets keep TypeScript from distributing over a union such as boolean.
type TypeOfPresent<Value> = [Value] extends [string]
  ? 'text'
  : [Value] extends [number]
    ? 'bigint' | 'double precision'
    : [Value] extends [boolean]
      ? 'boolean'
      : 'jsonb';
