import { createHash, timingSafeEqual } from 'node:crypto';
import { forbidden, invalid, notFound } from '../api-error.ts';
import type { KeyRecord, OrganizationRecord, UserRecord } from '../records/records.ts';
import type { World } from '../world/world.ts';
import {
  administeredOrganizationFor,
  type Caller,
  membership,
  organizationFor,
  projectFor,
  userFor,
} from './scopes.ts';

/** A new key with its secret, which is shown this once and saved nowhere. */
export interface NewKey {
  readonly key: KeyRecord;
  readonly secret: string;
}

const SECRET_BYTES = 32;

/** An account with this many keys gets a warning in the log. Nothing refuses more keys. */
export const MOST_KEYS_ADVISED = 10_000;

/** The last use of a key is exact to the minute, so that not every read causes a write. */
const USE_NOTED_EVERY_MS = 60_000;

export function createPersonalKey(world: World, user: UserRecord, name: string): NewKey {
  return create(world, {
    kind: 'personal',
    name,
    userId: user.id,
    orgId: null,
    projectId: null,
    createdBy: user.id,
  });
}

/**
 * Creates a key for one project, which any member may do, or for all projects of an organization, which needs the
 * personal key of an administrator.
 */
export function createOrganizationKey(
  world: World,
  caller: Caller,
  orgId: string,
  name: string,
  projectId: string | null,
): NewKey {
  const organization = organizationFor(world, caller, orgId);
  if (projectId === null) {
    if (caller.kind !== 'personal') throw forbidden('creating an organization key needs a personal API key');
    if (membership(world, caller.userId, orgId)?.role !== 'admin')
      throw forbidden('only an administrator of the organization can create an organization key');
    return create(world, {
      kind: 'organization',
      name,
      userId: null,
      orgId,
      projectId,
      createdBy: caller.userId,
    });
  }
  const project = projectFor(world, caller, projectId);
  if (project.orgId !== organization.id) throw notFound('project', projectId);
  const createdBy = caller.kind === 'personal' ? caller.userId : creatorOf(caller);
  return create(world, { kind: 'project', name, userId: null, orgId, projectId, createdBy });
}

export function personalKeys(world: World, caller: Caller): readonly KeyRecord[] {
  const user = userFor(world, caller);
  return [...world.tables.keys.all()].filter(({ kind, userId }) => kind === 'personal' && userId === user.id);
}

export function organizationKeys(world: World, organization: OrganizationRecord): readonly KeyRecord[] {
  return [...world.tables.keys.all()].filter(({ orgId }) => orgId === organization.id);
}

export function revokePersonalKey(world: World, caller: Caller, id: string): KeyRecord {
  const user = userFor(world, caller);
  const key = world.tables.keys.get(id);
  if (key?.kind !== 'personal' || key.userId !== user.id) throw notFound('API key', id);
  world.tables.keys.delete(id);
  return key;
}

export function revokeOrganizationKey(world: World, caller: Caller, orgId: string, id: string): KeyRecord {
  administeredOrganizationFor(world, caller, orgId);
  const key = world.tables.keys.get(id);
  if (key === undefined || key.orgId !== orgId) throw notFound('API key', id);
  world.tables.keys.delete(id);
  return key;
}

/** The key that has this secret; undefined if there is none, or if it was revoked. */
export function findKey(world: World, secret: string): KeyRecord | undefined {
  const hash = hashOf(secret);
  const [key] = world.tables.keys.of(hash);
  if (key === undefined || !timingSafeEqual(Buffer.from(key.hash), Buffer.from(hash))) return undefined;
  return isAlive(world, key) ? key : undefined;
}

/** Notes when and from where a key was used. */
export function noteUse(world: World, key: KeyRecord, from: string): void {
  const { nowMs } = world;
  if (key.lastUsedAtMs !== null && nowMs - key.lastUsedAtMs < USE_NOTED_EVERY_MS && key.lastUsedFrom === from)
    return;
  world.tables.keys.put({ ...key, lastUsedAtMs: nowMs, lastUsedFrom: from });
}

/** Deletes the project-scoped keys of a project that leaves its organization. */
export function dropProjectKeys(world: World, projectId: string): void {
  for (const key of [...world.tables.keys.all()])
    if (key.projectId === projectId) world.tables.keys.delete(key.id);
}

function create(
  world: World,
  of: Pick<KeyRecord, 'kind' | 'name' | 'userId' | 'orgId' | 'projectId' | 'createdBy'>,
): NewKey {
  if (of.name.trim() === '') throw invalid('key_name is empty; give the key a name');
  const secret = `tdm_${Buffer.from(world.settings.secretBytes(SECRET_BYTES)).toString('base64url')}`;
  const key = world.tables.keys.put({
    ...of,
    id: String(world.ids.number()),
    hash: hashOf(secret),
    createdAtMs: world.nowMs,
    lastUsedAtMs: null,
    lastUsedFrom: '',
  });
  warnOfTooManyKeys(world, of.orgId ?? of.createdBy, of.orgId === null ? 'userId' : 'orgId');
  return { key, secret };
}

function warnOfTooManyKeys(world: World, account: string, owner: 'userId' | 'orgId'): void {
  if (world.tables.keys.size < MOST_KEYS_ADVISED) return;
  let keys = 0;
  for (const key of world.tables.keys.all()) if (key[owner] === account) keys++;
  if (keys >= MOST_KEYS_ADVISED) world.warn?.('many keys', { account, keys, advised: MOST_KEYS_ADVISED });
}

function isAlive(world: World, { kind, orgId, projectId }: KeyRecord): boolean {
  if (kind !== 'project') return true;
  return world.tables.projects.get(projectId ?? '')?.orgId === orgId;
}

function creatorOf(caller: Exclude<Caller, { kind: 'personal' }>): string {
  return caller.createdBy;
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
