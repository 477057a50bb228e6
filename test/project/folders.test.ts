import { expect, test } from 'vitest';
import { files } from './sources.ts';

const MOST_FILES = 20;

// Every other room keeps to it. A room leaves this list with its last large folder.
const ROOMS_WITH_LARGE_FOLDERS = ['workload', 'trace', 'engine', 'scenario', 'picture', 'cli'];

test.each(
  [...new Set(files.map(({ room }) => room))].filter((room) => !ROOMS_WITH_LARGE_FOLDERS.includes(room)),
)(`no folder of %s has more than ${MOST_FILES} files`, (room) => {
  const counts = new Map<string, number>();
  for (const { path } of files.filter((file) => file.room === room)) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
});
