import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const script = fileURLToPath(new URL('../../build/release.mjs', import.meta.url));

const CHANGELOG = `# Changelog

## Not released yet

### Added

- A library.

## 0.1.0 (2026-01-31)

- Everything.
`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-release-'));
  const manifest = { name: 'released', version: '0.1.0', scripts: { 'check:package': 'node check.mjs' } };
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`);
  write(
    'package-lock.json',
    `${JSON.stringify({ ...manifest, lockfileVersion: 3, packages: {} }, null, 2)}\n`,
  );
  write('check.mjs', "console.log('checked');\n");
  write('CHANGELOG.md', CHANGELOG);
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Test');
  git('config', 'user.email', 'test@example.com');
  commit();
});

afterEach(() => rmSync(folder, { recursive: true }));

test('a release changes version and changelog, checks the package, commits and tags', () => {
  const { status, stdout } = release('0.2.0');
  expect(status).toBe(0);
  expect(stdout).toContain('checked');
  expect(stdout).toContain('git push origin main v0.2.0\n  npm publish');
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changelog\n\n## Not released yet\n\n## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n### Added\n\n- A library\.\n\n## 0\.1\.0/,
  );
  expect(JSON.parse(read('package.json'))).toMatchObject({ version: '0.2.0' });
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({ version: '0.2.0' });
  expect(git('log', '-1', '--format=%s %D')).toBe('Release 0.2.0 HEAD -> main, tag: v0.2.0\n');
  expect(git('status', '--porcelain')).toBe('');
});

test('a dry run says what would be released, and changes nothing', () => {
  const { status, stdout } = release('0.2.0', '--dry-run');
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: 'Version 0.2.0 can be released. Its changes:\n### Added\n\n- A library.\n',
  });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag')).toBe('');
});

test('each obstacle is said, with what to do', () => {
  write('CHANGELOG.md', CHANGELOG.replace('- A library.\n', ''));
  git('checkout', '--quiet', '-b', 'topic');
  expect(release('0.1.0')).toMatchObject({
    status: 1,
    stderr: `release: 0.1.0 is not higher than 0.1.0, the version in package.json
release: the branch is topic; releases are made on main
release: files have changed; commit them first
release: CHANGELOG.md has no entries under "## Not released yet"
`,
  });
  expect(release().stderr).toContain('release: give one version, such as: npm run release -- 0.2.0\n');
});

test('if the check of the package fails, all is as before', () => {
  write('check.mjs', 'process.exitCode = 1;\n');
  commit();
  expect(release('0.2.0')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('release: the check of the package failed, and nothing is released\n'),
  });
  expect(read('CHANGELOG.md')).toBe(CHANGELOG);
  expect(git('status', '--porcelain')).toBe('');
  expect(git('tag')).toBe('');
});

function release(...words: readonly string[]) {
  return spawnSync(process.execPath, [script, ...words], { cwd: folder, encoding: 'utf8' });
}

function git(...words: readonly string[]): string {
  return execFileSync('git', words, { cwd: folder, encoding: 'utf8' });
}

function commit(): void {
  git('add', '.');
  git('commit', '--quiet', '--message', 'Change');
}

function read(name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}
