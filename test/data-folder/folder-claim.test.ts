import { mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { claimFolder, isClaim } from '../../src/data-folder/folder-claim.ts';
import { thisProcess } from '../../src/data-folder/holder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-claim-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a claim on a folder', () => {
  test('names the process that holds it', async () => {
    const { started } = await thisProcess();
    await claimFolder(folder);
    expect(readdirSync(folder)).toEqual(['tidemark.lock.1']);
    expect(readlinkSync(join(folder, 'tidemark.lock.1'))).toBe(`pid ${process.pid} started ${started}`);
  });

  test('is refused while another claim is held, also by the same process', async () => {
    const claim = await claimFolder(folder);
    const { started } = await thisProcess();
    await expect(claimFolder(folder)).rejects.toMatchObject({
      problems: [
        {
          place: { file: folder },
          found: `is in use by pid ${process.pid} started ${started}`,
          remedy: `stop that process, or give another folder (if it is not a tidemark process, remove ${folder}/tidemark.lock.1)`,
        },
      ],
    });
    await claim.release();
    await claimFolder(folder);
    expect(readdirSync(folder)).toEqual(['tidemark.lock.3']);
  });

  test.each([
    ['that was released', 'nobody'],
    ['of a process that is gone', 'pid 99999999 started unknown'],
    ['of a process whose pid another process has now', 'pid 1 started another-boot/12'],
    ['of a process that had our own pid', `pid ${process.pid} started another-boot/12`],
  ])('takes the next number after a claim %s', async (_, holder) => {
    symlinkSync(holder, join(folder, 'tidemark.lock.9'));
    symlinkSync('nobody', join(folder, 'tidemark.lock.8'));
    await claimFolder(folder);
    expect(readdirSync(folder)).toEqual(['tidemark.lock.10']);
  });

  test.each([
    ['of a process that runs', `pid ${process.pid} started unknown`],
    ['in the format of a later version', 'machine 7'],
  ])('is refused by a claim %s', async (_, holder) => {
    symlinkSync(holder, join(folder, 'tidemark.lock.9'));
    await expect(claimFolder(folder)).rejects.toThrow(`is in use by ${holder}`);
    expect(readdirSync(folder)).toEqual(['tidemark.lock.9']);
  });

  test('goes to exactly one of many processes that find the claim of a dead process', async () => {
    for (let round = 0; round < 50; round++) {
      symlinkSync('pid 99999999 started unknown', join(folder, `tidemark.lock.${1000 * (round + 1)}`));
      const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => claimFolder(folder)));
      const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
      expect(won).toHaveLength(1);
      expect(readdirSync(folder).filter(isClaim)).toHaveLength(1);
    }
  });
});
