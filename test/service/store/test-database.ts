import pg from 'pg';

/** The server to test against, if there is one. */
export const SERVER = process.env.TIDEMARK_TEST_DATABASE_URL;

export interface TestDatabase {
  readonly url: string;
  readonly name: string;
  query(text: string): Promise<readonly unknown[]>;
  drop(): Promise<void>;
}

let databases = 0;

/** A database of its own on the test server, empty. */
export async function createDatabase(): Promise<TestDatabase> {
  const name = `tidemark_test_${process.pid}_${databases++}`;
  const server = await connect(SERVER as string);
  await server.query(`create database ${name}`);
  const url = Object.assign(new URL(SERVER as string), { pathname: `/${name}` }).href;
  return {
    url,
    name,
    async query(text) {
      const client = await connect(url);
      try {
        return (await client.query(text)).rows;
      } finally {
        await client.end();
      }
    },
    async drop() {
      await server.query(`drop database ${name} with (force)`);
      await server.end();
    },
  };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}
