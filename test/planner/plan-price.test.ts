import { describe, expect, test } from 'vitest';
import { kneeOf, workHere } from '../../src/planner/index.ts';
import { OBJECTIVED, planOf, question } from './price-question.ts';
import { load, world } from './worlds.ts';

describe('objectives that cost much by themselves', () => {
  test('say in how many busy minutes they are broken', async () => {
    const values = Array.from({ length: 360 }, (_, i) =>
      (i >= 60 && i < 65) || (i >= 200 && i < 205) ? 0.2 : 0,
    );
    const { costly } = await planOf(question(world([load(values)]), { ...OBJECTIVED, 'cold-starts': 0 }));
    expect(costly.map(({ objective, minutes }) => [objective, minutes])).toEqual([
      ['cold-starts', { broken: 2, busy: 10 }],
    ]);
  });
});

describe('the knee', () => {
  test('is not named if the recommendation holds all tried demand', async () => {
    const simulation = world([load(Array.from({ length: 60 }, () => 0.01))]);
    const asked = question(simulation);
    const found = await planOf(asked);
    expect(found.growth?.breaksAt).toBeNull();
    expect(await kneeOf(asked, found, workHere(simulation))).toBeNull();
  });
});
