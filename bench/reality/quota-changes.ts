import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ControlGroup } from './control-group.ts';

const SIZES = [0.5, 0.25] as const;
const COUNT = 60;
/** No multiple of a period, so that changes fall on all parts of one. */
const EVERY_MS = 337;

/** Changes of the quota at which a process stood still, and the longest time until it went on. */
export interface QuotaChanges {
  readonly count: number;
  readonly longestMs: number;
}

/** Measures how soon a process of the group that stands still goes on after a change of the quota. */
export async function quotaChanges(group: ControlGroup): Promise<QuotaChanges> {
  group.limitTo(SIZES[1]);
  const program = fileURLToPath(new URL('./standing-process.js', import.meta.url));
  const runsMs = (COUNT + 2) * EVERY_MS;
  const child = spawn(
    'sh',
    ['-c', `${group.joining} && exec "$@"`, 'sh', process.execPath, program, `${runsMs}`],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const changedMs: number[] = [];
  const changes = (async () => {
    for (let n = 0; n < COUNT; n++) {
      await setTimeout(EVERY_MS);
      changedMs.push(performance.timeOrigin + performance.now());
      group.limitTo(SIZES[n % 2] as number);
    }
  })();
  let out = '';
  for await (const text of child.stdout) out += text;
  await changes;
  group.limitTo(null);
  const pauses = out
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number) as [fromMs: number, toMs: number]);
  const afterMs = changedMs.flatMap((atMs) => {
    const pause = pauses.find(([fromMs, toMs]) => fromMs < atMs && atMs < toMs);
    return pause === undefined ? [] : [pause[1] - atMs];
  });
  if (afterMs.length === 0) throw new Error('no change came while the process stood still');
  return { count: afterMs.length, longestMs: Math.max(...afterMs) };
}
