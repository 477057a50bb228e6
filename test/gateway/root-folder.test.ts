import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRootFolder } from '../../src/gateway/pglite/root-folder.ts';

const place = mkdtempSync(join(tmpdir(), 'tidemark-root-folder-'));
const { TMPDIR } = process.env;
const temporary = join(place, 'tmp');

beforeAll(() => {
  mkdirSync(temporary);
  process.env.TMPDIR = temporary;
});

afterAll(() => {
  if (TMPDIR === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = TMPDIR;
  rmSync(place, { recursive: true });
});

/** Makes the folder that a killed process leaves behind. */
function abandoned(path: string): string {
  mkdirSync(path);
  symlinkSync('nobody', join(path, 'tidemark.lock.1'));
  writeFileSync(join(path, 'precious'), 'kept');
  return path;
}

test('abandoned temporary folders are removed, and links to other folders are not followed', async () => {
  const elsewhere = abandoned(join(place, 'elsewhere'));
  const ours = abandoned(join(temporary, 'tidemark-branches-dead'));
  symlinkSync(elsewhere, join(temporary, 'tidemark-branches-link'));
  const root = await openRootFolder(null);
  await root.release();
  expect(existsSync(ours)).toBe(false);
  expect(readdirSync(elsewhere).sort()).toEqual(['precious', 'tidemark.lock.1']);
});
