import { existsSync, readFileSync } from 'node:fs';

/**
 * Returns the peak memory of this process. Linux has it in /proc for the process alone. On other systems the value may
 * include the peak of the parent.
 */
export function peakBytes(): number {
  const status = '/proc/self/status';
  const told = existsSync(status)
    ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8'))?.[1]
    : undefined;
  return 1024 * (told === undefined ? process.resourceUsage().maxRSS : Number(told));
}
