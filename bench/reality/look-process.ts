import { existsSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { LOOK_EVERY_MS } from './looks.ts';

/** Counts the runnable processes of a list for the process that started this one, until that disconnects. */

const [membersFile = ''] = process.argv.slice(2);

// The driver goes first.
setPriority(constants.priority.PRIORITY_HIGH);
// The process that hears it may end meanwhile.
const tell = (runnable: number) => process.send?.(runnable, undefined, undefined, () => {});
// At Ctrl-C, the group of the members is removed before this process ends.
const looks = setInterval(() => existsSync(membersFile) && tell(runnableMembers()), LOOK_EVERY_MS);
process.once('disconnect', () => clearInterval(looks));

function runnableMembers(): number {
  const members = readFileSync(membersFile, 'latin1').split('\n');
  return members.filter((id) => id !== '' && isRunnable(id)).length;
}

/** A process can end between the list of members and this look at it. */
function isRunnable(id: string): boolean {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'latin1');
    return stat.charAt(stat.lastIndexOf(')') + 2) === 'R';
  } catch {
    return false;
  }
}
