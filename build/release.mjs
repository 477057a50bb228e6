// Makes a release: gives the changelog and package.json the version, checks the package, commits, and tags. It does not
// push or publish, but prints the commands that do.
//
//   npm run release -- 0.2.0 [--dry-run]
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import semver from 'semver';

const HEADING = '## Not released yet\n';
const CHANGED = ['CHANGELOG.md', 'package.json', 'package-lock.json'];

const words = process.argv.slice(2);
const isDryRun = words.includes('--dry-run');
const [version, ...more] = words.filter((word) => word !== '--dry-run');
const changelog = readFileSync('CHANGELOG.md', 'utf8');

const trouble = [...troubleOfVersion(), ...troubleOfRepository(), ...troubleOfChangelog()];
if (trouble.length > 0) {
  console.error(trouble.map((line) => `release: ${line}`).join('\n'));
  process.exitCode = 1;
} else if (isDryRun) {
  console.log(`Version ${version} can be released. Its changes:\n${unreleased()}`);
} else {
  release();
}

function troubleOfVersion() {
  if (version === undefined || more.length > 0 || semver.valid(version) !== version)
    return ['give one version, such as: npm run release -- 0.2.0'];
  const present = JSON.parse(readFileSync('package.json', 'utf8')).version;
  return semver.gt(version, present)
    ? []
    : [`${version} is not higher than ${present}, the version in package.json`];
}

function troubleOfRepository() {
  const trouble = [];
  const branch = git('branch', '--show-current').trim();
  if (branch !== 'main') trouble.push(`the branch is ${branch || 'none'}; releases are made on main`);
  if (git('status', '--porcelain') !== '') trouble.push('files have changed; commit them first');
  if (git('tag', '--list', `v${version}`) !== '') trouble.push(`the tag v${version} exists already`);
  return trouble;
}

function troubleOfChangelog() {
  if (unreleased() === undefined) return [`CHANGELOG.md has no heading "${HEADING.trim()}"`];
  return /^- /m.test(unreleased()) ? [] : [`CHANGELOG.md has no entries under "${HEADING.trim()}"`];
}

/** What the changelog has under its first heading. */
function unreleased() {
  return changelog.split(HEADING)[1]?.split(/^## /m)[0].trim();
}

function release() {
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync('CHANGELOG.md', changelog.replace(HEADING, `${HEADING}\n## ${version} (${date})\n`));
  try {
    npm('version', version, '--no-git-tag-version', '--ignore-scripts', '--silent');
    npm('run', 'check:package');
  } catch {
    git('checkout', '--', ...CHANGED);
    console.error('release: the check of the package failed, and nothing is released');
    process.exitCode = 1;
    return;
  }
  git('commit', '--quiet', '--message', `Release ${version}`, '--', ...CHANGED);
  git('tag', '--annotate', `v${version}`, '--message', `Version ${version}`);
  console.log(`Version ${version} is committed and tagged. To publish it:

  git push origin main v${version}
  npm publish`);
}

function git(...args) {
  return execFileSync('git', args, { encoding: 'utf8' });
}

function npm(...args) {
  execFileSync('npm', args, { stdio: 'inherit' });
}
