import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from '../child.ts';
import type { Figure } from '../figure.ts';
import type { Filled } from './fill.ts';
import { type Call, type Measured, measure } from './load.ts';
import { originOf } from './served.ts';

const SECONDS = 8;
const CONNECTIONS = 16;
/** The number of projects that are read, spread over all. */
const PROJECTS = 50;

/** Compares three kinds of reads with servers that already have the answers. */
export async function readFigures(
  url: string,
  { key, projectIds }: Filled,
  scratch: string,
): Promise<Figure[]> {
  const calls = callsOf(projectIds);
  const ours = await measure({ url, key, calls, connections: CONNECTIONS, seconds: SECONDS });
  const answers = await Promise.all(
    calls.map(async ({ path }) => [path, await text(url + path, key)] as const),
  );
  const file = join(scratch, 'answers.json');
  writeFileSync(file, JSON.stringify(answers));
  const figures: Figure[] = [];
  for (const kind of ['http', 'hono']) {
    const server = await startChild<{ url: string }>('service/reference-server', [kind, file]);
    const bare = await measure({
      url: server.line.url,
      key,
      calls,
      connections: CONNECTIONS,
      seconds: SECONDS,
    });
    await server.stop();
    figures.push({
      name: `reads, against bare ${kind}`,
      ours: show(ours),
      reference: show(bare),
      ratio: bare.perSecond / ours.perSecond,
      asked: '3,000 a second',
    });
  }
  return figures;
}

export function show({ perSecond, p50Ms, p99Ms, maxMs }: Measured): string {
  return `${perSecond.toFixed(0)} a second, p50 ${p50Ms} ms, p99 ${p99Ms} ms, at most ${maxMs.toFixed(0)} ms`;
}

function callsOf(projectIds: readonly string[]): Call[] {
  const every = Math.max(1, Math.floor(projectIds.length / PROJECTS));
  return projectIds
    .filter((_, place) => place % every === 0)
    .flatMap((id) =>
      ['', '/endpoints', '/operations'].map(
        (rest) => ({ method: 'GET', path: `/api/v2/projects/${id}${rest}` }) as const,
      ),
    );
}

async function text(url: string, key: string): Promise<string> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  if (answer.status !== 200) throw new Error(`${originOf(url)} answers ${answer.status}`);
  return answer.text();
}
