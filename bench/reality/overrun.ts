import { median } from './behaviour.ts';
import type { ControlGroup } from './control-group.ts';
import { linesOfMember } from './member.ts';

const QUOTA_MS = 50;
const COUNT = 60;

/**
 * Measures how much longer than its quota a process of the group runs in a period that it begins with all of it. The
 * group has half a processor meanwhile.
 */
export async function quotaOverrunMs(group: ControlGroup): Promise<number> {
  group.limitTo(QUOTA_MS / 100);
  const usedMs = (await linesOfMember(group, 'spinning-process', COUNT)).map(Number);
  group.limitTo(null);
  if (usedMs.length !== COUNT)
    throw new Error(`the process has run ${usedMs.length} times instead of ${COUNT}`);
  return median(usedMs) - QUOTA_MS;
}
