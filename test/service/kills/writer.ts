import type { Answer, Serving } from './serving.ts';
import { EMPTY_TREE, type Step, type Tree, withBranch, withCompute, withProject } from './tree.ts';

/** Names of computes that came with their branch and were given none. */
export const UNNAMED = 'unnamed';

const MOST_PROJECTS = 2;
const MOST_BRANCHES = 3;
const MOST_COMPUTES = 3;
const MOST_KEYS = 4;
const YEAR_MS = 366 * 86_400_000;

/** Asks for one thing after another, each once the one before is answered, until the service is gone. */
export class Writer {
  /** Everything that was acknowledged. */
  tree: Tree = EMPTY_TREE;
  /** The last call, if it had no answer: the service may have done it or not. */
  cutOff: Step | null = null;
  readonly name: string;
  /** The ids of what it has, by its names: `project`, `project/branch`, `project/branch/compute`. */
  ids = new Map<string, string>();
  acknowledged = 0;
  private given = 0;
  private readonly draw: () => number;

  constructor(name: string, draw: () => number) {
    this.name = name;
    this.draw = draw;
  }

  /** Writes until the first call that is cut off. */
  async write(serving: Serving, key: string): Promise<void> {
    for (;;) {
      const wish = this.wish();
      this.cutOff = wish.step;
      let answer: Answer;
      try {
        answer = wish.control
          ? { status: 200, body: await serving.controlled(wish.method, wish.path, wish.body) }
          : await serving.call(key, wish.method, wish.path, wish.body);
      } catch {
        return;
      }
      this.cutOff = null;
      // A change under way forbids another.
      if (answer.status === 423) continue;
      if (answer.status >= 300)
        throw new Error(`${wish.method} ${wish.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      this.tree = wish.step(this.tree);
      this.acknowledged++;
      wish.learn?.(answer.body);
    }
  }

  private wish(): Wish {
    const projects = Object.keys(this.tree.projects);
    if (projects.length === 0) return this.createProject();
    const project = this.one(projects);
    const branches = Object.keys(this.tree.projects[project]?.branches ?? {});
    const branch = this.one(branches);
    const computes = Object.keys(this.tree.projects[project]?.branches[branch]?.computes ?? {});
    const chance = this.draw();
    if (chance < 0.06 && projects.length < MOST_PROJECTS) return this.createProject();
    if (chance < 0.09) return this.deleteProject(project);
    if (chance < 0.2) return this.renameProject(project);
    if (chance < 0.35 && branches.length < MOST_BRANCHES) return this.createBranch(project);
    if (chance < 0.42 && branch !== 'main') return this.deleteBranch(project, branch);
    if (chance < 0.5 && computes.length < MOST_COMPUTES) return this.createCompute(project, branch);
    if (chance < 0.6 && this.tree.keys.length < MOST_KEYS) return this.createKey();
    if (chance < 0.68 && this.tree.keys.length > 0) return this.revokeKey(this.one(this.tree.keys));
    if (computes.length === 0) return this.createCompute(project, branch);
    const compute = this.one(computes);
    if (chance < 0.73) return this.deleteCompute(project, branch, compute);
    if (chance < 0.8) return this.command(project, branch, compute);
    if (chance < 0.9) return this.connect(project, branch, compute);
    return this.renameCompute(project, branch, compute);
  }

  private createProject(): Wish {
    const name = this.newName();
    return {
      method: 'POST',
      path: '/projects',
      body: { project: { name, branch: { name: 'main' } } },
      step: (tree) => withProject(tree, name, { branches: { main: { computes: { [UNNAMED]: [] } } } }),
      learn: ({ project, branch, endpoints }) => {
        this.ids.set(name, project.id);
        this.ids.set(`${name}/main`, branch.id);
        this.ids.set(`${name}/main/${UNNAMED}`, endpoints[0].id);
      },
    };
  }

  private renameProject(project: string): Wish {
    const name = this.newName();
    return {
      method: 'PATCH',
      path: this.pathOf(project),
      body: { project: { name } },
      step: (tree) => withProject(withProject(tree, project, null), name, tree.projects[project] ?? null),
      learn: () => this.rename(project, name),
    };
  }

  private deleteProject(project: string): Wish {
    return {
      method: 'DELETE',
      path: this.pathOf(project),
      step: (tree) => withProject(tree, project, null),
    };
  }

  private createBranch(project: string): Wish {
    const name = this.newName();
    return {
      method: 'POST',
      path: `${this.pathOf(project)}/branches`,
      body: {
        branch: { name, parent_id: this.idOf(`${project}/main`) },
        endpoints: [{ type: 'read_write' }],
      },
      step: (tree) => withBranch(tree, project, name, { computes: { [UNNAMED]: [] } }),
      learn: ({ branch, endpoints }) => {
        this.ids.set(`${project}/${name}`, branch.id);
        this.ids.set(`${project}/${name}/${UNNAMED}`, endpoints[0].id);
      },
    };
  }

  private deleteBranch(project: string, branch: string): Wish {
    return {
      method: 'DELETE',
      path: `${this.pathOf(project)}/branches/${this.idOf(`${project}/${branch}`)}`,
      step: (tree) => withBranch(tree, project, branch, null),
    };
  }

  private createCompute(project: string, branch: string): Wish {
    const name = this.newName();
    return {
      method: 'POST',
      path: `${this.pathOf(project)}/endpoints`,
      body: { endpoint: { branch_id: this.idOf(`${project}/${branch}`), type: 'read_only', name } },
      step: (tree) => withCompute(tree, [project, branch], name, []),
      learn: ({ endpoint }) => this.ids.set(`${project}/${branch}/${name}`, endpoint.id),
    };
  }

  private renameCompute(project: string, branch: string, compute: string): Wish {
    const name = this.newName();
    return {
      method: 'PATCH',
      path: this.computePath(project, branch, compute),
      body: { endpoint: { name } },
      step: (tree) => {
        const clients = tree.projects[project]?.branches[branch]?.computes[compute] ?? [];
        const without = withCompute(tree, [project, branch], compute, null);
        return withCompute(without, [project, branch], name, clients);
      },
      learn: () => this.rename(`${project}/${branch}/${compute}`, `${project}/${branch}/${name}`),
    };
  }

  private deleteCompute(project: string, branch: string, compute: string): Wish {
    return {
      method: 'DELETE',
      path: this.computePath(project, branch, compute),
      step: (tree) => withCompute(tree, [project, branch], compute, null),
    };
  }

  /** Whatever is done to it, nobody stays connected. */
  private command(project: string, branch: string, compute: string): Wish {
    const clients = this.tree.projects[project]?.branches[branch]?.computes[compute] ?? [];
    const command = clients.length === 0 ? 'start' : 'suspend';
    return {
      method: 'POST',
      path: `${this.computePath(project, branch, compute)}/${command}`,
      step: (tree) => withCompute(tree, [project, branch], compute, []),
    };
  }

  /** A client that comes, waits for the compute if need be, and stays. */
  private connect(project: string, branch: string, compute: string): Wish {
    const id = this.idOf(`${project}/${branch}/${compute}`);
    const clients = this.tree.projects[project]?.branches[branch]?.computes[compute] ?? [];
    // Which name a client gets is the service's choice, so only their number is compared.
    return {
      control: true,
      method: 'POST',
      path: `/computes/${id}/connections`,
      body: { wait_ms: 3_600_000, busy_ms: YEAR_MS },
      step: (tree) => withCompute(tree, [project, branch], compute, [...clients, 'client']),
    };
  }

  private createKey(): Wish {
    const name = this.newName();
    return {
      method: 'POST',
      path: '/api_keys',
      body: { key_name: name },
      step: (tree) => ({ ...tree, keys: [...tree.keys, name] }),
      learn: ({ id }) => this.ids.set(name, String(id)),
    };
  }

  private revokeKey(name: string): Wish {
    return {
      method: 'DELETE',
      path: `/api_keys/${this.idOf(name)}`,
      step: (tree) => ({ ...tree, keys: tree.keys.filter((key) => key !== name) }),
    };
  }

  private rename(before: string, after: string): void {
    for (const [path, id] of [...this.ids]) {
      if (path === before) this.ids.set(after, id);
      else if (path.startsWith(`${before}/`)) this.ids.set(after + path.slice(before.length), id);
    }
  }

  private pathOf(project: string): string {
    return `/projects/${this.idOf(project)}`;
  }

  private computePath(project: string, branch: string, compute: string): string {
    return `${this.pathOf(project)}/endpoints/${this.idOf(`${project}/${branch}/${compute}`)}`;
  }

  private idOf(path: string): string {
    const id = this.ids.get(path);
    if (id === undefined) throw new Error(`${path} has no id`);
    return id;
  }

  private newName(): string {
    return `${this.name}-${++this.given}`;
  }

  private one<T>(values: readonly T[]): T {
    return values[Math.floor(this.draw() * values.length)] as T;
  }
}

interface Wish {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Whether the call goes to the control API. */
  readonly control?: boolean;
  readonly step: Step;
  readonly learn?: (body: Answer['body']) => void;
}
