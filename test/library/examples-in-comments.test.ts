import { execFile } from 'node:child_process';
import {
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
import { promisify } from 'node:util';
import { transformSync } from 'rolldown/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tidemark-blocks-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Block {
  /** The file and the number of the block in it. */
  readonly place: string;
  readonly code: string;
}

const blocks = [...sources(), 'README.md', 'docs/library.md'].flatMap(blocksOf);

interface Result {
  readonly at: number;
  /** A text for each call. */
  readonly printed: readonly string[];
  /** The error that ended the block. Null if none did. */
  readonly error: string | null;
}

let results: readonly Result[];

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules'));
  // The folder is the project of a user who has installed tidemark and pg.
  symlinkSync(root, join(folder, 'node_modules/tidemark'));
  symlinkSync(join(root, 'node_modules/pg'), join(folder, 'node_modules/pg'));
  mkdirSync(join(folder, 'node_modules/@types'));
  for (const name of ['node', 'pg'])
    symlinkSync(join(root, 'node_modules/@types', name), join(folder, 'node_modules/@types', name));
  symlinkSync(join(root, 'scenarios'), join(folder, 'scenarios'));
  blocks.forEach(({ code }, at) => {
    writeFileSync(join(folder, `${at}.mts`), code);
    writeFileSync(join(folder, `${at}.mjs`), transformSync(`${at}.ts`, code).code);
  });
  writeFileSync(join(folder, 'run.mjs'), RUN);
  const halves = [0, 1].map((half) => blocks.map((_, at) => at).filter((at) => at % 2 === half));
  results = (await Promise.all(halves.map(resultsOf))).flat();
});

test('there are blocks in each entry', () => {
  expect(blocks.length).toBeGreaterThan(15);
});

test.each(blocks)('the block $place runs, and prints what its comments say', (block) => {
  const shown = [...block.code.matchAll(/\bconsole\.log\(.*\); \/\/ (.*)$/gm)].map(
    ([, text]) => text as string,
  );
  const at = blocks.indexOf(block);
  expect(results.find((one) => one.at === at)).toEqual({
    at,
    printed: expect.arrayContaining(shown),
    error: null,
  });
});

test('each block has the types of the declarations', async () => {
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.mts'] }));
  const mistakes = await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder],
    { encoding: 'utf8' },
  ).then(
    () => '',
    ({ stdout }) =>
      stdout.replaceAll(
        /^(?:\S*\/)?(\d+)\.mts/gm,
        (_: string, at: string) => blocks[Number(at)]?.place ?? at,
      ),
  );
  expect(mistakes).toBe('');
});

/** Runs blocks in one process, because starting Node and loading tidemark takes longer than most of them. */
async function resultsOf(numbers: readonly number[]): Promise<readonly Result[]> {
  const { stdout } = await promisify(execFile)(process.execPath, ['run.mjs', ...numbers.map(String)], {
    cwd: folder,
  });
  return JSON.parse(stdout);
}

const RUN = `
  import { format } from 'node:util';
  const results = [];
  const log = console.log;
  for (const at of process.argv.slice(2).map(Number)) {
    const printed = [];
    console.log = (...args) => printed.push(format(...args));
    const error = await import(\`./\${at}.mjs\`).then(() => null, ({ stack }) => stack);
    results.push({ at, printed, error });
  }
  log(JSON.stringify(results));
`;

/** All of them, because the library passes on types of lower rooms. */
function sources(): string[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => `src/${path}`);
}

function blocksOf(path: string): Block[] {
  const text = readFileSync(join(root, path), 'utf8');
  const blocks = text.matchAll(/^( \* |)```ts\n([\s\S]*?)^\1```$/gm);
  return [...blocks].map(([, margin = '', block = ''], at) => ({
    place: `${at + 1} of ${path}`,
    code: margin === '' ? block : block.replaceAll(/^ \* ?/gm, ''),
  }));
}
