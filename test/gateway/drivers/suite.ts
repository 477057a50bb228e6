import { Kysely, type Migration, Migrator, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Connection, DRIVERS, type Driver } from './drivers.ts';
import { ServedProject } from './service.ts';

/** Each common driver through sleep, wake, restart, limit and full disk, and tests of single drivers. */
export function driversAgainst(...args: readonly string[]): void {
  const project = livesOf(DRIVERS, ...args);

  test('migrations run on a sleeping compute', async () => {
    await project().fallAsleep();
    const db = new Kysely<Record<string, never>>({
      dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: project().uri, max: 2 }) }),
    });
    const up = (text: string): Migration => ({ up: async (on) => void (await sql.raw(text).execute(on)) });
    const migrations = {
      '1': up('create table boats (id serial primary key, name text not null)'),
      '2': up('create index boats_by_name on boats (name)'),
      '3': up("insert into boats (name) values ('Argo'), ('Beagle')"),
    };
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
    const { error, results } = await migrator.migrateToLatest();
    expect(error).toBeUndefined();
    expect(results?.map(({ status }) => status)).toEqual(['Success', 'Success', 'Success']);
    expect(await project().state()).toBe('active');
    await db.destroy();
    await project().fallAsleep();
    const again = DRIVERS[1]?.open(project().uri);
    expect(await again?.query('select count(*) from boats')).toBe('2');
    await again?.end();
  });

  test('a branch begins with the data of its parent, and its changes stay its own', async () => {
    const parent = DRIVERS[1]?.open(project().uri) as Connection;
    await parent.query('create table if not exists tides (height int)');
    await parent.query('insert into tides values (1)');
    await parent.end();
    await project().control('POST', '/clock/advance', { by: '10s' });
    const { connection_uris, branch } = await project().api(
      'POST',
      `/projects/${project().projectId}/branches`,
      {
        branch: { name: 'copy' },
        endpoints: [{ type: 'read_write' }],
      },
    );
    const child = DRIVERS[1]?.open(connection_uris[0].connection_uri) as Connection;
    expect(await child.query('select sum(height) from tides')).toBe('1');
    await child.query('insert into tides values (2)');
    await child.end();
    const after = DRIVERS[1]?.open(project().uri) as Connection;
    expect(await after.query('select sum(height) from tides')).toBe('1');
    await after.end();
    await project().control('POST', '/clock/advance', { by: '20m' });
    await project().api('DELETE', `/projects/${project().projectId}/branches/${branch.id}`);
  });

  test('sessions begin with the settings of the compute, which the client can override', async () => {
    await project().control('POST', '/clock/advance', { by: '10s' });
    const ask = async (uri: string, text: string) => {
      const connection = DRIVERS[1]?.open(uri) as Connection;
      const answer = await connection.query(text);
      await connection.end();
      return answer;
    };
    const change = async (pgSettings: Readonly<Record<string, string>>) => {
      const settings = { pg_settings: pgSettings };
      await project().api('PATCH', project().endpoint, { endpoint: { settings } });
      await project().restart();
    };
    await change({
      Work_Mem: '8MB',
      DateStyle: 'German',
      'app.tenant': 'it is\\the "first" one',
      jit: 'off',
    });
    for (const uri of [project().uri, project().pooledUri]) {
      expect(await ask(uri, 'show work_mem')).toBe('8MB');
      expect(await ask(uri, "select date '2026-03-01'::text")).toBe('01.03.2026');
      expect(await ask(uri, "select current_setting('app.tenant')")).toBe('it is\\the "first" one');
    }
    expect(await ask(`${project().uri}%20-c%20work_mem%3D2MB`, 'show work_mem')).toBe('2MB');
    const connection = DRIVERS[1]?.open(project().uri) as Connection;
    await connection.query("set work_mem = '3MB'");
    expect(await connection.query('show work_mem')).toBe('3MB');
    await connection.end();
    expect(await ask(project().uri, 'show work_mem')).toBe('8MB');
    await expect(change({ work_mem: '1kB' })).rejects.toThrow('from 64kB to 2147483647kB');
    await change({});
    expect(await ask(project().pooledUri, 'show work_mem')).toBe('4MB');
  });

  test.each([16, 18])(
    'the API shows the PostgreSQL version that runs, even if version %i was requested',
    async (asked) => {
      const made = await project().api('POST', '/projects', {
        project: { name: 'other', pg_version: asked },
      });
      const connection = DRIVERS[1]?.open(made.connection_uris[0].connection_uri) as Connection;
      const { pg_version } = (await project().api('GET', `/projects/${made.project.id}`)).project;
      expect(made.project.pg_version).toBe(pg_version);
      const number = await connection.query("select current_setting('server_version_num')::int / 10000");
      expect(number).toBe(String(pg_version));
      expect(await connection.query('show server_version')).toMatch(new RegExp(`^${pg_version}\\b`));
      expect(await connection.query('select version()')).toMatch(new RegExp(`^PostgreSQL ${pg_version}\\b`));
      await connection.end();
      await project().control('POST', '/clock/advance', { by: '20m' });
      await project().api('DELETE', `/projects/${made.project.id}`);
    },
  );

  test('max_connections shows the limit of the compute, also through the pooler', async () => {
    for (const connectionString of [project().uri, project().pooledUri]) {
      const client = new pg.Client({ connectionString });
      await client.connect();
      const text = 'SHOW max_connections;';
      for (const query of [text, { name: 'limit', text }, { text: '  show\n max_connections  ', values: [] }])
        expect((await client.query(query)).rows).toEqual([{ max_connections: '112' }]);
      expect(
        ((await client.query('begin; show max_connections; commit')) as unknown as { rows: unknown }[])
          .length,
      ).toBe(3);
      await client.end();
    }
  });

  test('a read replica refuses writes', async () => {
    await project().control('POST', '/clock/advance', { by: '10s' });
    const { endpoint } = await project().api('POST', `/projects/${project().projectId}/endpoints`, {
      endpoint: {
        branch_id: (await project().api('GET', project().endpoint)).endpoint.branch_id,
        type: 'read_only',
      },
    });
    const replica = DRIVERS[1]?.open(project().uri.replace(project().endpointId, endpoint.id)) as Connection;
    expect(await replica.query('select 1')).toBe('1');
    await expect(replica.query('create table no (way int)')).rejects.toMatchObject({ code: '25006' });
    await replica.end();
    await project().control('POST', '/clock/advance', { by: '20m' });
    await project().api('DELETE', `/projects/${project().projectId}/endpoints/${endpoint.id}`);
  });
}

/** Takes each driver through sleep, wake, restart, limit and full disk. Returns the project that they use. */
export function livesOf(drivers: readonly Driver[], ...args: readonly string[]): () => ServedProject {
  let project: ServedProject;
  beforeAll(async () => {
    project = await ServedProject.start(...args);
  });
  afterAll(async () => {
    await project?.end();
  });

  describe.each(drivers.filter(({ isThere }) => !isThere))('$name', ({ isThere }) => {
    test('is not run, because it is not installed', () => expect(isThere).toBe(false));
  });

  describe.each(drivers.filter(({ isThere }) => isThere))('$name', (driver) => {
    throughTheLife(driver, () => project);
  });
  return () => project;
}

function throughTheLife(driver: Driver, project: () => ServedProject): void {
  test('wakes a sleeping compute, and finds its data there', async () => {
    const { uri } = project();
    const table = `kept_${driver.name.replaceAll(/\W/g, '')}`;
    const first = driver.open(uri);
    await first.query(`create table ${table} (n int)`);
    await first.query(`insert into ${table} values (7)`);
    await project().fallAsleep();
    // Its session has ended in its sleep; a client that keeps one makes another.
    expect(await patiently(first, `select n from ${table}`)).toBe('7');
    await first.end();
    await project().fallAsleep();
    const second = driver.open(uri);
    expect(await second.query(`select n from ${table}`)).toBe('7');
    expect(await project().state()).toBe('active');
    await second.end();
  });

  test('works again after a restart', async () => {
    const connection = driver.open(project().uri);
    expect(await connection.query('select 1')).toBe('1');
    await project().restart();
    expect(await patiently(connection, 'select 2')).toBe('2');
    await connection.end();
  });

  test('is refused with 53300 while all connections are in use, and can connect later', async () => {
    const { endpointId } = project();
    await project().fallAsleep();
    await project().control('POST', `/computes/${endpointId}/connections`, { count: 105, wait_ms: 60_000 });
    await project().control('POST', '/clock/advance', { by: '5s' });
    const connection = driver.open(project().uri);
    await expect(connection.query('select 1')).rejects.toMatchObject({ code: '53300' });
    await project().control('DELETE', `/computes/${endpointId}/connections`);
    expect(await patiently(connection, 'select 1')).toBe('1');
    await connection.end();
  });

  test('gets 53100 if the disk is full', async () => {
    const { endpointId } = project();
    const connection = driver.open(project().uri);
    await connection.query('select 1');
    await project().control('PUT', `/computes/${endpointId}/disk`, { full: true });
    await expect(connection.query('select 1')).rejects.toMatchObject({
      code: '53100',
      message: expect.stringContaining('No space left on device'),
    });
    await project().control('PUT', `/computes/${endpointId}/disk`, { full: false });
    expect(await connection.query('select 1')).toBe('1');
    await connection.end();
  });

  test('works through the pooler, also with prepared statements', async () => {
    const connections = [1, 2, 3].map(() => driver.open(project().pooledUri));
    for (let turn = 0; turn < 3; turn++)
      expect(
        await Promise.all(connections.map((connection, i) => connection.query(`select ${i} + 1`))),
      ).toEqual(['1', '2', '3']);
    for (const connection of connections) await connection.end();
  });

  test('is refused with a wrong password', async () => {
    const connection = driver.open(project().uri.replace(/:tdp_\w+@/, ':wrong@'));
    await expect(connection.query('select 1')).rejects.toThrow(/password authentication failed/);
    await connection.end();
  });
}

/** A connection that was cut is found out by its use, once; the next one is new. */
async function patiently(connection: Connection, text: string): Promise<string | null> {
  try {
    return await connection.query(text);
  } catch {
    return connection.query(text);
  }
}
