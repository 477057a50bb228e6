import { ApiError, forbidden, invalid, notFound } from '../api-error.ts';
import type { MemberRecord, OrganizationRecord, ProjectRecord, UserRecord } from '../records/records.ts';
import type { World } from '../world/world.ts';
import { dropProjectKeys } from './keys.ts';
import { administeredOrganizationFor, type Caller, membership, organizationFor, userFor } from './scopes.ts';

export function createUser(world: World, name: string, email: string, id?: string): UserRecord {
  if (world.tables.users.of(email).length > 0)
    throw new ApiError(409, 'CONFLICT', `user ${email} exists already`);
  return world.tables.users.put({
    id: id ?? world.ids.uuid(),
    name,
    email,
    plan: world.settings.plan,
    createdAtMs: world.nowMs,
  });
}

export function createOrganization(world: World, name: string, admin: UserRecord): OrganizationRecord {
  const id = world.ids.organization();
  const organization = world.tables.organizations.put({
    id,
    name,
    handle: `${
      name
        .toLowerCase()
        .replaceAll(/[^a-z0-9]+/g, '-')
        .replaceAll(/^-|-$/g, '') || 'org'
    }-${id}`,
    plan: world.settings.plan,
    createdAtMs: world.nowMs,
    updatedAtMs: world.nowMs,
  });
  join(world, organization, admin, 'admin');
  return organization;
}

export function join(
  world: World,
  organization: OrganizationRecord,
  user: UserRecord,
  role: MemberRecord['role'],
): MemberRecord {
  const existing = membership(world, user.id, organization.id);
  if (existing !== undefined) return world.tables.members.put({ ...existing, role });
  return world.tables.members.put({
    id: world.ids.uuid(),
    userId: user.id,
    orgId: organization.id,
    role,
    joinedAtMs: world.nowMs,
  });
}

export function organizationMember(
  world: World,
  caller: Caller,
  orgId: string,
  memberId: string,
): MemberRecord {
  organizationFor(world, caller, orgId);
  const member = world.tables.members.get(memberId);
  if (member === undefined || member.orgId !== orgId) throw notFound('member', memberId);
  return member;
}

export function changeRole(
  world: World,
  caller: Caller,
  orgId: string,
  memberId: string,
  role: MemberRecord['role'],
): MemberRecord {
  administeredOrganizationFor(world, caller, orgId);
  const member = organizationMember(world, caller, orgId, memberId);
  if (member.role === 'admin' && role !== 'admin') keepOneAdmin(world, orgId);
  return world.tables.members.put({ ...member, role });
}

/** Removes a member, who keeps the personal key and loses the organization's projects. */
export function removeMember(world: World, caller: Caller, orgId: string, memberId: string): void {
  const member = organizationMember(world, caller, orgId, memberId);
  const leaves = caller.kind === 'personal' && caller.userId === member.userId;
  if (!leaves) administeredOrganizationFor(world, caller, orgId);
  if (member.role === 'admin') keepOneAdmin(world, orgId);
  world.tables.members.delete(member.id);
}

export function organizationsOf(world: World, caller: Caller): readonly OrganizationRecord[] {
  const user = userFor(world, caller);
  return [...world.tables.organizations.all()].filter(
    ({ id }) => membership(world, user.id, id) !== undefined,
  );
}

/** Moves projects to another organization, all or none. Their project-scoped keys are deleted. */
export function transferProjects(
  world: World,
  caller: Caller,
  projects: readonly ProjectRecord[],
  destinationId: string,
): void {
  const destination = destinationFor(world, caller, destinationId);
  for (const project of projects) {
    if (project.orgId === destination.id)
      throw invalid(`project ${project.id} belongs to organization ${destination.id} already`);
  }
  for (const project of projects) {
    dropProjectKeys(world, project.id);
    world.tables.projects.put({ ...project, userId: null, orgId: destination.id, updatedAtMs: world.nowMs });
    world.quota.changed(project.id);
  }
}

function destinationFor(world: World, caller: Caller, orgId: string): OrganizationRecord {
  if (caller.kind !== 'personal') throw forbidden('transferring projects needs a personal API key');
  return organizationFor(world, caller, orgId);
}

function keepOneAdmin(world: World, orgId: string): void {
  const admins = world.tables.members.of(orgId).filter(({ role }) => role === 'admin');
  if (admins.length <= 1) throw invalid('an organization keeps at least one administrator');
}
