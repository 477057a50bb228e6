import { expect, test } from 'vitest';
import { Committer } from '../../src/service/committer.ts';
import { memoryStore } from '../../src/service/store/open-store.ts';
import type { RecordWrite, Store } from '../../src/service/store/store.ts';

test('commits at the same time share a write, and commits during it share the next one', async () => {
  const { committer, change, writes, next } = setUp();
  change('a');
  const first = committer.commit();
  change('b');
  const second = committer.commit();
  await next();
  expect(writes.map(({ ids }) => ids)).toEqual([['a', 'b']]);
  change('c');
  const third = committer.commit();
  change('d');
  const fourth = committer.commit();
  await next();
  expect(writes).toHaveLength(1);
  writes[0]?.end();
  await Promise.all([first, second]);
  await next();
  expect(writes.map(({ ids }) => ids)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
  writes[1]?.end();
  await Promise.all([third, fourth]);
});

test('a commit without changes waits for the running write, and starts none', async () => {
  const { committer, change, writes, next } = setUp();
  await committer.commit();
  change('a');
  const first = committer.commit();
  await next();
  let isDone = false;
  const idle = committer.commit().then(() => {
    isDone = true;
  });
  await next();
  expect(isDone).toBe(false);
  writes[0]?.end();
  await Promise.all([first, idle]);
  expect(writes).toHaveLength(1);
});

test('after a failed write, every commit fails', async () => {
  const { committer, change, writes, next, failures } = setUp();
  const failure = new Error('the disk is full');
  change('a');
  const first = committer.commit();
  await next();
  change('b');
  const second = committer.commit();
  writes[0]?.end(failure);
  await expect(first).rejects.toBe(failure);
  await expect(second).rejects.toBe(failure);
  await expect(committer.commit()).rejects.toBe(failure);
  expect(writes).toHaveLength(1);
  expect(failures).toEqual([failure]);
});

interface Write {
  readonly ids: readonly string[];
  end(failure?: Error): void;
}

function setUp() {
  const changed: RecordWrite[] = [];
  const writes: Write[] = [];
  const failures: unknown[] = [];
  const store: Store = {
    ...memoryStore(),
    write: (changes) =>
      new Promise((resolve, reject) => {
        const end = (failure?: Error) => (failure === undefined ? resolve() : reject(failure));
        writes.push({ ids: changes.map(({ id }) => id), end });
      }),
  };
  const next = () => new Promise<void>((resolve) => setImmediate(resolve));
  const committer = new Committer(
    store,
    next,
    () => changed.splice(0),
    (error) => failures.push(error),
  );
  const change = (id: string) => changed.push({ table: 'users', id, record: null });
  return { committer, change, writes, failures, next: () => next().then(next) };
}
