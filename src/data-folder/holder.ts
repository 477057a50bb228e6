import { readFile } from 'node:fs/promises';
import { kill, pid } from 'node:process';

/** A process that holds a claim. Its start identifies it: another process or container can have the same pid. */
export interface Holder {
  readonly pid: number;
  /** The id of the boot and the time since it at which the process started; `unknown` if the system does not say. */
  readonly started: string;
}

export async function thisProcess(): Promise<Holder> {
  return { pid, started: (await startOf(pid)) ?? UNKNOWN };
}

/** Whether this very process still runs. A zombie does not. */
export async function isProcessRunning({ pid, started }: Holder): Promise<boolean> {
  const now = await startOf(pid);
  return now === undefined || started === UNKNOWN ? respondsToSignal(pid) : now === started;
}

const UNKNOWN = 'unknown';

/** Reads the start of a process from Linux's /proc. Undefined without /proc, or if the process is gone or hidden. */
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

function respondsToSignal(pid: number): boolean {
  try {
    return kill(pid, 0);
  } catch (error) {
    // The process runs, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
