import { beforeAll, describe, expect, it } from 'vitest';
import { API_ROUTES } from '../../src/service/api/routes/index.ts';
import type { Contents } from '../../src/service/store/store.ts';
import { Harness, type Person } from './harness.ts';

/** Every kind of key that a call can come with. `PA` and `PB` are projects of organization A. */
const KEYS = [
  'none',
  'garbage',
  'revoked',
  'owner',
  'admin',
  'member',
  'stranger',
  'organization A',
  'organization B',
  'project PA',
  'project PB',
] as const;
type Key = (typeof KEYS)[number];
type Verdict = 'ok' | 401 | 403 | 404;

const PERSONS: readonly Key[] = ['owner', 'admin', 'member', 'stranger'];
const OF_PROJECTS: readonly Key[] = ['project PA', 'project PB'];

/** On what a call is made: a project of the owner's own, one of organization A, or one that never was. */
const PROJECTS = ['own', 'PA', 'nowhere'] as const;
const ORGANIZATIONS = ['A', 'nowhere'] as const;
type Target = (typeof PROJECTS)[number] | (typeof ORGANIZATIONS)[number] | 'account';

/** The rules of access, from sections 2.1 and 5 of the specification. */
const RULES = {
  /** Within a project: whoever has it in scope. For others it does not exist. */
  project(key: Key, target: Target): Verdict {
    if (target === 'own') return key === 'owner' ? 'ok' : 404;
    const within: readonly Key[] = ['admin', 'member', 'organization A', 'project PA'];
    return target === 'PA' && within.includes(key) ? 'ok' : 404;
  },
  /** A project-scoped key can manage its project, but not delete it. */
  'delete project'(key: Key, target: Target): Verdict {
    return key === 'project PA' && target === 'PA' ? 403 : RULES.project(key, target);
  },
  anyone: (): Verdict => 'ok',
  /** Objects of a user's account. */
  person: (key: Key): Verdict => (PERSONS.includes(key) ? 'ok' : 403),
  /** A project-scoped key creates no projects, and sees no consumption of an account. */
  'no project key': (key: Key): Verdict => (OF_PROJECTS.includes(key) ? 403 : 'ok'),
  /** Organization-related actions: not with a project-scoped key; others see only organizations that they are in. */
  member(key: Key, target: Target): Verdict {
    if (OF_PROJECTS.includes(key)) return 403;
    return target === 'A' && ['admin', 'member', 'organization A'].includes(key) ? 'ok' : 404;
  },
  administrator(key: Key, target: Target): Verdict {
    return key === 'member' && target === 'A' ? 403 : RULES.member(key, target);
  },
  /** Only with the personal key of an administrator. */
  'administrator in person'(key: Key, target: Target): Verdict {
    return key === 'organization A' && target === 'A' ? 403 : RULES.administrator(key, target);
  },
  /** Projects change hands by persons only. */
  'transfer out'(key: Key, target: Target): Verdict {
    return PERSONS.includes(key) ? RULES.administrator(key, target) : 403;
  },
  /** The owner's own project; others have none of that name. */
  'transfer own'(key: Key, target: Target): Verdict {
    if (!PERSONS.includes(key)) return 403;
    return key === 'owner' && target === 'own' ? 'ok' : 404;
  },
} as const;

interface Place {
  readonly project: string;
  readonly branch: string;
  /** A branch without computes, which can be deleted and can get a compute. */
  readonly spare: string;
  readonly endpoint: string;
  readonly operation: string;
}

interface Expectation {
  readonly who: keyof typeof RULES;
  readonly query?: (at: World, target: Target) => string;
  readonly body?: (at: World, target: Target) => unknown;
  /** Another place than the one that the names in the path would mean. */
  readonly params?: (at: World, target: Target, key: Key) => Record<string, string>;
}

interface World {
  readonly places: Readonly<Record<string, Place>>;
  readonly orgA: string;
  readonly orgOfOwner: string;
  readonly people: Readonly<Record<string, Person>>;
  readonly memberships: Readonly<Record<string, string>>;
  readonly keyIds: Readonly<Record<string, number>>;
  readonly secrets: Readonly<Record<Key, string | null>>;
}

const SPAN = 'from=2026-03-01T00:00:00Z&to=2026-03-03T00:00:00Z&granularity=daily';
const place = (world: World, target: Target) => world.places[target] as Place;
const org = (world: World, target: Target) => (target === 'A' ? world.orgA : 'org-nowhere-00000000');

const PROJECT: Expectation = { who: 'project' };
const ON_SPARE: Expectation = {
  who: 'project',
  params: (world, target) => ({ branch_id: place(world, target).spare }),
};

const EXPECTED: Readonly<Record<string, Expectation>> = {
  'GET /api_keys': { who: 'person' },
  'POST /api_keys': { who: 'person', body: () => ({ key_name: 'new' }) },
  'DELETE /api_keys/{key_id}': {
    who: 'person',
    params: ({ keyIds }, _, key) => ({ key_id: String(keyIds[key] ?? 1) }),
  },
  'GET /organizations/{org_id}/api_keys': { who: 'member' },
  'POST /organizations/{org_id}/api_keys': {
    who: 'administrator in person',
    body: () => ({ key_name: 'new' }),
  },
  'DELETE /organizations/{org_id}/api_keys/{key_id}': {
    who: 'administrator',
    params: ({ keyIds }) => ({ key_id: String(keyIds['project PB']) }),
  },
  'GET /projects': { who: 'anyone' },
  'GET /projects/shared': { who: 'anyone' },
  'POST /projects': { who: 'no project key', body: () => ({ project: {} }) },
  'GET /projects/{project_id}': PROJECT,
  'PATCH /projects/{project_id}': { who: 'project', body: () => ({ project: { name: 'renamed' } }) },
  'DELETE /projects/{project_id}': { who: 'delete project' },
  'GET /projects/{project_id}/connection_uri': {
    who: 'project',
    query: () => 'database_name=neondb&role_name=neondb_owner',
  },
  'GET /regions': { who: 'anyone' },
  'GET /projects/{project_id}/branches': PROJECT,
  'GET /projects/{project_id}/branches/count': PROJECT,
  'POST /projects/{project_id}/branches': { who: 'project', body: () => ({}) },
  'GET /projects/{project_id}/branches/{branch_id}': PROJECT,
  'PATCH /projects/{project_id}/branches/{branch_id}': {
    who: 'project',
    body: () => ({ branch: { name: 'renamed' } }),
  },
  'DELETE /projects/{project_id}/branches/{branch_id}': ON_SPARE,
  'POST /projects/{project_id}/branches/{branch_id}/set_as_default': ON_SPARE,
  'POST /projects/{project_id}/endpoints': {
    who: 'project',
    body: (world, target) => ({
      endpoint: { branch_id: place(world, target).spare, type: 'read_write' },
    }),
  },
  'GET /projects/{project_id}/endpoints': PROJECT,
  'GET /projects/{project_id}/branches/{branch_id}/endpoints': PROJECT,
  'GET /projects/{project_id}/endpoints/{endpoint_id}': PROJECT,
  'PATCH /projects/{project_id}/endpoints/{endpoint_id}': {
    who: 'project',
    body: () => ({ endpoint: { pooler_enabled: true } }),
  },
  'DELETE /projects/{project_id}/endpoints/{endpoint_id}': PROJECT,
  'POST /projects/{project_id}/endpoints/{endpoint_id}/start': PROJECT,
  'POST /projects/{project_id}/endpoints/{endpoint_id}/suspend': PROJECT,
  'POST /projects/{project_id}/endpoints/{endpoint_id}/restart': PROJECT,
  'GET /projects/{project_id}/operations': PROJECT,
  'GET /projects/{project_id}/operations/{operation_id}': PROJECT,
  'GET /projects/{project_id}/branches/{branch_id}/databases': PROJECT,
  'POST /projects/{project_id}/branches/{branch_id}/databases': {
    who: 'project',
    body: () => ({ database: { name: 'other', owner_name: 'neondb_owner' } }),
  },
  'GET /projects/{project_id}/branches/{branch_id}/databases/{database_name}': PROJECT,
  'PATCH /projects/{project_id}/branches/{branch_id}/databases/{database_name}': {
    who: 'project',
    body: () => ({ database: { name: 'renamed' } }),
  },
  'DELETE /projects/{project_id}/branches/{branch_id}/databases/{database_name}': PROJECT,
  'GET /projects/{project_id}/branches/{branch_id}/roles': PROJECT,
  'POST /projects/{project_id}/branches/{branch_id}/roles': {
    who: 'project',
    body: () => ({ role: { name: 'other' } }),
  },
  'GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}': PROJECT,
  'DELETE /projects/{project_id}/branches/{branch_id}/roles/{role_name}': {
    who: 'project',
    params: () => ({ role_name: 'spare' }),
  },
  'GET /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reveal_password': PROJECT,
  'POST /projects/{project_id}/branches/{branch_id}/roles/{role_name}/reset_password': PROJECT,
  'GET /users/me': { who: 'person' },
  'GET /users/me/organizations': { who: 'person' },
  'POST /users/me/projects/transfer': {
    who: 'transfer own',
    body: ({ places, orgOfOwner }, target) => ({
      destination_org_id: orgOfOwner,
      project_ids: [places[target]?.project],
    }),
  },
  'GET /organizations/{org_id}': { who: 'member' },
  'GET /organizations/{org_id}/members': { who: 'member' },
  'GET /organizations/{org_id}/members/{member_id}': { who: 'member' },
  'PATCH /organizations/{org_id}/members/{member_id}': {
    who: 'administrator',
    body: () => ({ role: 'admin' }),
  },
  'DELETE /organizations/{org_id}/members/{member_id}': {
    who: 'administrator',
    // Anybody may leave by himself, so the one to be removed is somebody else.
    params: ({ memberships }) => ({ member_id: memberships.other as string }),
  },
  'POST /organizations/{source_org_id}/projects/transfer': {
    who: 'transfer out',
    body: ({ places, orgOfOwner }) => ({ destination_org_id: orgOfOwner, project_ids: [places.PA?.project] }),
  },
  'GET /auth': { who: 'anyone' },
  'GET /consumption_history/projects': { who: 'no project key', query: () => SPAN },
  'GET /consumption_history/v2/projects': {
    who: 'member',
    query: (world, target) => `${SPAN}&metrics=compute_unit_seconds&org_id=${org(world, target)}`,
  },
  'GET /consumption_history/v2/branches': {
    who: 'member',
    query: (world, target) =>
      `${SPAN}&metrics=compute_unit_seconds&org_id=${org(world, target)}&project_ids=${world.places.PA?.project}`,
  },
};

const LITERAL_TARGETS: Readonly<Record<string, readonly Target[]>> = {
  'POST /users/me/projects/transfer': PROJECTS,
  'GET /consumption_history/v2/projects': ORGANIZATIONS,
  'GET /consumption_history/v2/branches': ORGANIZATIONS,
};

function targetsOf(name: string): readonly Target[] {
  if (LITERAL_TARGETS[name] !== undefined) return LITERAL_TARGETS[name];
  if (name.includes('{project_id}')) return PROJECTS;
  return name.includes('org_id}') ? ORGANIZATIONS : ['account'];
}

let h: Harness;
let world: World;
let contents: Contents;

beforeAll(async () => {
  h = await Harness.start();
  world = await build();
  contents = h.service.snapshot();
});

async function build(): Promise<World> {
  const owner = await h.user('Owner');
  const admin = await h.user('Admin');
  const member = await h.user('Member');
  const other = await h.user('Other');
  const stranger = await h.user('Stranger');
  const orgA = await h.organization(admin, [member, other]);
  const orgB = await h.organization(stranger);
  const orgOfOwner = await h.organization(owner, [admin]);
  const keyOf = (orgId: string, by: Person, projectId?: string) =>
    h.ok(
      'POST',
      `/organizations/${orgId}/api_keys`,
      { key_name: 'k', ...(projectId === undefined ? {} : { project_id: projectId }) },
      by.key,
    );
  const places: Record<string, Place> = {
    own: await placeIn({}, owner.key),
    PA: await placeIn({ org_id: orgA }, admin.key),
    nowhere: {
      project: 'no-such-00000000',
      branch: 'br-no-such-00000000',
      spare: 'br-no-such-00000000',
      endpoint: 'ep-no-such-00000000',
      operation: '00000000-0000-4000-8000-000000000000',
    },
  };
  const second = await h.project({ org_id: orgA }, admin.key);
  const revoked = await h.ok('POST', '/api_keys', { key_name: 'lost' }, owner.key);
  await h.ok('DELETE', `/api_keys/${revoked.id}`, undefined, owner.key);
  const made: Record<string, { readonly id: number; readonly key: string }> = {
    'organization A': await keyOf(orgA, admin),
    'organization B': await keyOf(orgB, stranger),
    'project PA': await keyOf(orgA, member, places.PA?.project),
    'project PB': await keyOf(orgA, member, second.project.id),
  };
  const { members } = await h.ok('GET', `/organizations/${orgA}/members`, undefined, admin.key);
  const memberId = (id: string) =>
    members.find((one: { member: { user_id: string; id: string } }) => one.member.user_id === id).member.id;
  const people = { owner, admin, member, stranger, other };
  const secretOf = (name: Key) => made[name]?.key ?? people[name as keyof typeof people]?.key ?? null;
  return {
    places,
    orgA,
    orgOfOwner,
    people,
    memberships: { member: memberId(member.id), other: memberId(other.id) },
    keyIds: Object.fromEntries([
      ...Object.entries(people).map(([name, { keyId }]) => [name, keyId]),
      ...Object.entries(made).map(([name, { id }]) => [name, id]),
    ]),
    secrets: {
      ...(Object.fromEntries(KEYS.map((name) => [name, secretOf(name)])) as Record<Key, string | null>),
      garbage: 'tdm_garbage',
      revoked: revoked.key,
    },
  };
}

async function placeIn(wish: Record<string, unknown>, key: string): Promise<Place> {
  const { project, branch, endpoints, operations } = await h.project(wish, key);
  const spare = await h.ok('POST', `/projects/${project.id}/branches`, {}, key);
  await h.ok('POST', `/projects/${project.id}/branches/${branch.id}/roles`, { role: { name: 'spare' } }, key);
  return {
    project: project.id,
    branch: branch.id,
    spare: spare.branch.id,
    endpoint: endpoints[0].id,
    operation: operations[0].id,
  };
}

function pathOf(name: string, target: Target, key: Key): string {
  const expectation = EXPECTED[name] as Expectation;
  const at = world.places[target];
  const params: Record<string, string | undefined> = {
    project_id: at?.project,
    branch_id: at?.branch,
    endpoint_id: at?.endpoint,
    operation_id: at?.operation,
    database_name: 'neondb',
    role_name: 'neondb_owner',
    org_id: org(world, target),
    source_org_id: org(world, target),
    member_id: world.memberships.member,
    ...expectation.params?.(world, target, key),
  };
  const path = name.replace(/^\w+ /, '').replaceAll(/\{(\w+)\}/g, (_, of: string) => {
    const value = params[of];
    if (value === undefined) throw new Error(`${name}: nothing stands for ${of}`);
    return value;
  });
  const query = expectation.query?.(world, target);
  return query === undefined ? path : `${path}?${query}`;
}

function verdictOf(key: Key, name: string, target: Target): Verdict {
  if (key === 'none' || key === 'garbage' || key === 'revoked') return 401;
  return RULES[(EXPECTED[name] as Expectation).who](key, target);
}

describe('every route, for every kind of key, within its scope and outside it', () => {
  it('has an expected answer', () => {
    expect(API_ROUTES.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.keys(EXPECTED).sort(),
    );
  });

  for (const name of Object.keys(EXPECTED)) {
    it(name, async () => {
      const method = name.split(' ')[0] as string;
      const wrong: unknown[] = [];
      for (const target of targetsOf(name)) {
        const given: Record<string, unknown> = {};
        const wanted: Record<string, unknown> = {};
        for (const key of KEYS) {
          const body = EXPECTED[name]?.body?.(world, target);
          const answer = await h.call(method, pathOf(name, target, key), body, world.secrets[key]);
          given[key] = answer.status < 300 ? 'ok' : answer.status;
          wanted[key] = verdictOf(key, name, target);
          if (method !== 'GET' && answer.status < 300) h.service.replace(contents);
        }
        if (JSON.stringify(given) !== JSON.stringify(wanted)) wrong.push({ target, given, wanted });
      }
      expect(wrong).toEqual([]);
    });
  }
});
