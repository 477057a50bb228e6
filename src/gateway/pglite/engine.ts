import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The code and files of PGlite, compiled once and shared by all threads. */
export interface Engine {
  readonly postgres: CompiledModule;
  readonly initdb: CompiledModule;
  /** The file system image of PGlite. */
  readonly files: SharedArrayBuffer;
}

export async function loadEngine(): Promise<Engine> {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  const [postgres, initdb, files] = await Promise.all([
    readFile(join(folder, 'pglite.wasm')).then((bytes) => WebAssembly.compile(bytes)),
    readFile(join(folder, 'initdb.wasm')).then((bytes) => WebAssembly.compile(bytes)),
    readFile(join(folder, 'pglite.data')),
  ]);
  const shared = new SharedArrayBuffer(files.length);
  new Uint8Array(shared).set(files);
  return { postgres, initdb, files: shared };
}

/** A WebAssembly.Module. Only TypeScript's types for browsers have it. */
type CompiledModule = object;

declare const WebAssembly: { compile(bytes: Uint8Array): Promise<CompiledModule> };
