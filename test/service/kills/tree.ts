/**
 * What one writer has in the service, by the names that it gave: what it believes, and what is found there, have the
 * same form. Every name is given once.
 */
export interface Tree {
  readonly projects: Readonly<Record<string, ProjectTree>>;
  readonly keys: readonly string[];
}

export interface ProjectTree {
  readonly branches: Readonly<Record<string, BranchTree>>;
}

export interface BranchTree {
  /** The clients that hold a connection to each compute, by its name. */
  readonly computes: Readonly<Record<string, readonly string[]>>;
}

export const EMPTY_TREE: Tree = { projects: {}, keys: [] };

/** Something that a writer asks for, as a change of its tree. */
export type Step = (tree: Tree) => Tree;

export function withProject(tree: Tree, name: string, project: ProjectTree | null): Tree {
  return { ...tree, projects: put(tree.projects, name, project) };
}

export function withBranch(tree: Tree, project: string, name: string, branch: BranchTree | null): Tree {
  const before = tree.projects[project] as ProjectTree;
  return withProject(tree, project, { branches: put(before.branches, name, branch) });
}

export function withCompute(
  tree: Tree,
  [project, branch]: readonly [string, string],
  name: string,
  clients: readonly string[] | null,
): Tree {
  const before = tree.projects[project]?.branches[branch] as BranchTree;
  return withBranch(tree, project, branch, { computes: put(before.computes, name, clients) });
}

function put<T>(map: Readonly<Record<string, T>>, name: string, value: T | null): Record<string, T> {
  const { [name]: _, ...others } = map;
  return value === null ? others : { ...others, [name]: value };
}
