import type { PlanName } from '../../facts/index.ts';
import type { LiveState } from './live-state.ts';

/** The type of the records of each table. Records are plain data and never changed in place. */
export interface Records {
  readonly users: UserRecord;
  readonly organizations: OrganizationRecord;
  readonly members: MemberRecord;
  readonly keys: KeyRecord;
  readonly projects: ProjectRecord;
  readonly branches: BranchRecord;
  readonly endpoints: EndpointRecord;
  readonly operations: OperationRecord;
  readonly roles: RoleRecord;
  readonly databases: DatabaseRecord;
  readonly consumption: ConsumptionRecord;
  readonly tombstones: TombstoneRecord;
  readonly settings: SettingRecord;
}

export type TableName = keyof Records;

export const TABLE_NAMES = [
  'users',
  'organizations',
  'members',
  'keys',
  'projects',
  'branches',
  'endpoints',
  'operations',
  'roles',
  'databases',
  'consumption',
  'tombstones',
  'settings',
] as const satisfies readonly TableName[];

export interface UserRecord {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly plan: PlanName;
  readonly createdAtMs: number;
}

export interface OrganizationRecord {
  readonly id: string;
  readonly name: string;
  readonly handle: string;
  readonly plan: PlanName;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface MemberRecord {
  readonly id: string;
  readonly userId: string;
  readonly orgId: string;
  readonly role: 'admin' | 'member';
  readonly joinedAtMs: number;
}

/** An API key. Its secret is saved nowhere, only its hash. A revoked key has no record. */
export interface KeyRecord {
  readonly id: string;
  readonly kind: 'personal' | 'organization' | 'project';
  readonly name: string;
  readonly hash: string;
  /** The owner: a user, or an organization. A key with a project is for that project alone. */
  readonly userId: string | null;
  readonly orgId: string | null;
  readonly projectId: string | null;
  readonly createdBy: string;
  readonly createdAtMs: number;
  readonly lastUsedAtMs: number | null;
  readonly lastUsedFrom: string;
}

export interface ProjectRecord {
  readonly id: string;
  readonly name: string;
  /** The user who owns the project; null if it belongs to an organization. */
  readonly userId: string | null;
  readonly orgId: string | null;
  readonly regionId: string;
  readonly pgVersion: number;
  readonly storePasswords: boolean;
  readonly historyRetentionSeconds: number;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly defaultEndpointSettings: DefaultEndpointSettings;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface DefaultEndpointSettings {
  readonly minCu?: number;
  readonly maxCu?: number;
  readonly suspendTimeoutSeconds?: number;
  readonly pgSettings?: Readonly<Record<string, string>>;
  readonly pgbouncerSettings?: Readonly<Record<string, string>>;
}

export interface BranchRecord {
  readonly id: string;
  readonly projectId: string;
  readonly parentId: string | null;
  readonly parentTimestampMs: number | null;
  readonly name: string;
  readonly isDefault: boolean;
  readonly isProtected: boolean;
  readonly annotations: Readonly<Record<string, string>>;
  readonly expiresAtMs: number | null;
  /** The name of the user who created the branch. */
  readonly createdBy: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface EndpointRecord {
  readonly id: string;
  readonly projectId: string;
  readonly branchId: string;
  readonly type: 'read_write' | 'read_only';
  readonly name: string | null;
  readonly minCu: number;
  readonly maxCu: number;
  /** As in the API: 0 is the default, -1 is never. */
  readonly suspendTimeoutSeconds: number;
  readonly poolerEnabled: boolean;
  readonly disabled: boolean;
  readonly passwordlessAccess: boolean;
  readonly pgSettings: Readonly<Record<string, string>>;
  readonly pgbouncerSettings: Readonly<Record<string, string>>;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly startedAtMs: number | null;
  readonly suspendedAtMs: number | null;
  readonly lastActiveAtMs: number | null;
  /** The state of its compute. */
  readonly live: LiveState;
}

export interface OperationRecord {
  readonly id: string;
  /** Later operations have higher numbers. */
  readonly sequence: number;
  readonly projectId: string;
  readonly branchId: string | null;
  readonly endpointId: string | null;
  readonly action: 'create_branch' | 'create_timeline' | 'start_compute' | 'suspend_compute' | 'apply_config';
  readonly status: 'scheduling' | 'running' | 'finished' | 'failed' | 'cancelled';
  readonly error: string | null;
  readonly failures: number;
  readonly retryAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** A role. Its password is not saved, but derived from the store's secret and the key. A copied role keeps the key. */
export interface RoleRecord {
  readonly id: string;
  readonly projectId: string;
  readonly branchId: string;
  readonly name: string;
  readonly login: boolean;
  readonly passwordKey: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

export interface DatabaseRecord {
  readonly id: string;
  readonly number: number;
  readonly projectId: string;
  readonly branchId: string;
  readonly name: string;
  readonly ownerName: string;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
}

/** The metered time of the computes of a branch in one hour of UTC. */
interface ConsumptionRecord {
  readonly id: string;
  readonly projectId: string;
  readonly branchId: string;
  readonly hourMs: number;
  readonly activeMs: number;
  readonly quarterCuMs: number;
}

/** Marks a deleted object. Deleting it again succeeds, where deleting an object that never existed gives 404. */
export interface TombstoneRecord {
  readonly id: string;
  readonly kind: 'branch' | 'endpoint' | 'role' | 'database';
  readonly deletedAtMs: number;
}

/** A value that the service has once: the clock, the counters, the injected faults. */
interface SettingRecord {
  readonly id: string;
  readonly value: unknown;
}
