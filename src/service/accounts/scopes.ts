import { forbidden, notFound } from '../api-error.ts';
import type {
  KeyRecord,
  MemberRecord,
  OrganizationRecord,
  ProjectRecord,
  UserRecord,
} from '../records/records.ts';
import type { World } from '../world/world.ts';

/** The caller, by the kind of the key: a user, an organization, or a holder of the key of one project. */
export type Caller =
  | { readonly kind: 'personal'; readonly keyId: string; readonly userId: string }
  | {
      readonly kind: 'organization';
      readonly keyId: string;
      readonly orgId: string;
      readonly createdBy: string;
    }
  | {
      readonly kind: 'project';
      readonly keyId: string;
      readonly orgId: string;
      readonly projectId: string;
      readonly createdBy: string;
    };

export function callerOf(key: KeyRecord): Caller {
  const { id, kind, userId, orgId, projectId, createdBy } = key;
  if (kind === 'personal') return { kind, keyId: id, userId: userId ?? '' };
  if (kind === 'organization') return { kind, keyId: id, orgId: orgId ?? '', createdBy };
  return { kind, keyId: id, orgId: orgId ?? '', projectId: projectId ?? '', createdBy };
}

/** The name of the user who counts as the creator of what this caller creates. */
export function callerName(world: World, caller: Caller): string {
  const id = caller.kind === 'personal' ? caller.userId : caller.createdBy;
  return world.tables.users.get(id)?.name ?? 'a former member';
}

export function membership(world: World, userId: string, orgId: string): MemberRecord | undefined {
  return world.tables.members.of(orgId).find((member) => member.userId === userId);
}

function isWithin(world: World, caller: Caller, project: ProjectRecord): boolean {
  if (caller.kind === 'project') return caller.projectId === project.id && caller.orgId === project.orgId;
  if (caller.kind === 'organization') return caller.orgId === project.orgId;
  if (project.orgId === null) return project.userId === caller.userId;
  return membership(world, caller.userId, project.orgId) !== undefined;
}

/** Returns a project in the caller's scope. A project outside it looks as if it did not exist. */
export function projectFor(world: World, caller: Caller, projectId: string): ProjectRecord {
  const project = world.tables.projects.get(projectId);
  if (project === undefined || !isWithin(world, caller, project)) throw notFound('project', projectId);
  return project;
}

/** The projects that a caller can see, or those of one organization. */
export function projectsOf(world: World, caller: Caller, orgId: string | null): readonly ProjectRecord[] {
  if (caller.kind === 'project') {
    if (orgId !== null) throw projectKeyRefused();
    const project = world.tables.projects.get(caller.projectId);
    return project !== undefined && isWithin(world, caller, project) ? [project] : [];
  }
  if (orgId !== null) return world.tables.projects.of(organizationFor(world, caller, orgId).id);
  return world.tables.projects.of(caller.kind === 'organization' ? caller.orgId : caller.userId);
}

/** The user behind a personal key. Other keys belong to no user, and are refused. */
export function userFor(world: World, caller: Caller): UserRecord {
  if (caller.kind !== 'personal') throw forbidden('this needs a personal API key');
  return world.tables.users.known(caller.userId);
}

export function organizationFor(world: World, caller: Caller, orgId: string): OrganizationRecord {
  if (caller.kind === 'project') throw projectKeyRefused();
  const organization = world.tables.organizations.get(orgId);
  const isMember =
    caller.kind === 'organization'
      ? caller.orgId === orgId
      : membership(world, caller.userId, orgId) !== undefined;
  if (organization === undefined || !isMember) throw notFound('organization', orgId);
  return organization;
}

/** Returns an organization that the caller administers. An organization key acts as an administrator. */
export function administeredOrganizationFor(world: World, caller: Caller, orgId: string): OrganizationRecord {
  const organization = organizationFor(world, caller, orgId);
  if (caller.kind === 'personal' && membership(world, caller.userId, orgId)?.role !== 'admin')
    throw forbidden('this needs an administrator of the organization');
  return organization;
}

export function projectKeyRefused(): ReturnType<typeof forbidden> {
  return forbidden(
    'a project-scoped API key can act only within its project; use a personal or organization API key for this',
  );
}
