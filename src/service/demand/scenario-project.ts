import type { Simulation } from '../../simulator/index.ts';
import type { Caller } from '../accounts/scopes.ts';
import type { BranchRecord, EndpointRecord, ProjectRecord } from '../records/records.ts';
import type { Service } from '../service.ts';
import { createBranch } from '../world/branches.ts';
import { createEndpoint, updateEndpoint } from '../world/endpoints.ts';
import { createProject } from '../world/projects.ts';
import type { World } from '../world/world.ts';
import { planChanges, planReleases, suspendTimeoutSeconds } from './planned-changes.ts';
import { ScenarioDemand } from './scenario-demand.ts';

/** Clients of a scenario come for as long as the service runs; its own horizon is for answers. */
const AS_LONG_AS_IT_RUNS_MS = 10 * 366 * 86_400_000;

/**
 * Gives the first user a project with the branches and computes of a scenario, whose clients come from now on. An
 * existing project of that name stays as it is, and the changes that the scenario plans are not made again.
 */
export function driveScenario({ world }: Service, name: string, simulation: Simulation): void {
  const [user] = world.tables.users.all();
  if (user === undefined) return;
  const caller = { kind: 'personal', keyId: '', userId: user.id } as const;
  const known = [...world.tables.projects.all()].find((project) => project.name === name);
  const project = known ?? makeProject(world, caller, name, simulation);
  const from = { ...simulation, startMs: world.nowMs, horizonMs: AS_LONG_AS_IT_RUNS_MS };
  for (const plan of simulation.computes) {
    const endpoint = world.tables.endpoints.of(project.id).find((one) => one.name === plan.name);
    if (endpoint === undefined) continue;
    if (known === undefined) planChanges(world, endpoint.id, plan.changes);
    const compute = world.compute(endpoint.id);
    compute.receive(new ScenarioDemand(compute, plan, from), world.nowMs);
  }
  planReleases(world, simulation.releases);
}

function makeProject(world: World, caller: Caller, name: string, simulation: Simulation): ProjectRecord {
  // A default branch always begins with a primary compute, so that it is the branch of one where the scenario has one.
  const first = simulation.computes.find(({ type }) => type === 'read_write') ?? simulation.computes[0];
  const { project, endpoints } = createProject(world, caller, {
    name,
    defaultEndpointSettings: first === undefined ? {} : settingsOf(first),
    branch: { name: first?.branch },
  });
  const [primary] = endpoints;
  for (const plan of simulation.computes) {
    const branch = branchFor(world, project, plan.branch);
    const settings = { ...settingsOf(plan), name: plan.name };
    if (plan === first && plan.type === 'read_write' && primary !== undefined)
      rename(world, project, primary, plan.name);
    else createEndpoint(world, project, branch, plan.type, settings);
  }
  for (const { changes } of simulation.computes)
    for (const { change } of changes) if (change.kind === 'branch') branchFor(world, project, change.branch);
  if (first?.type === 'read_only') rename(world, project, primary, 'primary');
  return project;
}

function branchFor(world: World, project: ProjectRecord, name: string): BranchRecord {
  const there = world.tables.branches.of(project.id).find((branch) => branch.name === name);
  return there ?? createBranch(world, project, { name, createdBy: 'scenario' }, []).branch;
}

function rename(
  world: World,
  project: ProjectRecord,
  endpoint: EndpointRecord | undefined,
  name: string,
): void {
  if (endpoint !== undefined) updateEndpoint(world, project, endpoint, { name });
}

function settingsOf({ size, suspendAfterMs }: Simulation['computes'][number]) {
  return {
    ...size,
    suspendTimeoutSeconds: suspendTimeoutSeconds(suspendAfterMs),
  };
}
