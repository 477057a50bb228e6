import { packedPglite } from '../../data-folder/index.ts';
import { type DatabasePlace, Unavailable } from '../backend.ts';
import { type Engine, loadEngine } from './engine.ts';
import type { Folders } from './folders.ts';
import { type Beginning, Instance } from './instance.ts';
import { queryMessage, rowsOf } from './server-messages.ts';
import { identifier, literal } from './session-settings.ts';

/**
 * Where instances come from: of data that are there already, or of first data that the build has packed.
 *
 * Who has made one database is likely to make another: one is opened ahead, while others are at work, so that it is
 * there at once. Databases that are only opened again do not pay for that.
 */
export class Stock {
  private engine: Promise<Engine> | undefined;
  private spare: Promise<Fresh> | undefined;
  /** Whether a database has been made since the last rest. */
  private drawnUpon = false;
  private resting: Promise<void> = Promise.resolve();

  constructor(private readonly folders: Folders) {}

  /** A running instance of the database, which is made if there is none. */
  async open(place: DatabasePlace): Promise<Instance> {
    const { branchId, database } = place;
    if (/^template[01]$/.test(database)) {
      throw new Unavailable('42P04', `a database of PGlite cannot be called ${database}`);
    }
    const data = await this.folders.find(branchId, database);
    if (data !== undefined) return this.reopen(data, database);
    try {
      return await this.begin(branchId, database);
    } catch (error) {
      throw new Unavailable('58000', `${identifier(database)} cannot be made: ${(error as Error).message}`);
    }
  }

  /** Loads what every instance needs, if it is not there yet. */
  prepareEngine(): void {
    // Whoever wants an instance hears why it failed.
    this.loadEngine().catch(() => undefined);
  }

  /** Opens an instance ahead, if there is none yet and one is likely to be wanted. */
  prepareSpare(): void {
    if (!this.drawnUpon) return;
    this.spare ??= this.make();
    // Whoever takes it hears why it failed.
    this.spare.catch(() => undefined);
  }

  /** Gives back what was opened ahead, once it is open. */
  rest(): Promise<void> {
    const spare = this.spare;
    this.spare = undefined;
    this.drawnUpon = false;
    this.resting = this.resting.then(async () => {
      const fresh = await spare?.catch(() => undefined);
      if (fresh === undefined) return;
      await fresh.instance.close();
      await this.folders.discard(fresh.folder);
    });
    return this.resting;
  }

  private async begin(branchId: string, database: string): Promise<Instance> {
    const { instance, folder } = await this.take();
    try {
      await nameDatabase(instance, database);
      await this.folders.adopt(branchId, database, folder);
      this.drawnUpon = true;
      return instance;
    } catch (error) {
      await instance.close();
      await this.folders.discard(folder);
      throw error;
    }
  }

  private async take(): Promise<Fresh> {
    const spare = this.spare;
    this.spare = undefined;
    const fresh = await (spare ?? this.make());
    if (!fresh.instance.dead) return fresh;
    await this.folders.discard(fresh.folder);
    return this.make();
  }

  private async make(): Promise<Fresh> {
    const folder = this.folders.fresh();
    // Unpacking what the build has made is quicker than to make it; sources that have not been built lack it.
    const packed = packedPglite();
    return { folder, instance: await this.start({ folder, packed, database: FIRST }) };
  }

  /** Opens data by the name of the database, which within may still be the one from before it was renamed. */
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
    beginning: Omit<Beginning, 'packed'> & Partial<Pick<Beginning, 'packed'>>,
  ): Promise<Instance> {
    return Instance.start(await this.loadEngine(), { packed: null, ...beginning });
  }

  private loadEngine(): Promise<Engine> {
    this.engine ??= loadEngine();
    return this.engine;
  }
}

/** An instance that no database has yet, and its data. */
interface Fresh {
  readonly instance: Instance;
  readonly folder: string;
}

/** The database of first data, and its number there. */
const FIRST = 'postgres';
const FIRST_OID = 5;

/** ALTER DATABASE does not rename the database that is open, but the catalog is all that knows its name. */
async function nameDatabase(instance: Instance, database: string): Promise<void> {
  const name = literal(database);
  const text = `UPDATE pg_catalog.pg_database SET datname = ${name} WHERE oid = ${FIRST_OID} AND datname <> ${name}`;
  rowsOf(await instance.aside(queryMessage(text)));
}
