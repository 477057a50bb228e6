import { readdirSync, readFileSync } from 'node:fs';

export const root = new URL('../../', import.meta.url);

/** All modules of `src/`, with their paths below it. */
export const files = readdirSync(new URL('src/', root), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:tsx?|mjs)$/.test(path))
  .map((path) => ({
    path,
    room: path.split('/')[0] as string,
    text: readFileSync(new URL(`src/${path}`, root), 'utf8'),
  }));

/** The modules that a text imports, as it names them: with names, for its effects, passed on, when needed, or as types. */
export function importsOf(text: string): readonly string[] {
  return [...text.matchAll(IMPORTS)].map(([, ...found]) => found.find((one) => one !== undefined) as string);
}

const IMPORTS =
  /^import\b[^'"`;(]*['"]([^'"]+)['"]|^export\b[^'"`;(=]*\bfrom\s*['"]([^'"]+)['"]|^\} from ['"]([^'"]+)['"]|\b(?:import|require)\(\s*['"`]([^'"`]+)['"`]/gm;

/** The path below `src/` of a module that another one imports; null for a library. */
export function importedPath(importer: string, name: string): string | null {
  return name.startsWith('.') ? new URL(name, `file:///${importer}`).pathname.slice(1) : null;
}
