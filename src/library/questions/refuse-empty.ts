import { problem } from '../../problem/index.ts';

export function refuseEmpty(databases: readonly unknown[], file: string): void {
  if (databases.length === 0)
    throw problem({ file }, 'there is no file in it', 'name a folder of traces and scenarios');
}
