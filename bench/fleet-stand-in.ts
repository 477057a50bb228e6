import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';

/** Keeps the same plan under the key of each job, as fast as it can. */
const [port, results, template, key] = process.argv.slice(2) as [string, string, string, string];
const text = readFileSync(template, 'utf8');
const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const worker = new Worker(
  `plans-${version}`,
  async ({ id = '' }) => writeFileSync(join(results, `${id}.json`), text.replaceAll(key, id)),
  {
    connection: new Redis({ port: Number(port), maxRetriesPerRequest: null }),
    prefix: 'tidemark',
    concurrency: 8,
  },
);
worker.on('error', () => {});
