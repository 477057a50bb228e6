import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { Emulator } from './gateway/emulator.ts';
import { idleFigure } from './gateway/idle.ts';
import { inProcessFigures } from './gateway/in-process.ts';
import { hasPgbench } from './gateway/pgbench.ts';
import { findServer } from './gateway/server.ts';
import { throughputFigures } from './gateway/throughput.ts';
import { wakeFigure } from './gateway/wakes.ts';
import { keep } from './results.ts';

const server = await findServer();
const figures = server === null ? [] : await serverFigures(server);
figures.push(...(await inProcessFigures()));
keep('gateway', figures);
if (server === null)
  console.log(
    'without TIDEMARK_TEST_DATABASE_URL, or a PostgreSQL server at 127.0.0.1:5432, the rows of pgbench, idle clients and wakes in a server are left out',
  );
else if (!hasPgbench()) console.log('without pgbench, its rows are left out');

/** The figures of the gateway in front of a PostgreSQL server. */
async function serverFigures(serverUrl: string): Promise<Figure[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  const emulator = await Emulator.start(serverUrl);
  try {
    const compute = await emulator.project();
    return [
      await wakeFigure(emulator, compute, 'a server', 'below 20 ms'),
      await idleFigure(emulator, compute),
      ...(hasPgbench() ? await throughputFigures(emulator, compute, serverUrl, scratch) : []),
    ];
  } finally {
    await emulator.stop();
    rmSync(scratch, { recursive: true });
  }
}
