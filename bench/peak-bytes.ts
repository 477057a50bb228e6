import { existsSync, readFileSync } from 'node:fs';

/**
 * The most that this process has had in memory. Linux tells it in /proc by the process alone; what other systems tell
 * may have begun with that of its parent.
 */
export function peakBytes(): number {
  const status = '/proc/self/status';
  const told = existsSync(status)
    ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]
    : undefined;
  return 1024 * (told === undefined ? process.resourceUsage().maxRSS : Number(told));
}
