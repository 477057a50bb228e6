import { expect, test } from 'vitest';
import { routeWords } from '../../src/report/apply/route-words.ts';

const host = "behind the compute's ID in the host of their connection string";

test.each([
  ['pooler', 'direct', `Clients: put -pooler ${host}; to go back, take it away.`],
  ['direct', 'pooler', `Clients: take -pooler away ${host}; to go back, put it there.`],
  ['pooler', 'mixed', `Clients: put -pooler ${host}; to go back, take it away, where it was changed.`],
  ['direct', 'mixed', `Clients: take -pooler away ${host}; to go back, put it there, where it was changed.`],
  [
    'mixed',
    'direct',
    `Clients: have -pooler ${host} where the scenario sends them through the pooler, and not elsewhere; to go back, take it away from all.`,
  ],
  [
    'mixed',
    'pooler',
    `Clients: have -pooler ${host} where the scenario sends them through the pooler, and not elsewhere; to go back, put it in all.`,
  ],
] as const)('says how to change to %s from %s', (choice, present, words) => {
  expect(routeWords(choice, present)).toBe(words);
});
