// Makes the first data folder of PGlite at build time. Users of the package then do not wait some seconds for the first
// database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { create } from 'tar';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-build-'));
const db = await PGlite.create(folder, { initDbStartParams: ['--wal-segsize=1'] });
// template0 is a third of the files, and nobody creates databases from it.
await db.exec("UPDATE pg_catalog.pg_database SET datistemplate = false WHERE datname = 'template0'");
await db.exec('DROP DATABASE template0');
// A closed database needs no recovery when it is opened.
await db.close();
const file = fileURLToPath(new URL('../dist/pglite.tgz', import.meta.url));
await create({ cwd: folder, file, gzip: true, portable: true }, ['.']);
rmSync(folder, { recursive: true });
