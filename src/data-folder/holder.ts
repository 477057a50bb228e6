import { readFile } from 'node:fs/promises';
import { kill, pid } from 'node:process';

/** A process that holds something. A number alone may be given to another process later, or in another container. */
export interface Holder {
  readonly pid: number;
  /** The boot and the moment in it at which the process started, where the system tells. */
  readonly started: string;
}

export async function thisProcess(): Promise<Holder> {
  return { pid, started: (await startOf(pid)) ?? UNKNOWN };
}

/** Whether that very process runs. One that was killed and is not yet buried by its parent does not. */
export async function runs({ pid, started }: Holder): Promise<boolean> {
  const now = await startOf(pid);
  return now === undefined || started === UNKNOWN ? answers(pid) : now === started;
}

const UNKNOWN = 'unknown';

/** From /proc, which Linux has: undefined elsewhere and for a process that is not there, or hidden. */
async function startOf(pid: number): Promise<string | undefined> {
  try {
    const boot = await readFile('/proc/sys/kernel/random/boot_id', 'utf8');
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The second field is a name in parentheses, which may have spaces and parentheses of its own.
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return /^[ZXx]$/.test(fields[0] ?? '') ? 'never' : `${boot.trim()}/${fields[19]}`;
  } catch {
    return undefined;
  }
}

function answers(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch (error) {
    // It is there, but another user's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
