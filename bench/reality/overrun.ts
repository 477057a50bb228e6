import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './behaviour.ts';
import type { ControlGroup } from './control-group.ts';

const QUOTA_MS = 50;
const COUNT = 60;

/**
 * Measures how much longer than its quota a process of the group runs in a period that it begins with all of it. The
 * group has half a processor meanwhile.
 */
export async function quotaOverrunMs(group: ControlGroup): Promise<number> {
  group.limitTo(QUOTA_MS / 100);
  const program = fileURLToPath(new URL('./spinning-process.js', import.meta.url));
  const child = spawn(
    'sh',
    ['-c', `${group.joining} && exec "$@"`, 'sh', process.execPath, program, `${COUNT}`],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let out = '';
  for await (const text of child.stdout) out += text;
  group.limitTo(null);
  const usedMs = out.trim().split('\n').map(Number);
  if (usedMs.length !== COUNT)
    throw new Error(`the process has run ${usedMs.length} times instead of ${COUNT}`);
  return median(usedMs) - QUOTA_MS;
}
