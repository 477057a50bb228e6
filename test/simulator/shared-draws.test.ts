import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sharedDraws } from '../../src/simulator/demand/shared-draws.ts';
import { type Drawn, drawnInBlocks, scaledDraws } from '../../src/workload/random/drawn.ts';

/** Returns draws that count up from a number, in blocks of some size. */
function counted(from: number, atOnce: number): Drawn {
  let next = from;
  return drawnInBlocks((block) => {
    for (let i = 0; i < block.length; i++) block[i] = next++;
    return block.length;
  }, atOnce);
}

test('runs that share draws each get all of them in order', () => {
  const anyTurns = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.integer({ min: 1, max: 300 })), {
    maxLength: 30,
  });
  fc.assert(
    fc.property(anyTurns, fc.constantFrom(1, 64, 700), (turns, atOnce) => {
      const of = {};
      const make = () => counted(0, atOnce);
      const runs = [0, 1, 2].map(() => ({ drawn: sharedDraws([of], make), taken: 0 }));
      for (const [turn, count] of turns) {
        const run = runs[turn] as (typeof runs)[number];
        const taken = Array.from({ length: count }, () => run.drawn.take());
        expect(taken).toEqual(taken.map((_, i) => run.taken + i));
        run.taken += count;
      }
    }),
  );
});

test('scaled draws are those that are shared times a factor', () => {
  const of = {};
  const made = () => sharedDraws([of], () => counted(0, 64));
  const [half, third] = [scaledDraws(made(), 1 / 2), scaledDraws(made(), 1 / 3)];
  const eighth = scaledDraws(scaledDraws(made(), 1 / 2), 1 / 4);
  for (let i = 0; i < 2000; i++)
    expect([half.take(), third.take(), eighth.take()]).toEqual([i / 2, i * (1 / 3), i / 8]);
});

test('other keys give other draws, and the same keys make their draws once after the first time', () => {
  const of = {};
  let made = 0;
  const drawn = (seed: number) =>
    sharedDraws([of, seed], () => {
      made++;
      return counted(1000 * seed, 64);
    });
  expect([1, 2, 1, 1, 1, 2].map((seed) => drawn(seed).take())).toEqual([1000, 2000, 1000, 1000, 1000, 2000]);
  expect(made).toBe(4);
});

test('a run that needs more draws than are kept makes the rest by itself', () => {
  const of = {};
  const many = 5.5 * 2 ** 20;
  for (let run = 0; run < 3; run++) {
    const drawn = sharedDraws([of], () => counted(0, 64));
    let isInOrder = true;
    for (let i = 0; i < many; i++) isInOrder &&= drawn.take() === i;
    expect(isInOrder).toBe(true);
  }
});
