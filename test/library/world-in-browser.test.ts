import { expect, test } from 'vitest';
import { world } from '../../src/library/asking/world-in-browser.ts';

test.each([
  ['a scenario', 'week.csv', 'week.csv'],
  ['plans/shop.yaml', 'week.csv', 'plans/week.csv'],
  ['plans/shop.yaml', './traces/week.csv', 'plans/traces/week.csv'],
  ['plans/shop.yaml', '../week.csv', 'week.csv'],
  ['shop.yaml', '../week.csv', '../week.csv'],
  ['plans/shop.yaml', '/week.csv', '/week.csv'],
])('beside %s, %s is %s', (file, named, path) => {
  expect(world.disk.beside(file, named)).toBe(path);
});

test('a browser has no files and one thread, and lets other work run', async () => {
  expect(() => world.disk.open('week.csv')).toThrow('no such file');
  expect(world.disk.list('.')).toBe(null);
  expect(world.threads(8).processors).toBe(1);
  const order: string[] = [];
  setTimeout(() => order.push('other'));
  while (order.length === 0) await world.pause();
  expect(order).toEqual(['other']);
});
