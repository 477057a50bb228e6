import { describe, expect, test } from 'vitest';
import { readDocument, readScenario } from '../../src/scenario/index.ts';
import { problemsOf } from './problems-of.ts';

const read = (text: string) =>
  readScenario(readDocument(`why: a test\nhorizon: 1d\n${text}`, 's.yaml'), {}).simulation;
const found = (text: string) => problemsOf(() => read(text));
const project = (...computes: string[]) => `computes:\n${computes.map((one) => `  - { ${one} }\n`).join('')}`;

/** The blue one serves main until noon, and the green one from then on. */
const switched = (green: string) =>
  project(
    'name: blue, branch: main, demand: [], changes: [{ at: 12h, branch: old }]',
    `name: green, branch: next, demand: [], changes: [${green}]`,
  );

describe('a planned move to another branch', () => {
  test('becomes a change of the compute', () => {
    const [blue, green] = read(switched('{ at: 13h, branch: main }')).computes;
    expect(blue?.changes).toEqual([{ atMs: 43_200_000, change: { kind: 'branch', branch: 'old' } }]);
    expect(green?.changes).toEqual([{ atMs: 46_800_000, change: { kind: 'branch', branch: 'main' } }]);
  });

  test('is accepted for a single compute', () => {
    const [only] = read('compute: { changes: [{ at: 1h, branch: dev }] }\ndemand: []\n').computes;
    expect(only?.changes.map(({ change }) => change)).toEqual([{ kind: 'branch', branch: 'dev' }]);
  });

  test('leads each copy to a branch of its own', () => {
    const { computes } = read(
      project('name: a, copies: 2, demand: [], changes: [{ at: 1h, branch: dev }, { at: 2h, size: 2 }]'),
    );
    expect(computes.map(({ changes }) => changes.map(({ change }) => change))).toEqual(
      ['dev 1', 'dev 2'].map((branch) => [
        { kind: 'branch', branch },
        { kind: 'size', size: { minCu: 2, maxCu: 2 } },
      ]),
    );
  });

  test.each([
    [
      'in the same minute, if the other compute leaves first in the order of the file',
      '{ at: 12h, branch: main }',
    ],
    ['and back again', '{ at: 13h, branch: main }, { at: 14h, branch: next }'],
    ['through a third branch', '{ at: 1h, branch: third }, { at: 13h, branch: main }'],
  ])('is accepted if the branch is free by then: %s', (_, green) => {
    expect(found(switched(green))).toEqual([]);
  });

  test('is accepted if the primary of the branch was deleted before', () => {
    expect(
      found(
        project(
          'name: a, branch: main, demand: [], changes: [{ at: 1h, do: delete }, { at: 3h, branch: gone }]',
          'name: b, demand: [], changes: [{ at: 2h, branch: main }]',
        ),
      ),
    ).toEqual([]);
  });

  test('is accepted for a read replica if the branch has a primary', () => {
    expect(
      found(
        project(
          'name: a, branch: main, demand: []',
          'name: b, type: read_only, demand: [], changes: [{ at: 2h, branch: main }]',
        ),
      ),
    ).toEqual([]);
  });

  test.each([
    [
      'its primary leaves later',
      switched('{ at: 11h, branch: main }'),
      's.yaml:5, computes[1].changes[0].branch: branch main has a read_write compute at that time, blue; move or delete blue before, or name a branch that is free',
    ],
    [
      'another primary has moved there',
      switched('{ at: 1h, size: 2 }, { at: 13h, branch: old }'),
      's.yaml:5, computes[1].changes[1].branch: branch old has a read_write compute at that time, blue; move or delete blue before, or name a branch that is free',
    ],
    [
      'the compute is on it already',
      switched('{ at: 1h, branch: next }'),
      's.yaml:5, computes[1].changes[0].branch: green is on branch next already at that time; name another branch, or leave the change out',
    ],
    [
      'each copy has already moved there',
      project('name: a, copies: 3, demand: [], changes: [{ at: 1h, branch: dev }, { at: 2h, branch: dev }]'),
      's.yaml:4, computes[0].changes[1].branch: a 1 is on branch dev 1 already at that time; name another branch, or leave the change out',
    ],
    [
      'a single compute is on it already',
      'compute:\n  changes:\n    - { at: 1h, branch: main }\ndemand: []\n',
      's.yaml:5, compute.changes[0].branch: main is on branch main already at that time; name another branch, or leave the change out',
    ],
  ])('is a problem if the branch is not free: %s', (_, text, problem) => {
    expect(found(text)).toEqual([problem]);
  });

  test('stands alone in its change', () => {
    expect(found('compute: { changes: [{ at: 1h, branch: dev, size: 2 }] }\ndemand: []\n')).toEqual([
      's.yaml:3, compute.changes[0]: found a group of fields; write one thing that changes: a size, min and max, suspendAfter, branch, or do',
    ]);
  });

  test('is the advice for two primaries on one branch', () => {
    expect(found(project('name: a, branch: main, demand: []', 'name: b, branch: main, demand: []'))).toEqual([
      's.yaml:3, computes: branch main has two read_write computes; make one of them read_only, or give it a branch of its own, and move it to main once the other has left (changes)',
    ]);
  });
});
