import { LARGEST_PLAN, sizeProblems } from '../../facts/index.ts';
import { describeProblem, invariant } from '../../problem/index.ts';
import type { WorldState } from './world-state.ts';

/** Throws if records of a loaded world refer to records that do not exist, or have sizes that no plan allows. */
export function checkReferences(world: WorldState): void {
  const { users, organizations, members, keys, projects, branches, endpoints, operations, roles, databases } =
    world.tables;
  const known = (table: { has(id: string): boolean }, id: string | null, what: string) =>
    invariant(id === null || table.has(id), `${what} ${id} is there`);
  for (const { userId, orgId } of members.all()) {
    known(users, userId, 'user');
    known(organizations, orgId, 'organization');
  }
  for (const { userId, orgId } of keys.all()) {
    known(users, userId, 'user');
    known(organizations, orgId, 'organization');
  }
  for (const { userId, orgId } of projects.all()) {
    known(users, userId, 'user');
    known(organizations, orgId, 'organization');
  }
  for (const { projectId } of branches.all()) known(projects, projectId, 'project');
  for (const { projectId } of operations.all()) known(projects, projectId, 'project');
  for (const { branchId } of [...roles.all(), ...databases.all()]) known(branches, branchId, 'branch');
  for (const endpoint of endpoints.all()) {
    known(projects, endpoint.projectId, 'project');
    known(branches, endpoint.branchId, 'branch');
    // The account may have had a larger plan when the compute was created.
    const [problem] = sizeProblems(world.facts, LARGEST_PLAN, endpoint, { min: 'minCu', max: 'maxCu' });
    invariant(problem === undefined, problem === undefined ? '' : describeProblem(problem));
    for (const { id, openedAtMs } of world.compute(endpoint.id).clients.open())
      invariant(typeof id === 'string' && Number.isFinite(openedAtMs), 'a session has an id and a beginning');
  }
}
