import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { outputFiles } from '../../src/cli/files/output-files.ts';
import { processTerminal } from '../../src/cli/terminal/terminal.ts';
import { tidemark as runHere } from '../../src/cli/tidemark.ts';
import { MAIN } from './served.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-outputs-'));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
});

const shipped = (path: string) => fileURLToPath(new URL(`../../scenarios/${path}`, import.meta.url));
const WEEK = shipped('traces/office-week.jsonl');
const POLLER = shipped('poller.yaml');

/** A refusal may take no longer than a start. */
const SOON_MS = 10_000;

function tidemark(args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
    cwd: folder,
    encoding: 'utf8',
    timeout: SOON_MS,
  });
  return { status, out: stdout, err: stderr };
}

/** Runs in this process, because a refusal before the work begins is quick. */
async function refused(args: readonly string[]) {
  let [out, err] = ['', ''];
  const status = await runHere(args, {
    ...terminal,
    columns: 80,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
  });
  return { status, out, err };
}

const terminal = processTerminal();

/** Obstacles, which are created at the path that a command is given. */
const OBSTACLES: Readonly<Record<string, (path: string) => void>> = {
  'a pipe': (path) => execFileSync('mkfifo', [path]),
  'a link that leads nowhere': (path) => symlinkSync(join(folder, 'missing', 'target'), path),
  'a link to itself': (path) => symlinkSync(path, path),
};

/** Each command that writes to a file. The trace of a year would keep it busy if it began. */
const TO_FILES: readonly (readonly [command: string, args: (path: string) => readonly string[]])[] = [
  ['plan', (path) => ['plan', WEEK, '--write-scenario', path]],
  ['simulate', (path) => ['simulate', POLLER, '--events', path]],
  ['trace convert', (path) => ['trace', 'convert', WEEK, '-o', path]],
  ['trace slice', (path) => ['trace', 'slice', WEEK, '--from', '2026-03-03', '-o', path]],
  ['trace generate', (path) => ['trace', 'generate', POLLER, '-o', path]],
  ['trace merge', (path) => ['trace', 'merge', WEEK, WEEK, '-o', path]],
  ['trace fit', (path) => ['trace', 'fit', WEEK, '-o', path]],
  ['learn', (path) => ['learn', '--html', path]],
  ['init', (path) => ['init', path, '--demand', 'web']],
];

const TO_FOLDERS: typeof TO_FILES = [
  ['plan', (path) => ['plan', WEEK, '--report', path]],
  ['plan --results', (path) => ['plan', shipped('portfolios/shops.yaml'), '--results', path]],
  ['simulate', (path) => ['simulate', POLLER, '--report', path]],
  ['compare', (path) => ['compare', POLLER, '--set', 'max=4', '--report', path]],
  ['policies', (path) => ['policies', POLLER, '--report', path]],
  ['incident', (path) => ['incident', POLLER, '--at', '12h', '--report', path]],
  ['check', (path) => ['check', WEEK, '--bill', '2026-03=41.20', '--report', path]],
  ['report', (path) => ['report', POLLER, '-o', path]],
];

describe('an output that cannot be written is refused before the work, and leaves nothing', () => {
  const expectRefused = async (args: readonly string[], path: string, found: RegExp) => {
    const before = readdirSync(folder);
    const { status, out, err } = await refused(args);
    expect({ status, out }, err).toEqual({ status: 2, out: '' });
    expect(err.split('\n')).toHaveLength(2);
    expect(err).toContain(`tidemark: ${path}: `);
    expect(err).toMatch(found);
    expect(readdirSync(folder)).toEqual(before);
  };

  describe.each(TO_FILES)('%s', (_, argsFor) => {
    test.each(Object.entries(OBSTACLES))('%s', async (_name, make) => {
      const path = join(folder, 'out.jsonl');
      make(path);
      await expectRefused(argsFor(path), path, /it is a device or a pipe|leads nowhere|lead in a circle/);
    });

    test('a folder, a path below a file, and a folder that takes no files', async () => {
      mkdirSync(join(folder, 'taken.jsonl'));
      writeFileSync(join(folder, 'file'), '');
      const cases = [
        [join(folder, 'taken.jsonl'), /it is a folder, not a file/],
        [join(folder, 'file/out.jsonl'), /a part of the path is a file/],
        [join(folder, 'missing/out.jsonl'), /the folder does not exist/],
        ...(process.platform === 'linux' ? ([['/proc/out.jsonl', /takes no files|no right/]] as const) : []),
      ] as const;
      for (const [path, found] of cases) await expectRefused(argsFor(path), path, found);
    });
  });

  describe.each(TO_FOLDERS)('%s', (_, argsFor) => {
    test.each(Object.entries(OBSTACLES))('%s', async (_name, make) => {
      const path = join(folder, 'pages');
      make(path);
      await expectRefused(argsFor(path), path, /it is a file, not a folder|leads nowhere|lead in a circle/);
    });

    test('a file, a folder below a file, and a folder that takes no files', async () => {
      writeFileSync(join(folder, 'file'), '');
      const cases = [
        [join(folder, 'file'), /it is a file, not a folder/],
        [join(folder, 'file/below/it'), /is a file, not a folder/],
        ...(process.platform === 'linux' ? ([['/proc/pages', /takes no files|no right/]] as const) : []),
      ] as const;
      for (const [path, found] of cases) await expectRefused(argsFor(path), path, found);
    });
  });

  test('a page in a folder that has a folder of that name', async () => {
    mkdirSync(join(folder, 'pages/report.html'), { recursive: true });
    const page = join(folder, 'pages/report.html');
    await expectRefused(
      ['plan', WEEK, '--report', join(folder, 'pages')],
      page,
      /it is a folder, not a file/,
    );
  });

  test('a folder without rights', () => {
    chmodSync(folder, 0o555);
    const path = join(folder, 'pages');
    // Permissions do not apply to root, so root runs the command as nobody.
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      expect(() => outputFiles.checkFolder(path, [])).toThrow(
        `${path}: it cannot be written: this user has no right to; name another path`,
      );
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(folder, 0o700);
    }
  });
});

test('a command that is refused for another reason leaves no folder', () => {
  expect(tidemark(['plan', 'missing.jsonl', '--report', 'pages']).status).toBe(2);
  expect(readdirSync(folder)).toEqual([]);
});

test('an output through a link replaces the file behind it, and the link stays', () => {
  mkdirSync(join(folder, 'real'));
  writeFileSync(join(folder, 'real/week.jsonl'), 'before');
  symlinkSync('real/week.jsonl', join(folder, 'week.jsonl'));
  expect(tidemark(['trace', 'convert', WEEK, '-o', 'week.jsonl']).status).toBe(0);
  expect(lstatSync(join(folder, 'week.jsonl')).isSymbolicLink()).toBe(true);
  expect(readFileSync(join(folder, 'real/week.jsonl'), 'utf8')).toMatch(/^\{"schema":"tidemark\/trace"/);
});

test('a disk that takes only a part is one problem, and nothing is left', () => {
  // A limit of the shell on file sizes acts like a full disk.
  const limited = `trap '' XFSZ; ulimit -f 1; exec "$0" "$1" trace convert "$2" -o week.jsonl`;
  const { status, stderr } = spawnSync('bash', ['-c', limited, process.execPath, MAIN, WEEK], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([
    2,
    'tidemark: week.jsonl: it cannot be written: the file would be larger than is allowed; name another path\n',
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['a folder', 'mkdir', 'it is a folder'],
  ['a pipe', 'mkfifo', 'it is no ordinary file'],
])('a plan is not looked for in %s', (_, make, finding) => {
  copyFileSync(WEEK, join(folder, 'week.jsonl'));
  writeFileSync(
    join(folder, 'list.yaml'),
    'databases:\n  - { name: week, file: week.jsonl, current: "4, 5m" }\n',
  );
  const args = ['plan', 'list.yaml', '--highest', '1', '--timeouts', '5m', '--results', 'plans'];
  expect(tidemark(args).status).toBe(0);
  const [kept = ''] = readdirSync(join(folder, 'plans'));
  rmSync(join(folder, 'plans', kept));
  execFileSync(make, [join(folder, 'plans', kept)]);
  const { status, err } = tidemark(args);
  expect([status, err]).toEqual([2, expect.stringContaining(`plans/${kept}: ${finding}`)]);
});

test('the exit code is that of the answer, even if its reader stops early', () => {
  const limited = `plan "$2" --current 4 --highest 4 --only fixed --timeouts 5m --fail-above cost=1`;
  const script = `"$0" "$1" ${limited} | head -n 1; exit "${'$'}{PIPESTATUS[0]}"`;
  const { status, stderr } = spawnSync('bash', ['-c', script, process.execPath, MAIN, WEEK], { cwd: folder });
  expect([status, String(stderr)]).toEqual([1, expect.stringContaining('cost')]);
});

test('a reader that stops early leaves the files of the command complete', () => {
  const script = `"$0" "$1" plan "$2" --highest 1 --timeouts 5m --write-scenario week.yaml | head -n 1`;
  execFileSync('bash', ['-c', script, process.execPath, MAIN, WEEK], { cwd: folder, stdio: 'pipe' });
  expect(readdirSync(folder)).toEqual(['week.yaml']);
});
