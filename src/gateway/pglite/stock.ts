import { access } from 'node:fs/promises';
import { packedPglite } from '../../service/index.ts';
import { type Place, Unavailable } from '../backend.ts';
import { type Engine, loadEngine } from './engine.ts';
import type { Folders } from './folders.ts';
import { type Beginning, Instance } from './instance.ts';
import { queryMessage, rowsOf } from './server-messages.ts';
import { identifier, literal } from './session-settings.ts';

/**
 * Where instances come from: of data that are there already, or of copies of a template that is made once.
 *
 * One copy is opened ahead, while others are at work, so that a database that nobody has used yet is there at once.
 */
export class Stock {
  private engine: Promise<Engine> | undefined;
  private template: Promise<void> | undefined;
  private spare: Promise<Copy> | undefined;
  private resting: Promise<void> = Promise.resolve();

  constructor(private readonly folders: Folders) {}

  /** A running instance of the database, which is made if there is none. */
  async open(place: Place): Promise<Instance> {
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

  /** Makes what everything is copied from, if it is not there yet. */
  prepareTemplate(): void {
    // Whoever wants a copy hears why it failed.
    this.readyTemplate().catch(() => undefined);
  }

  /** Opens a copy ahead, if there is none yet. */
  prepareSpare(): void {
    this.spare ??= this.make();
    // Whoever takes it hears why it failed.
    this.spare.catch(() => undefined);
  }

  /** Gives back what was opened ahead, once it is open. */
  rest(): Promise<void> {
    const spare = this.spare;
    this.spare = undefined;
    this.resting = this.resting.then(async () => {
      const copy = await spare?.catch(() => undefined);
      if (copy === undefined) return;
      await copy.instance.close();
      await this.folders.discard(copy.folder);
    });
    return this.resting;
  }

  private async begin(branchId: string, database: string): Promise<Instance> {
    const { instance, folder } = await this.take();
    try {
      await nameDatabase(instance, database);
      await this.folders.adopt(branchId, database, folder);
      return instance;
    } catch (error) {
      await instance.close();
      await this.folders.discard(folder);
      throw error;
    }
  }

  private async take(): Promise<Copy> {
    const spare = this.spare;
    this.spare = undefined;
    const copy = await (spare ?? this.make());
    if (!copy.instance.dead) return copy;
    await this.folders.discard(copy.folder);
    return this.make();
  }

  private async make(): Promise<Copy> {
    await this.readyTemplate();
    const folder = this.folders.fresh();
    const copyFrom = this.folders.template;
    return { folder, instance: await this.start({ folder, copyFrom, database: FIRST }) };
  }

  private readyTemplate(): Promise<void> {
    this.template ??= this.makeTemplate().catch((error) => {
      this.template = undefined;
      throw error;
    });
    return this.template;
  }

  private async makeTemplate(): Promise<void> {
    if (await exists(this.folders.template)) return;
    const folder = this.folders.fresh();
    // Unpacking what the build has made is quicker than to make it; sources that have not been built lack it.
    const packed = await packedPglite();
    const instance = await this.start({ folder, packed, database: FIRST });
    // A third of the files to copy, and nobody makes databases of it.
    for (const text of [
      "UPDATE pg_catalog.pg_database SET datistemplate = false WHERE datname = 'template0'",
      'DROP DATABASE template0',
    ]) {
      rowsOf(await instance.aside(queryMessage(text)));
    }
    await instance.close();
    await this.folders.keepAsTemplate(folder);
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
    beginning: Partial<Beginning> & Pick<Beginning, 'folder' | 'database'>,
  ): Promise<Instance> {
    this.engine ??= loadEngine();
    return Instance.start(await this.engine, { copyFrom: null, packed: null, ...beginning });
  }
}

interface Copy {
  readonly instance: Instance;
  readonly folder: string;
}

/** The database of the template, and its number wherever it is copied. */
const FIRST = 'postgres';
const FIRST_OID = 5;

/** ALTER DATABASE does not rename the database that is open, but the catalog is all that knows its name. */
async function nameDatabase(instance: Instance, database: string): Promise<void> {
  const name = literal(database);
  const text = `UPDATE pg_catalog.pg_database SET datname = ${name} WHERE oid = ${FIRST_OID} AND datname <> ${name}`;
  rowsOf(await instance.aside(queryMessage(text)));
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
