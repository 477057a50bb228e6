import { expect, test } from 'vitest';
import { files } from './sources.ts';

const MOST_FILES = 20;

test.each([...new Set(files.map(({ room }) => room))])(
  `no folder of %s has more than ${MOST_FILES} files`,
  (room) => {
    const counts = new Map<string, number>();
    for (const { path } of files.filter((file) => file.room === room)) {
      const folder = path.slice(0, path.lastIndexOf('/'));
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
  },
);
