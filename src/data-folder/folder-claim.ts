import { readdir, readlink, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { problem } from '../problem/index.ts';
import { isDiskFull } from './folder-problem.ts';
import { type Holder, isProcessRunning, thisProcess } from './holder.ts';

interface Claim {
  release(): Promise<void>;
}

/**
 * Makes this process the only owner of a folder, even if an earlier owner was killed.
 *
 * A claim is a symbolic link `tidemark.lock.<number>` whose target names the holder. Its creation is atomic, and fails
 * if the number exists. The highest number counts. If its holder is dead, a process adds the next number and never
 * replaces the link: of two processes that try at once, only one gets the number. Numbers only grow. So a slow process
 * that creates a number again after its removal sees a higher one, and withdraws.
 */
export async function claimFolder(folder: string): Promise<Claim> {
  const own = nameOf(await thisProcess());
  for (;;) {
    const last = await highestClaim(folder);
    if (last !== undefined && (await isHeld(last.holder))) {
      throw problem(
        { file: folder },
        `is in use by ${last.holder}`,
        `stop that process, or give another folder (if it is not a tidemark process, remove ${pathOf(folder, last.number)})`,
      );
    }
    const number = (last?.number ?? 0) + 1;
    if (!(await createClaim(folder, number, own))) continue;
    if ((await highestClaim(folder))?.number === number) {
      await removeClaimsBelow(folder, number);
      return { release: () => release(folder, number) };
    }
    await removeClaim(folder, number);
  }
}

export function isClaim(entry: string): boolean {
  return CLAIM.test(entry);
}

const CLAIM = /^tidemark\.lock\.(\d{1,15})$/;
const NOBODY = 'nobody';

function nameOf({ pid, started }: Holder): string {
  return `pid ${pid} started ${started}`;
}

async function isHeld(holder: string): Promise<boolean> {
  if (holder === NOBODY) return false;
  const [, pid, started] = /^pid (\d+) started (\S+)$/.exec(holder) ?? [];
  // A newer version may have written a name that this one cannot read, so the claim counts as held.
  return pid === undefined || started === undefined || isProcessRunning({ pid: Number(pid), started });
}

async function release(folder: string, number: number): Promise<void> {
  try {
    await createClaim(folder, number + 1, NOBODY);
  } catch (error) {
    // The claim stays. It stops counting when this process ends.
    if (isDiskFull(error)) return;
    throw error;
  }
  await removeClaim(folder, number);
}

async function highestClaim(folder: string): Promise<{ number: number; holder: string } | undefined> {
  for (;;) {
    const numbers = await claimNumbers(folder);
    if (numbers.length === 0) return undefined;
    const number = Math.max(...numbers);
    try {
      return { number, holder: await readlink(pathOf(folder, number)) };
    } catch (error) {
      // Another process took a higher number and removed this claim meanwhile.
      if (codeOf(error) !== 'ENOENT') throw error;
    }
  }
}

async function claimNumbers(folder: string): Promise<readonly number[]> {
  return (await readdir(folder)).flatMap((entry) => {
    const number = CLAIM.exec(entry)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
}

async function createClaim(folder: string, number: number, holder: string): Promise<boolean> {
  try {
    await symlink(holder, pathOf(folder, number));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

async function removeClaimsBelow(folder: string, number: number): Promise<void> {
  for (const lower of await claimNumbers(folder)) if (lower < number) await removeClaim(folder, lower);
}

async function removeClaim(folder: string, number: number): Promise<void> {
  try {
    await unlink(pathOf(folder, number));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function pathOf(folder: string, number: number): string {
  return join(folder, `tidemark.lock.${number}`);
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
