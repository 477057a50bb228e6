import { randomBytes } from 'node:crypto';
import type { Stats } from 'node:fs';
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { unwritable } from '../../library/index.ts';
import { problem } from '../../problem/index.ts';
import type { Results } from './results.ts';

/** Keeps each plan as a file. Several machines may share the folder. */
export async function folderResults(folder: string): Promise<Results> {
  const resultPath = (key: string) => join(folder, `${key}.json`);
  const jobs = join(folder, 'jobs');
  const jobPath = (key: string) => join(jobs, `${key}.job`);
  await attempt(folder, () => mkdir(folder, { recursive: true }));
  /** The folder of jobs is made once. If the disk is away later, nothing must be made in its place. */
  let hasJobs = false;
  return {
    async result(key) {
      const bytes = await contentOf(resultPath(key));
      return bytes?.toString('utf8') ?? null;
    },
    keepResult: (key, text) => write(resultPath(key), text),
    async present(keys) {
      const found = await Promise.all(keys.map((key) => statusOf(resultPath(key))));
      return new Set(keys.filter((_, at) => found[at] !== null));
    },
    async job(key) {
      const bytes = await contentOf(jobPath(key));
      if (bytes === null && (await statusOf(jobs)) === null)
        throw problem(
          { file: jobs },
          'there is no folder of jobs: its disk is away, or the command keeps its jobs elsewhere',
          'let the command and the worker name the same --results',
        );
      return bytes;
    },
    async keepJob(key, bytes) {
      if (!hasJobs) await attempt(jobs, () => mkdir(jobs).catch(ignoreExisting));
      hasJobs = true;
      await write(jobPath(key), bytes);
    },
    dropJob: (key) => rm(jobPath(key), { force: true }),
    close: async () => {},
  };
}

/** Null if there is no such file. */
async function contentOf(path: string): Promise<Buffer | null> {
  const there = await statusOf(path);
  if (there === null) return null;
  // Opening a pipe would wait for a writer.
  if (!there.isFile())
    throw problem(
      { file: path },
      `${there.isDirectory() ? 'it is a folder' : 'it is no ordinary file'}, and a plan is kept there`,
      'remove it, or name another folder with --results',
    );
  return nullIfMissing(path, readFile(path));
}

function statusOf(path: string): Promise<Stats | null> {
  return nullIfMissing(path, stat(path));
}

async function nullIfMissing<Found>(path: string, finding: Promise<Found>): Promise<Found | null> {
  try {
    return await finding;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw problem(
      { file: path },
      `it cannot be read (${code})`,
      'check its rights, or name another --results',
    );
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** Writes beside the target, because another process may read it meanwhile, or write it too. */
async function write(path: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${randomBytes(6).toString('hex')}`;
  await attempt(path, async () => {
    try {
      const file = await open(unfinished, 'wx');
      try {
        await file.writeFile(content);
        // The job is acknowledged after this, and must not be lost with the machine.
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true }).catch(() => {});
      throw error;
    }
  });
}

async function attempt<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw unwritable(path, error);
  }
}
