import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../cli/run.ts';
import { main, placeForCommands, root } from './place.ts';
import { isOwn, pages, shownCommands } from './shown-commands.ts';

const { folder, printedBy } = placeForCommands();
afterAll(() => rmSync(folder, { recursive: true }));

interface DocumentedSession {
  readonly page: string;
  readonly script: string;
  /** A program that it needs and that is not here. */
  readonly lacks: string | null;
}

/** A block that is one script: a server in the background, and what is asked of it. Its fence names what it needs. */
function sessionsOf(page: string): DocumentedSession[] {
  const text = readFileSync(join(root, page), 'utf8');
  return [...text.matchAll(/^```sh session(?: ([\w-]+))?\n([\s\S]*?)^```$/gm)].map(([, program, script]) => ({
    page,
    script: script as string,
    lacks: program === undefined || isThere(program) ? null : program,
  }));
}

function isThere(program: string): boolean {
  return spawnSync('bash', ['-c', `command -v ${program}`]).status === 0;
}

const shown = shownCommands();
const ownCommands = shown.filter(isOwn);

describe('commands in the README and the docs', () => {
  test('exist, and those without tidemark are scripts of package.json', () => {
    expect(ownCommands.length).toBeGreaterThan(3);
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const { command } of shown.filter((one) => !ownCommands.includes(one))) {
      const script = /^npm (?:run )?(\w[\w:]*)/.exec(command)?.[1] ?? '';
      expect(['ci', 'cit', ...Object.keys(scripts)], command).toContain(script);
    }
  });

  test.each(ownCommands)('$page: $command', async ({ command, output }) => {
    const line = command.replace('npm ci && ', '').replaceAll('npx tidemark', `node ${JSON.stringify(main)}`);
    const stdout = await printedBy(line);
    if (output !== null) expect(stdout).toBe(output);
  });
});

describe('sessions in the docs', () => {
  const sessions = pages.flatMap(sessionsOf);

  test('there is at least one', () => expect(sessions.length).toBeGreaterThan(0));

  test.each(sessions.filter(({ lacks }) => lacks !== null))(
    'the session of $page is not run, because there is no $lacks',
    ({ lacks }) => {
      expect(isThere(lacks ?? '')).toBe(false);
    },
  );

  test.each(sessions.filter(({ lacks }) => lacks === null))(
    'the session of $page runs from its first line to its last',
    async ({ script }) => {
      const port = await freePort();
      const lines = script
        .replaceAll('4010', String(port))
        .replaceAll('4011', String(port + 1))
        .replaceAll('npx tidemark', `node ${JSON.stringify(main)}`)
        // Job numbers need an interactive shell.
        .replaceAll(/kill(?: %\d)+/g, 'kill $(jobs -p)');
      const { stdout } = await promisify(execFile)(
        'bash',
        ['-c', `set -eo pipefail; trap 'kill $(jobs -p) 2>/dev/null || true' EXIT\n${lines}`],
        { cwd: placeForSession() },
      );
      expect(stdout).not.toBe('');
    },
  );
});

/** A folder of its own: what one session leaves there is not for the next. */
function placeForSession(): string {
  const place = mkdtempSync(join(folder, 'session-'));
  symlinkSync(join(root, 'scenarios'), join(place, 'scenarios'));
  return place;
}

/** A port that is free, and so is the one after it. */
async function freePort(): Promise<number> {
  for (;;) {
    const port = await listening(0);
    if (port !== null && port < 65_535 && (await listening(port + 1)) !== null) return port;
  }
}

/** Listens there for a moment; null where somebody does already. */
function listening(port: number): Promise<number | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(null));
    server.listen(port, '127.0.0.1', () => {
      const { port: found } = server.address() as AddressInfo;
      server.close(() => resolve(found));
    });
  });
}

describe('a generated page equals the output of its command', () => {
  test.each([
    ['docs/sizes.md', ['sizes', '--format', 'markdown']],
    ['docs/statechart.svg', ['statechart', '--svg']],
    ['docs/scenario.schema.json', ['init', '--schema']],
    ['docs/portfolio.schema.json', ['init', '--schema', 'portfolio']],
  ])('%s', async (path, args) => {
    expect(readFileSync(join(root, path), 'utf8')).toBe((await run(args)).out);
  });
});

describe('the built command', () => {
  const tidemark = (args: readonly string[]) => execFileSync('node', [main, ...args], { encoding: 'utf8' });

  test('prints the version of the package', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    expect(tidemark(['--version'])).toBe(`${version}\n`);
  });

  test('ends without an error when the reader of its output stops', () => {
    const script = `set -o pipefail; node ${JSON.stringify(main)} statechart --svg | head -c 10`;
    expect(execFileSync('bash', ['-c', script], { encoding: 'utf8' })).toBe('<svg xmlns');
  });

  test.runIf(existsSync('/dev/full'))('reports in one line that its output cannot be written', () => {
    const { status, stderr } = spawnSync('bash', ['-c', `node ${JSON.stringify(main)} sizes > /dev/full`], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([
      2,
      'tidemark: standard output cannot be written (ENOSPC); check where it leads\n',
    ]);
  });

  test('reads standard input', () => {
    const out = execFileSync('node', [main, 'explain', '-', '--json'], {
      input: '[{"load1":1,"load5":1}]',
      encoding: 'utf8',
    });
    expect(JSON.parse(out).samples).toHaveLength(1);
  });
});
