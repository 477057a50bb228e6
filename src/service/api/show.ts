import { createHash } from 'node:crypto';
import type { z } from 'zod';
import { nextMonthMs } from '../../workload/index.ts';
import type {
  BranchRecord,
  DatabaseRecord,
  DefaultEndpointSettings,
  EndpointRecord,
  KeyRecord,
  MemberRecord,
  OperationRecord,
  OrganizationRecord,
  ProjectRecord,
  RoleRecord,
} from '../records/records.ts';
import { type MeteredTime, monthStartMs, sumOf } from '../usage/consumption.ts';
import { meteredSince } from '../usage/metered-since.ts';
import { passwordOf } from '../world/passwords.ts';
import type { World } from '../world/world.ts';
import type * as answers from './answers.ts';
import type { Hosts } from './route.ts';

type Shown<Schema extends z.ZodType> = z.input<Schema>;

const PROVISIONER = 'k8s-neonvm';
const MIB = 1024 ** 2;

export function showEndpoint(
  world: World,
  hosts: Hosts,
  endpoint: EndpointRecord,
): Shown<typeof answers.ENDPOINT> {
  const compute = world.computes.get(endpoint.id);
  const { currentState, pendingState } = compute?.view ?? { currentState: null, pendingState: null };
  const lastActiveMs = compute?.lastActiveMs(world.nowMs) ?? endpoint.lastActiveAtMs;
  const { pgSettings, pgbouncerSettings } = endpoint;
  return {
    host: hostOf(hosts, endpoint.id),
    id: endpoint.id,
    ...(endpoint.name === null ? {} : { name: endpoint.name }),
    project_id: endpoint.projectId,
    branch_id: endpoint.branchId,
    autoscaling_limit_min_cu: endpoint.minCu,
    autoscaling_limit_max_cu: endpoint.maxCu,
    region_id: world.tables.projects.get(endpoint.projectId)?.regionId ?? '',
    type: endpoint.type,
    current_state: currentState ?? 'idle',
    ...(pendingState === null ? {} : { pending_state: pendingState }),
    settings: {
      pg_settings: pgSettings,
      ...(Object.keys(pgbouncerSettings).length === 0 ? {} : { pgbouncer_settings: pgbouncerSettings }),
    },
    pooler_enabled: endpoint.poolerEnabled,
    pooler_mode: 'transaction',
    disabled: endpoint.disabled,
    passwordless_access: endpoint.passwordlessAccess,
    ...moment('last_active', lastActiveMs),
    creation_source: 'api',
    created_at: iso(endpoint.createdAtMs),
    updated_at: iso(endpoint.updatedAtMs),
    ...moment('started_at', endpoint.startedAtMs),
    ...moment('suspended_at', endpoint.suspendedAtMs),
    proxy_host: hosts.suffix,
    suspend_timeout_seconds: endpoint.suspendTimeoutSeconds,
    provisioner: PROVISIONER,
    compute_release_version: String(compute?.core.life.release ?? 0),
  };
}

export function showOperation(operation: OperationRecord): Shown<typeof answers.OPERATION> {
  return {
    id: operation.id,
    project_id: operation.projectId,
    ...(operation.branchId === null ? {} : { branch_id: operation.branchId }),
    ...(operation.endpointId === null ? {} : { endpoint_id: operation.endpointId }),
    action: operation.action,
    status: operation.status,
    ...(operation.error === null ? {} : { error: operation.error }),
    failures_count: operation.failures,
    ...moment('retry_at', operation.retryAtMs),
    created_at: iso(operation.createdAtMs),
    updated_at: iso(operation.updatedAtMs),
    total_duration_ms: operation.updatedAtMs - operation.createdAtMs,
  };
}

export function showBranch(world: World, branch: BranchRecord): Shown<typeof answers.BRANCH> {
  const metered = meteredSince(world, branch.projectId, monthStartMs(world.nowMs), branch.id);
  const total = sumOf(metered);
  return {
    id: branch.id,
    project_id: branch.projectId,
    ...(branch.parentId === null ? {} : { parent_id: branch.parentId }),
    ...moment('parent_timestamp', branch.parentTimestampMs),
    name: branch.name,
    current_state: 'ready',
    state_changed_at: iso(branch.createdAtMs),
    creation_source: 'api',
    primary: branch.isDefault,
    default: branch.isDefault,
    protected: branch.isProtected,
    cpu_used_sec: cuSeconds(total),
    compute_time_seconds: cuSeconds(total),
    active_time_seconds: activeSeconds(total),
    written_data_bytes: 0,
    data_transfer_bytes: 0,
    created_at: iso(branch.createdAtMs),
    updated_at: iso(branch.updatedAtMs),
    ...moment('expires_at', branch.expiresAtMs),
    created_by: { name: branch.createdBy, image: '' },
  };
}

export function showAnnotation(branch: BranchRecord): Shown<typeof answers.ANNOTATION> {
  return {
    object: { type: 'console/branch', id: branch.id },
    value: branch.annotations,
    created_at: iso(branch.createdAtMs),
    updated_at: iso(branch.updatedAtMs),
  };
}

export function showRole(role: RoleRecord, password: string | null): Shown<typeof answers.ROLE> {
  return {
    branch_id: role.branchId,
    name: role.name,
    ...(password === null ? {} : { password }),
    protected: false,
    created_at: iso(role.createdAtMs),
    updated_at: iso(role.updatedAtMs),
  };
}

export function showDatabase(database: DatabaseRecord): Shown<typeof answers.DATABASE> {
  return {
    id: database.number,
    branch_id: database.branchId,
    name: database.name,
    owner_name: database.ownerName,
    created_at: iso(database.createdAtMs),
    updated_at: iso(database.updatedAtMs),
  };
}

export function showProjectListItem(
  world: World,
  hosts: Hosts,
  project: ProjectRecord,
): Shown<typeof answers.PROJECT_LIST_ITEM> {
  const total = sumOf(meteredSince(world, project.id, monthStartMs(world.nowMs)));
  return { ...projectBase(world, hosts, project, total), active_time: activeSeconds(total) };
}

export function showProject(
  world: World,
  hosts: Hosts,
  project: ProjectRecord,
): Shown<typeof answers.PROJECT> {
  const startMs = monthStartMs(world.nowMs);
  const total = sumOf(meteredSince(world, project.id, startMs));
  return {
    ...projectBase(world, hosts, project, total),
    data_storage_bytes_hour: 0,
    data_transfer_bytes: 0,
    written_data_bytes: 0,
    compute_time_seconds: cuSeconds(total),
    active_time_seconds: activeSeconds(total),
    consumption_period_start: iso(startMs),
    consumption_period_end: iso(nextMonthMs(startMs)),
  };
}

function projectBase(world: World, hosts: Hosts, project: ProjectRecord, total: MeteredTime) {
  const limitMib = world.planOf(project) === 'free' ? 512 : 16 * 1024 ** 2;
  const lastActiveMs = lastActiveOf(world, project);
  return {
    id: project.id,
    platform_id: 'aws',
    region_id: project.regionId,
    name: project.name,
    provisioner: PROVISIONER,
    default_endpoint_settings: showDefaults(project.defaultEndpointSettings),
    settings: project.settings,
    pg_version: hosts.gateway?.pgVersion ?? project.pgVersion,
    proxy_host: hosts.suffix,
    branch_logical_size_limit: limitMib,
    branch_logical_size_limit_bytes: limitMib * MIB,
    store_passwords: project.storePasswords,
    cpu_used_sec: cuSeconds(total),
    creation_source: 'api',
    created_at: iso(project.createdAtMs),
    updated_at: iso(project.updatedAtMs),
    owner_id: project.orgId ?? project.userId ?? '',
    ...(project.orgId === null ? {} : { org_id: project.orgId }),
    ...moment('compute_last_active_at', lastActiveMs),
    history_retention_seconds: project.historyRetentionSeconds,
    locked: false,
  };
}

function showDefaults(defaults: DefaultEndpointSettings) {
  const { minCu, maxCu, suspendTimeoutSeconds, pgSettings, pgbouncerSettings } = defaults;
  return {
    ...(minCu === undefined ? {} : { autoscaling_limit_min_cu: minCu }),
    ...(maxCu === undefined ? {} : { autoscaling_limit_max_cu: maxCu }),
    ...(suspendTimeoutSeconds === undefined ? {} : { suspend_timeout_seconds: suspendTimeoutSeconds }),
    ...(pgSettings === undefined ? {} : { pg_settings: pgSettings }),
    ...(pgbouncerSettings === undefined ? {} : { pgbouncer_settings: pgbouncerSettings }),
  };
}

export function showConnection(
  world: World,
  hosts: Hosts,
  endpointId: string,
  role: RoleRecord,
  database: DatabaseRecord,
): Shown<typeof answers.CONNECTION> {
  const password = passwordOf(world.settings.secret, role);
  return {
    connection_uri: connectionUri(world, hosts, endpointId, role, database, false),
    connection_parameters: {
      database: database.name,
      password,
      role: role.name,
      host: hostOf(hosts, endpointId),
      pooler_host: poolerHostOf(hosts, endpointId),
    },
  };
}

export function connectionUri(
  world: World,
  hosts: Hosts,
  endpointId: string,
  role: RoleRecord,
  database: DatabaseRecord,
  pooled: boolean,
): string {
  const user = `${encodeURIComponent(role.name)}:${passwordOf(world.settings.secret, role)}`;
  const path = encodeURIComponent(database.name);
  const { gateway } = hosts;
  if (gateway === null) {
    const host = pooled ? poolerHostOf(hosts, endpointId) : hostOf(hosts, endpointId);
    return `postgresql://${user}@${host}/${path}`;
  }
  // Not every machine resolves names under localhost, so the compute is named in `options`.
  const host = gateway.host.includes(':') ? `[${gateway.host}]` : gateway.host;
  const compute = encodeURIComponent(`endpoint=${pooled ? `${endpointId}-pooler` : endpointId}`);
  return `postgresql://${user}@${host}:${gateway.port}/${path}?options=${compute}`;
}

export function showKeyListItem(world: World, key: KeyRecord): Shown<typeof answers.ORG_KEY_LIST_ITEM> {
  return {
    id: Number(key.id),
    name: key.name,
    created_at: iso(key.createdAtMs),
    created_by: {
      id: key.createdBy,
      name: world.tables.users.get(key.createdBy)?.name ?? 'a former member',
      image: '',
    },
    last_used_at: key.lastUsedAtMs === null ? null : iso(key.lastUsedAtMs),
    last_used_from_addr: key.lastUsedFrom,
    ...(key.projectId === null ? {} : { project_id: key.projectId }),
  };
}

export function showRevoked(key: KeyRecord): Shown<typeof answers.ORG_KEY_REVOKED> {
  return {
    id: Number(key.id),
    name: key.name,
    created_at: iso(key.createdAtMs),
    created_by: key.createdBy,
    last_used_at: key.lastUsedAtMs === null ? null : iso(key.lastUsedAtMs),
    last_used_from_addr: key.lastUsedFrom,
    revoked: true,
    ...(key.projectId === null ? {} : { project_id: key.projectId }),
  };
}

export function showOrganization(organization: OrganizationRecord): Shown<typeof answers.ORGANIZATION> {
  return {
    id: organization.id,
    name: organization.name,
    handle: organization.handle,
    plan: organization.plan,
    created_at: iso(organization.createdAtMs),
    managed_by: 'console',
    updated_at: iso(organization.updatedAtMs),
  };
}

export function showMember(member: MemberRecord): Shown<typeof answers.MEMBER> {
  return {
    id: member.id,
    user_id: member.userId,
    org_id: member.orgId,
    role: member.role,
    joined_at: iso(member.joinedAtMs),
  };
}

export function iso(atMs: number): string {
  return new Date(atMs).toISOString();
}

export function cuSeconds({ quarterCuMs }: MeteredTime): number {
  return Math.floor(quarterCuMs / 4000);
}

export function activeSeconds({ activeMs }: MeteredTime): number {
  return Math.floor(activeMs / 1000);
}

/** Derives a UUID from a text, so that the same object always has the same one. */
export function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function hostOf({ suffix }: Hosts, endpointId: string): string {
  return `${endpointId}.${suffix}`;
}

function poolerHostOf({ suffix }: Hosts, endpointId: string): string {
  return `${endpointId}-pooler.${suffix}`;
}

function lastActiveOf(world: World, project: ProjectRecord): number | null {
  const times = world.tables.endpoints
    .of(project.id)
    .flatMap(({ id }) => world.computes.get(id)?.lastActiveMs(world.nowMs) ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

function moment<Key extends string>(key: Key, atMs: number | null): { readonly [K in Key]?: string } {
  return (atMs === null ? {} : { [key]: iso(atMs) }) as { readonly [K in Key]?: string };
}
