import { constants } from 'node:fs';
import { cp, mkdir, readdir, readlink, rename, rm, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';

/**
 * The folders with the data of databases.
 *
 *     data/<number>     the data of one database, which never move, because a running PGlite may use them
 *     branches/<branch>/<database>  -> ../../data/<number>
 *
 * Each change is one rename: of a link, or of a branch's folder with its links. Data without a link are unfinished or
 * deleted, and are removed at the next start.
 */
export class Folders {
  private constructor(
    private readonly root: string,
    private number: number,
  ) {}

  static async open(root: string): Promise<Folders> {
    await mkdir(join(root, 'data'), { recursive: true, mode: OWNER_ONLY });
    await mkdir(join(root, 'branches'), { recursive: true, mode: OWNER_ONLY });
    const used = new Set<string>();
    for (const branch of await readdir(join(root, 'branches'))) {
      const folder = join(root, 'branches', branch);
      if (branch.startsWith(UNFINISHED)) {
        await remove(folder);
        continue;
      }
      for (const name of await readdir(folder)) {
        if (name.startsWith(UNFINISHED)) await remove(join(folder, name));
        else used.add(basename(await readlink(join(folder, name))));
      }
    }
    let highest = 0;
    for (const name of await readdir(join(root, 'data'))) {
      if (used.has(name)) highest = Math.max(highest, Number(name));
      else await remove(join(root, 'data', name));
    }
    return new Folders(root, highest);
  }

  /** The path of a folder for new data. */
  fresh(): string {
    this.number += 1;
    return join(this.root, 'data', String(this.number));
  }

  /** The data folder of a database; undefined if it has no data yet. */
  async find(branchId: string, database: string): Promise<string | undefined> {
    return (await this.databases(branchId)).get(database);
  }

  /** The databases of a branch that have data, with their data folders. */
  async databases(branchId: string): Promise<Map<string, string>> {
    const folder = this.branch(branchId);
    const names = (await entries(folder)).filter((name) => !name.startsWith(UNFINISHED));
    const found = new Map<string, string>();
    for (const name of names) {
      found.set(decoded(name), join(this.root, 'data', basename(await readlink(join(folder, name)))));
    }
    return found;
  }

  /** Links a database to its data. */
  async adopt(branchId: string, database: string, data: string): Promise<void> {
    const folder = this.branch(branchId);
    await mkdir(folder, { recursive: true, mode: OWNER_ONLY });
    await this.link(data, join(folder, encoded(database)));
  }

  /** Makes a branch with copies of these data, all of them or none. */
  async copy(branchId: string, databases: ReadonlyMap<string, string>): Promise<void> {
    const making = join(this.root, 'branches', `${UNFINISHED}${encoded(branchId)}`);
    const copies: string[] = [];
    await remove(making);
    try {
      await mkdir(making, { mode: OWNER_ONLY });
      for (const [database, data] of databases) {
        const copy = this.fresh();
        copies.push(copy);
        await cp(data, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
        await this.link(copy, join(making, encoded(database)));
      }
      await rename(making, this.branch(branchId));
    } catch (error) {
      for (const folder of [making, ...copies]) await remove(folder);
      throw error;
    }
  }

  async drop(branchId: string): Promise<void> {
    const databases = await this.databases(branchId);
    const dropped = join(this.root, 'branches', `${UNFINISHED}${encoded(branchId)}`);
    await remove(dropped);
    if (await renamed(this.branch(branchId), dropped)) await remove(dropped);
    for (const data of databases.values()) await remove(data);
  }

  async renameDatabase(branchId: string, from: string, to: string): Promise<void> {
    const folder = this.branch(branchId);
    await renamed(join(folder, encoded(from)), join(folder, encoded(to)));
  }

  async dropDatabase(branchId: string, database: string): Promise<void> {
    const data = await this.find(branchId, database);
    if (data === undefined) return;
    await remove(join(this.branch(branchId), encoded(database)));
    await remove(data);
  }

  /** Removes data that belong to no database. */
  async discard(data: string): Promise<void> {
    await remove(data);
  }

  private branch(branchId: string): string {
    return join(this.root, 'branches', encoded(branchId));
  }

  private async link(data: string, path: string): Promise<void> {
    await symlink(join('..', '..', 'data', basename(data)), path, 'junction');
  }
}

const OWNER_ONLY = 0o700;

/** The prefix of unfinished entries. No encoded name begins with it. */
const UNFINISHED = '.';

/** Encodes a name in lower-case letters, digits and %xx escapes, so that it is the same on every file system. */
function encoded(name: string): string {
  return [...Buffer.from(name)]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return /[a-z0-9_-]/.test(letter) ? letter : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
}

function decoded(name: string): string {
  return decodeURIComponent(name);
}

async function entries(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Renames a path; false if it does not exist. */
async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

function remove(path: string): Promise<void> {
  return rm(path, { recursive: true, force: true, maxRetries: 3 });
}
