import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ReadWriteLocks } from '../../../src/gateway/server/read-write-locks.ts';

test('no task runs beside an exclusive one, and all tasks run', async () => {
  const wish = fc.record({
    keys: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }),
    alone: fc.boolean(),
    steps: fc.nat({ max: 3 }),
    fails: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(wish, { maxLength: 12 }), async (wishes) => {
      const turns = new ReadWriteLocks();
      const working = new Map<string, boolean[]>([
        ['a', []],
        ['b', []],
        ['c', []],
      ]);
      const results = wishes.map(({ keys, alone, steps, fails }, i) => {
        const held = alone ? keys : keys.slice(0, 1);
        const work = async () => {
          for (const key of held) {
            const others = working.get(key) as boolean[];
            expect(alone ? others : others.filter((other) => other)).toEqual([]);
            others.push(alone);
          }
          for (let step = 0; step < steps; step++) await null;
          for (const key of held) working.get(key)?.splice(working.get(key)?.indexOf(alone) as number, 1);
          if (fails) throw new Error('failed');
          return i;
        };
        return alone ? turns.exclusive(held, work) : turns.shared(held[0] as string, work);
      });
      const settled = await Promise.allSettled(results);
      expect(settled.map(({ status }) => status === 'rejected')).toEqual(wishes.map(({ fails }) => fails));
    }),
  );
});

test('shared tasks run together, and later ones wait for an exclusive one before them', async () => {
  const turns = new ReadWriteLocks();
  const log: string[] = [];
  let open = () => {};
  const held = new Promise<void>((resolve) => {
    open = resolve;
  });
  const work = (name: string, until?: Promise<void>) => async () => {
    log.push(`${name} begins`);
    await until;
    log.push(`${name} ends`);
  };
  const all = [
    turns.shared('a', work('first', held)),
    turns.shared('a', work('second')),
    turns.exclusive(['a', 'b'], work('alone')),
    turns.shared('b', work('third')),
    turns.shared('c', work('other')),
  ];
  await all[4];
  open();
  await Promise.all(all);
  expect(log.filter((line) => line.endsWith('begins'))).toEqual([
    'first begins',
    'second begins',
    'other begins',
    'alone begins',
    'third begins',
  ]);
  expect(log.indexOf('alone begins')).toBeGreaterThan(log.indexOf('first ends'));
  expect(log.indexOf('third begins')).toBeGreaterThan(log.indexOf('alone ends'));
});
