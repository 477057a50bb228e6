// Makes the first data folder of PGlite once, at build: whoever installs the package has it at hand, and does not wait
// some seconds for the first database.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { create } from 'tar';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-build-'));
const db = await PGlite.create(folder, { initDbStartParams: ['--wal-segsize=1'] });
// A third of the files, and nobody makes databases of it.
await db.exec("UPDATE pg_catalog.pg_database SET datistemplate = false WHERE datname = 'template0'");
await db.exec('DROP DATABASE template0');
// What has been closed is opened without being recovered first.
await db.close();
const file = fileURLToPath(new URL('../dist/pglite.tgz', import.meta.url));
await create({ cwd: folder, file, gzip: true, portable: true }, ['.']);
rmSync(folder, { recursive: true });
