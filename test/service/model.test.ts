import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transitionTable } from '../../src/compute/index.ts';
import { runs } from '../runs.ts';
import { type Answer, Harness, type Person } from './harness.ts';

/** The state of the service by the specification alone: who exists, who may, and which computes a branch has. */
interface Model {
  readonly people: { readonly key: string; readonly orgs: Set<number>; readonly adminOf: Set<number> }[];
  readonly orgs: string[];
  readonly projects: ProjectModel[];
  readonly keys: KeyModel[];
}

interface ProjectModel {
  readonly id: string;
  /** The person that the project belongs to; null if it belongs to an organization. */
  readonly person: number | null;
  org: number | null;
  isGone: boolean;
  readonly branches: BranchModel[];
}

interface BranchModel {
  readonly id: string;
  readonly endpoints: { readonly id: string; readonly type: 'read_write' | 'read_only' }[];
}

interface KeyModel {
  readonly id: number;
  readonly secret: string;
  readonly kind: 'organization' | 'project';
  readonly org: number;
  readonly project: ProjectModel | null;
  isGone: boolean;
}

type Caller = { readonly secret: string } & (
  | { readonly kind: 'person'; readonly person: number }
  | { readonly kind: 'key'; readonly key: KeyModel }
);

interface Real {
  readonly h: Harness;
}

const SHOWN = new Set(
  transitionTable().views.map(({ currentState, pendingState }) => `${currentState}/${pendingState ?? '-'}`),
);

/** The statuses that an operation may have one look later. */
const AFTER: Readonly<Record<string, readonly string[]>> = {
  scheduling: ['scheduling', 'running', 'finished', 'failed', 'cancelled'],
  running: ['running', 'finished', 'failed', 'cancelled'],
  finished: ['finished'],
  failed: ['failed'],
  cancelled: ['cancelled'],
};

function callerAt(model: Model, at: number): Caller {
  const all: Caller[] = [
    ...model.people.map(({ key }, person) => ({ kind: 'person' as const, person, secret: key })),
    ...model.keys.map((key) => ({ kind: 'key' as const, key, secret: key.secret })),
  ];
  return all[at % all.length] as Caller;
}

function isAlive(caller: Caller): boolean {
  if (caller.kind === 'person') return true;
  const { key } = caller;
  return !key.isGone && (key.project === null || (key.project.org === key.org && !key.project.isGone));
}

/** The status of a refusal because of the caller or the project alone; null if there is none. */
function doorOf(model: Model, caller: Caller, project: ProjectModel): 401 | 404 | null {
  if (!isAlive(caller)) return 401;
  if (project.isGone) return 404;
  const isWithin =
    caller.kind === 'key'
      ? caller.key.project === null
        ? project.org === caller.key.org
        : caller.key.project === project
      : project.org === null
        ? project.person === caller.person
        : model.people[caller.person]?.orgs.has(project.org) === true;
  return isWithin ? null : 404;
}

function pick<T>(list: readonly T[], at: number): T | undefined {
  return list[at % Math.max(1, list.length)];
}

type Step = (model: Model, real: Real) => Promise<void>;

/** A command of fast-check: it is what it does, and says so. */
class Do implements fc.AsyncCommand<Model, Real> {
  private readonly name: string;
  private readonly step: Step;

  constructor(name: string, step: Step) {
    this.name = name;
    this.step = step;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    await this.step(model, real);
  }

  toString(): string {
    return this.name;
  }
}

const at = fc.nat({ max: 100 });

function expectDoor(answer: Answer, door: 401 | 404 | null): boolean {
  if (door !== null) {
    expect(answer.status).toBe(door);
    return false;
  }
  expect([401, 403, 404]).not.toContain(answer.status);
  return answer.status < 300;
}

const createProject = fc.tuple(at, at, fc.boolean()).map(
  ([who, org, ofOrg]) =>
    new Do(`project by ${who} in ${ofOrg ? org : 'nothing'}`, async (model, { h }) => {
      if (model.projects.length >= 6) return;
      const caller = callerAt(model, who);
      const orgAt = org % model.orgs.length;
      const wish = ofOrg ? { org_id: model.orgs[orgAt] } : {};
      const { status, body } = await h.call('POST', '/projects', { project: wish }, caller.secret);
      if (!isAlive(caller)) return expect(status).toBe(401);
      if (caller.kind === 'key' && caller.key.kind === 'project') return expect(status).toBe(403);
      const isMember =
        caller.kind === 'person'
          ? model.people[caller.person]?.orgs.has(orgAt) === true
          : caller.key.org === orgAt;
      if (ofOrg && !isMember) return expect(status).toBe(404);
      expect(status).toBe(201);
      model.projects.push({
        id: body.project.id,
        person: caller.kind === 'person' && !ofOrg ? caller.person : null,
        org: ofOrg ? orgAt : caller.kind === 'key' ? caller.key.org : null,
        isGone: false,
        branches: [{ id: body.branch.id, endpoints: [{ id: body.endpoints[0].id, type: 'read_write' }] }],
      });
    }),
);

const createBranch = fc.tuple(at, at).map(
  ([who, which]) =>
    new Do(`branch by ${who} in ${which}`, async (model, { h }) => {
      const project = pick(model.projects, which);
      if (project === undefined) return;
      const caller = callerAt(model, who);
      const answer = await h.call('POST', `/projects/${project.id}/branches`, {}, caller.secret);
      if (expectDoor(answer, doorOf(model, caller, project)))
        project.branches.push({ id: answer.body.branch.id, endpoints: [] });
    }),
);

const createEndpoint = fc.tuple(at, at, at, fc.constantFrom('read_write' as const, 'read_only' as const)).map(
  ([who, which, where, type]) =>
    new Do(`${type} by ${who} in ${which}/${where}`, async (model, { h }) => {
      const project = pick(model.projects, which);
      const branch = pick(project?.branches ?? [], where);
      if (project === undefined || branch === undefined) return;
      const caller = callerAt(model, who);
      const answer = await h.call(
        'POST',
        `/projects/${project.id}/endpoints`,
        { endpoint: { branch_id: branch.id, type } },
        caller.secret,
      );
      const isTaken = type === 'read_write' && branch.endpoints.some((one) => one.type === 'read_write');
      if (!expectDoor(answer, doorOf(model, caller, project))) {
        if (doorOf(model, caller, project) === null) {
          expect([isTaken, answer.status, answer.body.code]).toEqual([true, 422, 'ENDPOINTS_LIMIT_EXCEEDED']);
        }
        return;
      }
      expect(isTaken).toBe(false);
      branch.endpoints.push({ id: answer.body.endpoint.id, type });
    }),
);

const command = fc
  .tuple(at, at, at, at, fc.constantFrom('start', 'suspend', 'restart', 'delete', 'resize'))
  .map(
    ([who, which, where, whose, name]) =>
      new Do(`${name} by ${who} in ${which}/${where}/${whose}`, async (model, { h }) => {
        const project = pick(model.projects, which);
        const branch = pick(project?.branches ?? [], where);
        const endpoint = pick(branch?.endpoints ?? [], whose);
        if (project === undefined || branch === undefined || endpoint === undefined) return;
        const caller = callerAt(model, who);
        const one = `/projects/${project.id}/endpoints/${endpoint.id}`;
        const call = (method: string, path: string, body?: unknown) =>
          h.call(method, path, body, caller.secret);
        const answer =
          name === 'delete'
            ? await call('DELETE', one)
            : name === 'resize'
              ? await call('PATCH', one, {
                  endpoint: { autoscaling_limit_min_cu: 1 + (whose % 3), autoscaling_limit_max_cu: 4 },
                })
              : await call('POST', `${one}/${name}`);
        const done = expectDoor(answer, doorOf(model, caller, project));
        if (doorOf(model, caller, project) === null && !done) expect([422, 423]).toContain(answer.status);
        if (done && name === 'delete') branch.endpoints.splice(branch.endpoints.indexOf(endpoint), 1);
      }),
  );

const move = fc.tuple(at, at, at, at, at).map(
  ([who, which, where, whose, to]) =>
    new Do(`move by ${who} of ${which}/${where}/${whose} to ${to}`, async (model, { h }) => {
      const project = pick(model.projects, which);
      const branch = pick(project?.branches ?? [], where);
      const endpoint = pick(branch?.endpoints ?? [], whose);
      const target = pick(project?.branches ?? [], to);
      if (project === undefined || branch === undefined || endpoint === undefined || target === undefined)
        return;
      const caller = callerAt(model, who);
      const answer = await h.call(
        'PATCH',
        `/projects/${project.id}/endpoints/${endpoint.id}`,
        { endpoint: { branch_id: target.id } },
        caller.secret,
      );
      const isTaken =
        target !== branch &&
        endpoint.type === 'read_write' &&
        target.endpoints.some(({ type }) => type === 'read_write');
      const door = doorOf(model, caller, project);
      if (!expectDoor(answer, door)) {
        if (door === null) expect(isTaken ? [422] : [423]).toContain(answer.status);
        return;
      }
      expect(isTaken).toBe(false);
      branch.endpoints.splice(branch.endpoints.indexOf(endpoint), 1);
      target.endpoints.push(endpoint);
    }),
);

const createKey = fc.tuple(at, at, at, fc.boolean()).map(
  ([who, org, which, forProject]) =>
    new Do(`key by ${who} of ${org} for ${forProject ? which : 'all'}`, async (model, { h }) => {
      const orgAt = org % model.orgs.length;
      const project = forProject ? pick(model.projects, which) : undefined;
      const caller = callerAt(model, who);
      const { status, body } = await h.call(
        'POST',
        `/organizations/${model.orgs[orgAt]}/api_keys`,
        { key_name: 'k', ...(project === undefined ? {} : { project_id: project.id }) },
        caller.secret,
      );
      if (!isAlive(caller)) return expect(status).toBe(401);
      if (caller.kind === 'key' && caller.key.kind === 'project') return expect(status).toBe(403);
      const person = caller.kind === 'person' ? model.people[caller.person] : undefined;
      const isMember =
        person === undefined ? caller.kind === 'key' && caller.key.org === orgAt : person.orgs.has(orgAt);
      if (!isMember) return expect(status).toBe(404);
      if (project === undefined && person?.adminOf.has(orgAt) !== true) return expect(status).toBe(403);
      if (project !== undefined && (project.isGone || project.org !== orgAt)) return expect(status).toBe(404);
      expect(status).toBe(200);
      model.keys.push({
        id: body.id,
        secret: body.key,
        kind: project === undefined ? 'organization' : 'project',
        org: orgAt,
        project: project ?? null,
        isGone: false,
      });
    }),
);

const revoke = fc.tuple(at, at).map(
  ([who, which]) =>
    new Do(`revoke ${which} by ${who}`, async (model, { h }) => {
      const key = pick(model.keys, which);
      if (key === undefined) return;
      const caller = callerAt(model, who);
      const path = `/organizations/${model.orgs[key.org]}/api_keys/${key.id}`;
      const { status } = await h.call('DELETE', path, undefined, caller.secret);
      if (!isAlive(caller)) return expect(status).toBe(401);
      if (caller.kind === 'key' && caller.key.kind === 'project') return expect(status).toBe(403);
      const person = caller.kind === 'person' ? model.people[caller.person] : undefined;
      const isMember =
        person === undefined ? caller.kind === 'key' && caller.key.org === key.org : person.orgs.has(key.org);
      if (!isMember) return expect(status).toBe(404);
      if (person !== undefined && !person.adminOf.has(key.org)) return expect(status).toBe(403);
      const wasAlive = isAlive({ kind: 'key', key, secret: key.secret });
      expect(status).toBe(wasAlive ? 200 : 404);
      key.isGone = true;
    }),
);

const transfer = fc.tuple(at, at, at).map(
  ([who, which, to]) =>
    new Do(`transfer of ${which} to ${to} by ${who}`, async (model, { h }) => {
      const project = pick(model.projects, which);
      const person = model.people[who % model.people.length];
      const toAt = to % model.orgs.length;
      if (project === undefined || project.org === null || person === undefined) return;
      const { status } = await h.call(
        'POST',
        `/organizations/${model.orgs[project.org]}/projects/transfer`,
        { destination_org_id: model.orgs[toAt], project_ids: [project.id] },
        person.key,
      );
      if (!person.orgs.has(project.org)) return expect(status).toBe(404);
      if (!person.adminOf.has(project.org)) return expect(status).toBe(403);
      if (project.isGone || !person.orgs.has(toAt)) return expect(status).toBe(404);
      if (project.org === toAt) return expect(status).toBe(422);
      expect(status).toBe(200);
      for (const key of model.keys) if (key.project === project) key.isGone = true;
      project.org = toAt;
    }),
);

const deleteProject = fc.tuple(at, at).map(
  ([who, which]) =>
    new Do(`delete ${which} by ${who}`, async (model, { h }) => {
      const project = pick(model.projects, which);
      if (project === undefined) return;
      const caller = callerAt(model, who);
      const { status } = await h.call('DELETE', `/projects/${project.id}`, undefined, caller.secret);
      const door = doorOf(model, caller, project);
      if (door !== null) return expect(status).toBe(door);
      if (caller.kind === 'key' && caller.key.kind === 'project') return expect(status).toBe(403);
      expect([200, 423]).toContain(status);
      if (status === 200) project.isGone = true;
    }),
);

const pass = fc
  .oneof(fc.nat({ max: 600 }), fc.nat({ max: 400_000 }))
  .map((ms) => new Do(`pass ${ms}`, async (_, { h }) => h.pass(ms)));

const connect = fc.tuple(at, fc.nat({ max: 60_000 })).map(
  ([which, busyMs]) =>
    new Do(`connect to ${which}`, async (_, { h }) => {
      const { computes } = await h.control('GET', '/computes');
      const compute = pick<{ id: string }>(computes, which);
      if (compute !== undefined)
        await h.control('POST', `/computes/${compute.id}/connections`, { busy_ms: busyMs });
    }),
);

/** Everything that holds at any time, whoever has done what. */
const look = fc.constant(
  new Do('look', async (model, { h }) => {
    for (const project of model.projects.filter(({ isGone }) => !isGone)) {
      const caller = model.people
        .map(({ key }, person) => ({ kind: 'person' as const, person, secret: key }))
        .find((one) => doorOf(model, one, project) === null);
      if (caller === undefined) continue;
      const ok = (path: string) => h.ok('GET', `/projects/${project.id}${path}`, undefined, caller.secret);
      const { endpoints } = await ok('/endpoints');
      const known = project.branches.flatMap((branch) =>
        branch.endpoints.map(({ id, type }) => `${branch.id} ${id} ${type}`),
      );
      const given = endpoints.map(
        (one: { id: string; branch_id: string; type: string }) => `${one.branch_id} ${one.id} ${one.type}`,
      );
      expect(given.sort()).toEqual(known.sort());
      for (const { current_state, pending_state } of endpoints)
        expect(SHOWN).toContain(`${current_state}/${pending_state ?? '-'}`);
      for (const branch of project.branches)
        expect(branch.endpoints.filter(({ type }) => type === 'read_write').length).toBeLessThanOrEqual(1);
      const { operations } = await ok('/operations');
      for (const { id, status } of operations) {
        expect(AFTER[statuses.get(h)?.get(id) ?? 'scheduling']).toContain(status);
        statuses.get(h)?.set(id, status);
      }
      // A compute has at most one operation under way.
      for (const { id } of endpoints) {
        const running = operations.filter(
          (one: { endpoint_id?: string; status: string }) =>
            one.endpoint_id === id && one.status === 'running',
        );
        expect(running.length).toBeLessThanOrEqual(1);
      }
    }
  }),
);

const statuses = new WeakMap<Harness, Map<string, string>>();

async function begin(): Promise<{ model: Model; real: Real }> {
  const h = await Harness.start();
  statuses.set(h, new Map());
  const people: Person[] = [];
  for (const name of ['Ada', 'Ben', 'Cyd']) people.push(await h.user(name));
  const [ada, ben] = people as [Person, Person, Person];
  const orgs = [await h.organization(ada, [ben]), await h.organization(ben, [ada])];
  const member = [new Set([0, 1]), new Set([0, 1]), new Set<number>()];
  const admin = [new Set([0]), new Set([1]), new Set<number>()];
  return {
    model: {
      people: people.map(({ key }, i) => ({
        key,
        orgs: member[i] as Set<number>,
        adminOf: admin[i] as Set<number>,
      })),
      orgs,
      projects: [],
      keys: [],
    },
    real: { h },
  };
}

describe('after any calls in any order', () => {
  it('the service is like a simple model of it', async () => {
    const commands = fc.commands(
      [
        createProject,
        createProject,
        createBranch,
        createEndpoint,
        createEndpoint,
        command,
        command,
        move,
        createKey,
        createKey,
        revoke,
        transfer,
        deleteProject,
        pass,
        pass,
        connect,
        look,
      ],
      { maxCommands: 40, size: 'max' },
    );
    await fc.assert(
      fc.asyncProperty(commands, (all) => fc.asyncModelRun(begin, all)),
      runs(20),
    );
  });
});

describe('calls at the same time', () => {
  it('to create the one read_write compute of a branch: one succeeds', async () => {
    const h = await Harness.start();
    const { project } = await h.project();
    const { branch } = await h.ok('POST', `/projects/${project.id}/branches`, {});
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        h.call('POST', `/projects/${project.id}/endpoints`, {
          endpoint: { branch_id: branch.id, type: 'read_write' },
        }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ body }) => body.code === 'ENDPOINTS_LIMIT_EXCEEDED')).toHaveLength(49);
  });

  it('to restart a compute: one succeeds', async () => {
    const h = await Harness.start();
    const { project, endpoints } = await h.project();
    const path = `/projects/${project.id}/endpoints/${endpoints[0].id}/restart`;
    const answers = await Promise.all(Array.from({ length: 30 }, () => h.call('POST', path)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 29 }, () => 423)]);
  });

  it('with a key that is revoked meanwhile: once one fails, all later ones fail', async () => {
    const h = await Harness.start();
    const { id, key } = await h.ok('POST', '/api_keys', { key_name: 'short' });
    const calls = Array.from({ length: 20 }, (_, i) =>
      i === 10
        ? h.call('DELETE', `/api_keys/${id}`)
        : h.call('POST', '/api_keys', { key_name: `n${i}` }, key),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 401]));
    expect((await h.call('GET', '/projects', undefined, key)).status).toBe(401);
  });
});
