import { bootstrap, type Service } from '../../src/service/index.ts';
import { createBranch } from '../../src/service/world/branches.ts';
import { createEndpoint } from '../../src/service/world/endpoints.ts';
import { createProject } from '../../src/service/world/projects.ts';

const BRANCHES = 5;

/** The contents of a filled service, and its API key. */
export interface Filled {
  readonly key: string;
  readonly userId: string;
  readonly projectIds: readonly string[];
}

/**
 * Fills a service with projects of ten awake computes: five branches, each with a primary compute and a replica. With
 * `keepsAwake` the computes never sleep by themselves.
 */
export function fill(service: Service, projects: number, keepsAwake: boolean): Filled {
  const { world } = service;
  const { user, secret } = bootstrap(service);
  const caller = { kind: 'personal', keyId: '', userId: user.id } as const;
  const projectIds = Array.from({ length: projects }, () => {
    const { project, branch } = createProject(world, caller, {
      defaultEndpointSettings: keepsAwake ? { suspendTimeoutSeconds: -1 } : {},
      branch: {},
    });
    createReplica(service, project.id, branch.id);
    for (let number = 1; number < BRANCHES; number++)
      createBranch(world, project, { name: `branch ${number}`, createdBy: user.name }, [
        { type: 'read_write' },
        { type: 'read_only' },
      ]);
    return project.id;
  });
  service.advance(60_000);
  return { key: secret, userId: user.id, projectIds };
}

function createReplica({ world }: Service, projectId: string, branchId: string): void {
  const project = world.tables.projects.known(projectId);
  createEndpoint(world, project, world.tables.branches.known(branchId), 'read_only', {});
}
