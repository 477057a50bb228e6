// Builds the declarations of the library: a file for each entry, and files of the types that entries share. They use
// only types of tidemark and of Node, so that users need no types of the bundled packages.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import { BROWSER_ENTRY, NODE_ENTRIES } from './entries.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const entries = [...NODE_ENTRIES, BROWSER_ENTRY];
// A folder below the root finds the same packages.
const work = join(root, '.types');
/** A line that imports a package. Examples in comments do too. */
const FOREIGN = /^(?! *\*).*(?:\bfrom |\bimport\()["'](?!\.|node:).*$/gm;

rmSync(work, { recursive: true, force: true });
copySources();
emit();
await bundleDeclarations();
rmSync(work, { recursive: true });

/** Copies the sources in the form in which the compiler can name and write out all types of an export. */
function copySources() {
  for (const path of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!/\.(?:ts|mjs)$/.test(path)) continue;
    const copy = join(work, 'src', path);
    mkdirSync(dirname(copy), { recursive: true });
    const text = readFileSync(join(root, 'src', path), 'utf8');
    writeFileSync(copy, writtenOut(withAllTypesExported(text)));
  }
}

/** The type of an export may consist of types that are not exported. */
function withAllTypesExported(text) {
  return text.replaceAll(/^(?=(?:interface|type) \w+[ <])/gm, 'export ');
}

/** The compiler writes out the type of a value, but not a type that zod makes of a schema. */
function writtenOut(text) {
  const values = new Map();
  const replaced = text.replaceAll(/\bz\.(output|input)<typeof (\w+)>/g, (_, side, schema) => {
    const value = `${schema}_${side}`;
    values.set(value, `const ${value} = ${schema}._zod.${side};\n`);
    return `typeof ${value}`;
  });
  return replaced + [...values.values()].join('');
}

/** Writes the declarations of all modules that entries use. Mistakes in their types are found by `npm run types`. */
function emit() {
  const config = {
    extends: '../tsconfig.json',
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: 'src',
      outDir: 'out',
    },
    include: [],
    files: entries.map((name) => `src/library/${name}.ts`),
  };
  writeFileSync(join(work, 'tsconfig.json'), JSON.stringify(config));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', work], {
    stdio: 'inherit',
  });
}

async function bundleDeclarations() {
  const build = await rolldown({
    cwd: work,
    input: Object.fromEntries(entries.map((name) => [name, join(work, `out/library/${name}.d.ts`)])),
    plugins: [
      { name: 'declarations', resolveId: { order: 'pre', handler: declarationOf } },
      dts({ dtsInput: true, emitDtsOnly: true, tsconfig: false }),
      {
        name: 'no paths',
        renderChunk: (code) => code.replaceAll(/^\/\/(?:#(?:end)?region| out\/).*\n/gm, ''),
      },
    ],
  });
  const { output } = await build.write({
    dir: join(root, 'dist/library'),
    entryFileNames: '[name].d.ts',
    chunkFileNames: 'shared/[name].d.ts',
  });
  const foreign = output.flatMap(({ fileName, code }) =>
    [...code.matchAll(FOREIGN)].map(([line]) => `${fileName}: ${line}`),
  );
  if (foreign.length > 0) throw new Error(`entries expose types of other packages:\n${foreign.join('\n')}`);
}

/** Declarations import each other by the names of the sources. */
function declarationOf(id, importer) {
  if (importer === undefined) return null;
  if (!id.startsWith('.')) return { id, external: true };
  const path = resolve(dirname(importer), id).replace(/\.(m?)[tj]s$/, '.d.$1ts');
  return existsSync(path) ? path : null;
}
