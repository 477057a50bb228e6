import { packedPglite } from '../../data-folder/index.ts';
import { type DatabasePlace, Unavailable } from '../backend.ts';
import { type Engine, loadEngine } from './engine.ts';
import type { Folders } from './folders.ts';
import { Instance, type InstanceData } from './instance.ts';
import { queryMessage, rowsOf } from './server-messages.ts';
import { identifier, literal } from './session-settings.ts';

/**
 * Starts instances, on existing data or on new data from the archive of the build.
 *
 * A user who has made one database is likely to make another one. So after the first, a spare instance starts ahead of
 * time and the next database is there at once. If databases are only opened again, no spare is started.
 */
export class InstanceFactory {
  private engine: Promise<Engine> | undefined;
  private spare: Promise<FreshInstance> | undefined;
  /** Whether a database has been made since the last spare was closed. */
  private hasMadeDatabase = false;
  private closing: Promise<void> = Promise.resolve();

  constructor(private readonly folders: Folders) {}

  /** Starts an instance on a database, which is made if it does not exist. */
  async open(place: DatabasePlace): Promise<Instance> {
    const { branchId, database } = place;
    if (/^template[01]$/.test(database)) {
      throw new Unavailable('42P04', `a database of PGlite cannot be called ${database}`);
    }
    const data = await this.folders.find(branchId, database);
    if (data !== undefined) return this.reopen(data, database);
    try {
      return await this.createDatabase(branchId, database);
    } catch (error) {
      throw new Unavailable('58000', `${identifier(database)} cannot be made: ${(error as Error).message}`);
    }
  }

  /** Begins to load the code of PGlite, if it is not loaded yet. */
  prepareEngine(): void {
    // The next caller of `open` gets the error.
    this.loadEngine().catch(() => undefined);
  }

  /** Starts a spare instance if there is none and a new database is likely. */
  prepareSpare(): void {
    if (!this.hasMadeDatabase) return;
    this.spare ??= this.startFresh();
    // The next caller of `open` gets the error.
    this.spare.catch(() => undefined);
  }

  /** Closes the spare instance once it has started. */
  closeSpare(): Promise<void> {
    const spare = this.spare;
    this.spare = undefined;
    this.hasMadeDatabase = false;
    this.closing = this.closing.then(async () => {
      const fresh = await spare?.catch(() => undefined);
      if (fresh === undefined) return;
      await fresh.instance.close();
      await this.folders.discard(fresh.folder);
    });
    return this.closing;
  }

  private async createDatabase(branchId: string, database: string): Promise<Instance> {
    const { instance, folder } = await this.takeFresh();
    try {
      await nameDatabase(instance, database);
      await this.folders.adopt(branchId, database, folder);
      this.hasMadeDatabase = true;
      return instance;
    } catch (error) {
      await instance.close();
      await this.folders.discard(folder);
      throw error;
    }
  }

  private async takeFresh(): Promise<FreshInstance> {
    const spare = this.spare;
    this.spare = undefined;
    const fresh = await (spare ?? this.startFresh());
    if (!fresh.instance.dead) return fresh;
    await this.folders.discard(fresh.folder);
    return this.startFresh();
  }

  private async startFresh(): Promise<FreshInstance> {
    const folder = this.folders.fresh();
    // Null if the sources are not built. New data are then made from scratch, which takes longer.
    const packed = packedPglite();
    return { folder, instance: await this.start({ folder, packed, database: FIRST_DATABASE }) };
  }

  /** Starts an instance on existing data. If the database was renamed, its catalog may still have the old name. */
  private async reopen(folder: string, database: string): Promise<Instance> {
    try {
      return await this.start({ folder, database });
    } catch {
      try {
        const instance = await this.start({ folder, database: 'template1' });
        await nameDatabase(instance, database).finally(() => instance.close());
        return await this.start({ folder, database });
      } catch (error) {
        const { message } = error as Error;
        throw new Unavailable('58000', `${identifier(database)} cannot be opened: ${message}`);
      }
    }
  }

  private async start(
    data: Omit<InstanceData, 'packed'> & Partial<Pick<InstanceData, 'packed'>>,
  ): Promise<Instance> {
    return Instance.start(await this.loadEngine(), { packed: null, ...data });
  }

  private loadEngine(): Promise<Engine> {
    this.engine ??= loadEngine();
    return this.engine;
  }
}

/** An instance without a database yet, and its data folder. */
interface FreshInstance {
  readonly instance: Instance;
  readonly folder: string;
}

/** The name and the OID of the database in new data. */
const FIRST_DATABASE = 'postgres';
const FIRST_OID = 5;

/** Renames the database in the catalog, the only place with its name: ALTER DATABASE cannot rename an open database. */
async function nameDatabase(instance: Instance, database: string): Promise<void> {
  const name = literal(database);
  const text = `UPDATE pg_catalog.pg_database SET datname = ${name} WHERE oid = ${FIRST_OID} AND datname <> ${name}`;
  rowsOf(await instance.runOwn(queryMessage(text)));
}
