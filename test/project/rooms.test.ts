import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { files, importedPath, importsOf, root } from './sources.ts';

/** The rooms from the lowest to the highest, as ARCHITECTURE.md has them. A room imports only rooms before it. */
const ROOMS = [
  'problem',
  'facts',
  'compute',
  'workload',
  'trace',
  'recording',
  'simulator',
  'planner',
  'check',
  'scenario',
  'collecting',
  'report',
  'advisor',
  'picture',
  'page',
  'lesson',
  'data-folder',
  'service',
  'gateway',
  'console',
  'library',
  'lab',
  'fleet',
  'cli',
];

const OUTSIDE: Readonly<Record<string, readonly string[]>> = {
  compute: ['xstate'],
  workload: ['cron-parser', 'luxon'],
  trace: [
    'zod',
    'papaparse',
    'hyparquet',
    'hyparquet-compressors',
    'hyparquet-writer',
    'node:stream',
    'node:zlib',
  ],
  recording: ['pg', 'node:zlib'],
  scenario: ['zod', 'yaml', 'jsonc-parser'],
  collecting: ['zod'],
  report: ['elkjs'],
  picture: ['vega', 'vega-lite', '@resvg/resvg-wasm', 'zod'],
  page: ['vega', 'preact', 'node:crypto'],
  'data-folder': [
    '@electric-sql/pglite',
    'node:fs',
    'node:os',
    'node:path',
    'node:process',
    'node:url',
    'node:util',
  ],
  service: [
    'hono',
    'zod',
    'kysely',
    '@electric-sql/pglite',
    'pg',
    'node:crypto',
    'node:fs',
    'node:path',
    'node:process',
    'node:url',
  ],
  gateway: [
    '@electric-sql/pglite',
    'pg',
    'tar',
    'node:crypto',
    'node:fs',
    'node:module',
    'node:os',
    'node:path',
    'node:stream',
    'node:tls',
    'node:net',
    'node:worker_threads',
  ],
  console: ['preact'],
  library: [
    '@hono/node-server',
    'tinypool',
    'node:crypto',
    'node:fs',
    'node:module',
    'node:net',
    'node:os',
    'node:path',
    'node:stream',
  ],
  lab: ['preact', 'uplot'],
  fleet: [
    'bullmq',
    'ioredis',
    'msgpackr',
    'pg',
    'tinypool',
    'node:crypto',
    'node:fs',
    'node:path',
    'node:zlib',
  ],
  cli: [
    'commander',

    'rxjs',
    'node:child_process',
    'node:crypto',
    'node:fs',
    'node:os',
    'node:path',
    'node:readline',
    'node:stream',
    'node:url',
    'node:zlib',
  ],
};

const LIBRARY_ENTRIES = ['library/tidemark.ts', 'library/browser.ts'];

describe('rooms', () => {
  test('are all listed, in the order of ARCHITECTURE.md', () => {
    expect([...new Set(files.map(({ room }) => room))].sort()).toEqual([...ROOMS].sort());
    const plan = readFileSync(new URL('ARCHITECTURE.md', root), 'utf8');
    const places = ROOMS.map((room) => plan.indexOf(`| \`${room}/\``));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((a, b) => a - b));
  });

  test.each(files)(
    '$path imports only downward, through index.ts, and only the libraries of its room',
    ({ path, room, text }) => {
      for (const name of importsOf(text)) {
        const imported = importedPath(path, name);
        if (imported === null) {
          expect(
            (OUTSIDE[room] ?? []).some((library) => name === library || name.startsWith(`${library}/`)),
          ).toBe(true);
          continue;
        }
        const [other, ...rest] = imported.split('/');
        if (other === room) continue;
        expect(ROOMS.indexOf(other as string)).toBeLessThan(ROOMS.indexOf(room));
        expect(ROOMS).toContain(other);
        // The lab uses the library as programs do.
        if (room === 'lab' && LIBRARY_ENTRIES.includes(imported)) continue;
        // Node starts a thread from a file of JavaScript, which can import nothing else.
        expect(rest).toEqual([path.endsWith('.mjs') || name.endsWith('.mjs') ? 'index.mjs' : 'index.ts']);
      }
    },
  );
});

describe('a room has no', () => {
  const clocks =
    /Date\.now|new Date(?:\(\)|\b(?!\())|performance\.now|process\.hrtime|setTimeout|setInterval|setImmediate/;
  // The console and the lab run in a browser, and one file of each touches that browser.
  const worlds = ['console/browser.ts', 'lab/browser/browser.ts'];
  // Sockets have time-outs on the wall.
  const timer = 'gateway/timer.ts';
  // The library asks and serves on this machine, or in this browser.
  const machine = ['service/local-machine.ts', 'asking/world-in-browser.ts'].map((path) => `library/${path}`);
  const isNode = (path: string) => path.startsWith('library/node/') || machine.includes(path);
  test.each(
    files.filter(
      ({ room, path }) => room !== 'cli' && !worlds.includes(path) && path !== timer && !isNode(path),
    ),
  )('clock, randomness or process: $path', ({ text }) => {
    expect(text).not.toMatch(clocks);
    expect(text).not.toMatch(/Math\.random|randomUUID|getRandomValues/);
    expect(text).not.toMatch(
      /^(?!\s*(?:\/?\*|\/\/)).*(?<!\.)\b(?:process|globalThis|console|fetch)\b\s*[.[(]/m,
    );
  });

  test.each(files.filter(({ room, path }) => room === 'console' && !worlds.includes(path)))(
    'access to the browser except for drawing: $path',
    ({ text }) => {
      expect(text).not.toMatch(
        /\b(?:document|window|navigator|location|history\.(?:push|replace)State)\s*[.[(]/,
      );
      expect(text).not.toMatch(
        /\b(?:XMLHttpRequest|WebSocket|EventSource|matchMedia|requestAnimationFrame)\b\s*\(/,
      );
    },
  );

  test.each(files.filter(({ room }) => room === 'console' || room === 'lab'))(
    'browser storage, and no text as markup: $path',
    ({ text }) => {
      expect(text).not.toMatch(/localStorage|sessionStorage|indexedDB|\bcookie\b|caches\./);
      expect(text).not.toMatch(/innerHTML|outerHTML|insertAdjacentHTML|\beval\(|new Function/);
    },
  );

  test.each(files.filter(({ room }) => room === 'advisor'))(
    'flag of the command line, because programs use it too: $path',
    ({ text }) => {
      expect(text).not.toMatch(/(?:^|[^-\w])--[a-z]/m);
    },
  );

  test.each(files)('any, ignored error or unfinished work: $path', ({ text }) => {
    expect(text).not.toMatch(/: any\b|as any\b|@ts-ignore|@ts-expect-error|biome-ignore/);
    expect(text).not.toMatch(/\b(TODO|FIXME|XXX)\b/);
  });
});

test('no test is skipped, focused or empty', () => {
  const tests = readdirSync(new URL('test/', root), { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.test.ts'),
  );
  expect(tests.length).toBeGreaterThan(0);
  for (const path of tests) {
    const text = readFileSync(new URL(`test/${path}`, root), 'utf8');
    expect(text, path).not.toMatch(
      new RegExp(`\\b(it|test|describe)\\.(${['skip', 'only', 'todo'].join('|')})\\(`),
    );
    expect(text, path).toMatch(/expect/);
  }
});
