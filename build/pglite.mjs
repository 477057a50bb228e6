// Makes the first data folder of PGlite once, at build: whoever installs the package has it at hand, and does not wait
// some seconds for the first database.
import { writeFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';

const db = await PGlite.create({ initDbStartParams: ['--wal-segsize=1'] });
const template = await db.dumpDataDir('gzip');
await db.close();
writeFileSync(new URL('../dist/pglite.tgz', import.meta.url), Buffer.from(await template.arrayBuffer()));
