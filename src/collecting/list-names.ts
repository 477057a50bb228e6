import type { FoundCompute } from './found-compute.ts';

interface ListName {
  readonly project: string;
  readonly name: string;
}

/**
 * The project and the name of each compute in a list, in which no two may be the same. Names are those that people gave:
 * of the project and of the branch. An id is added where several have the same name.
 */
export function listNames(computes: readonly FoundCompute[]): ListName[] {
  const idsOfProject = new Map<string, Set<string>>();
  for (const { projectName, projectId } of computes)
    idsOfProject.set(projectName, (idsOfProject.get(projectName) ?? new Set()).add(projectId));
  const hasOneProject = (name: string) => idsOfProject.get(name)?.size === 1;
  const seen = new Set<string>();
  return computes.map(({ projectName, projectId, branchName, endpointId, type }) => {
    const project = hasOneProject(projectName)
      ? named(projectName, projectId)
      : withId(projectName, projectId);
    let name = type === 'read_write' ? named(branchName, endpointId) : withId(branchName, endpointId);
    for (let tries = 1; seen.has(JSON.stringify([project, name])); tries++)
      name = withId(branchName, tries === 1 ? endpointId : `${endpointId} ${tries}`);
    seen.add(JSON.stringify([project, name]));
    return { project, name };
  });
}

/** A list takes names of 1 to 200 characters. */
const LONGEST_NAME = 200;

function named(name: string, id: string): string {
  return name === '' ? id : name.slice(0, LONGEST_NAME);
}

function withId(name: string, id: string): string {
  return `${name.slice(0, LONGEST_NAME - id.length - 1)} ${id}`.trim();
}
