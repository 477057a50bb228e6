import { dirname, isAbsolute, join } from 'node:path';

/** Resolves a path that a file names, relative to the folder of that file. */
export function besideFile(file: string, named: string): string {
  return file === '-' || isAbsolute(named) ? named : join(dirname(file), named);
}
