import { folderProblem } from '../../data-folder/index.ts';
import { invariant } from '../../problem/index.ts';
import {
  type Backend,
  type BackendLink,
  type DatabasePlace,
  type SessionRequest,
  Unavailable,
} from '../backend.ts';
import { PgliteBranch } from './branch.ts';
import { Folders } from './folders.ts';
import { InstanceFactory } from './instance-factory.ts';
import { openRootFolder, type RootFolder } from './root-folder.ts';

interface PgliteSettings {
  /** The folder for all data. Null for a temporary folder, which is removed when the backend closes. */
  readonly folder: string | null;
  /** How long a session waits while the transaction of another one is open. */
  readonly waitLimitMs?: number;
}

/**
 * Runs each database of a branch in a PGlite of its own, with its data in a folder. It needs nothing but Node.
 *
 * Commits survive a crash of the process, but not a crash of the machine: PGlite does not wait for the disk. Each open
 * database takes some 200 MB of memory, which `releaseBranch` frees.
 */
export async function openPgliteBackend(settings: PgliteSettings): Promise<Backend> {
  const root = await openRootFolder(settings.folder);
  try {
    const folders = await Folders.open(root.path);
    return new PgliteBackend(root, folders, new InstanceFactory(folders), settings);
  } catch (error) {
    await root.release();
    throw folderProblem(root.path, error);
  }
}

class PgliteBackend implements Backend {
  readonly description: string;
  readonly majorVersion = 18;
  private readonly branches = new Map<string, PgliteBranch>();
  private closed: Promise<void> | undefined;

  constructor(
    private readonly root: RootFolder,
    private readonly folders: Folders,
    private readonly instances: InstanceFactory,
    private readonly settings: PgliteSettings,
  ) {
    this.description = `PGlite in ${settings.folder ?? 'a temporary folder'}`;
  }

  prepare(): void {
    if (this.closed === undefined) this.instances.prepareEngine();
  }

  async open(request: SessionRequest): Promise<BackendLink> {
    const link = await this.branch(request.place.branchId).openSession(request);
    this.prepareSpare();
    return link;
  }

  warm(place: DatabasePlace): void {
    if (this.closed !== undefined) return;
    // The first session tries again, and reports the error.
    this.branch(place.branchId)
      .warm(place)
      .then(
        () => this.prepareSpare(),
        () => undefined,
      );
  }

  async releaseBranch(branchId: string): Promise<void> {
    if (this.closed !== undefined) return this.closed;
    const branch = this.branch(branchId);
    await branch.enqueue(() => branch.closeAll());
    if ([...this.branches.values()].some(({ open }) => open)) return;
    // The spare instance may still be starting, and no caller needs to wait for that.
    this.instances.closeSpare().catch(() => undefined);
  }

  async copyBranch(branchId: string, parentId: string): Promise<void> {
    invariant(branchId !== parentId, 'no branch is a copy of itself');
    const parent = this.branch(parentId);
    // Both places are taken at once. So of two copies in opposite directions, one is first in both queues.
    const child = this.branch(branchId).reserve();
    await parent.enqueue(async () => {
      const leave = await child;
      try {
        await parent.whileIdle(async () => {
          const databases = await this.folders.databases(parentId);
          if (databases.size > 0) await this.folders.copy(branchId, databases);
        });
      } finally {
        leave();
      }
    });
  }

  async dropBranch(branchId: string): Promise<void> {
    const branch = this.branch(branchId);
    return branch.enqueue(async () => {
      await branch.closeAll();
      await this.folders.drop(branchId);
    });
  }

  async renameDatabase(branchId: string, from: string, to: string): Promise<void> {
    const branch = this.branch(branchId);
    return branch.enqueue(async () => {
      await branch.closeDatabase(from);
      await this.folders.renameDatabase(branchId, from, to);
    });
  }

  async dropDatabase(branchId: string, name: string): Promise<void> {
    const branch = this.branch(branchId);
    return branch.enqueue(async () => {
      await branch.closeDatabase(name);
      await this.folders.dropDatabase(branchId, name);
    });
  }

  close(): Promise<void> {
    this.closed ??= (async () => {
      const all = [...this.branches.values()];
      await Promise.all(all.map((branch) => branch.enqueue(() => branch.closeAll())));
      await this.instances.closeSpare();
      await this.root.release();
    })();
    return this.closed;
  }

  private prepareSpare(): void {
    if (this.closed === undefined) this.instances.prepareSpare();
  }

  private branch(branchId: string): PgliteBranch {
    if (this.closed !== undefined) throw new Unavailable('57P03', 'the service is being stopped');
    const known = this.branches.get(branchId);
    if (known !== undefined) return known;
    const branch = new PgliteBranch(this.instances, this.settings.waitLimitMs ?? WAIT_LIMIT_MS);
    this.branches.set(branchId, branch);
    return branch;
  }
}

const WAIT_LIMIT_MS = 30_000;
