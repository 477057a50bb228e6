import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FoundCompute } from '../../src/collecting/found-compute.ts';
import { listNames } from '../../src/collecting/list-names.ts';

const compute = (more: Partial<FoundCompute> = {}): FoundCompute => ({
  endpointId: 'ep-1',
  type: 'read_write',
  branchId: 'br-1',
  branchName: 'main',
  projectId: 'p-1',
  projectName: 'shop',
  organizationId: null,
  region: null,
  plan: null,
  current: { size: { minCu: 1, maxCu: 1 }, suspendAfterMs: null, route: 'direct' },
  asleepSinceMs: null,
  isAloneOnBranch: true,
  isAloneInProject: true,
  ...more,
});

test('a database has the names of its project and its branch', () => {
  expect(listNames([compute()])).toEqual([{ project: 'shop', name: 'main' }]);
});

test('a replica has its id too', () => {
  expect(listNames([compute(), compute({ endpointId: 'ep-2', type: 'read_only' })])).toEqual([
    { project: 'shop', name: 'main' },
    { project: 'shop', name: 'main ep-2' },
  ]);
});

test('projects of the same name have their ids too', () => {
  expect(listNames([compute(), compute({ projectId: 'p-2', endpointId: 'ep-2' })])).toEqual([
    { project: 'shop p-1', name: 'main' },
    { project: 'shop p-2', name: 'main' },
  ]);
});

test('a list can hold the names: each is there once, and has 1 to 200 characters', () => {
  const name = fc.oneof(fc.constantFrom('', 'main', 'main ep-1', 'shop p-1'), fc.string({ maxLength: 300 }));
  const computes = fc.array(
    fc.record({
      projectName: name,
      branchName: name,
      projectId: fc.constantFrom('p-1', 'p-2', 'p-3'),
      type: fc.constantFrom('read_write', 'read_only'),
    }),
  );
  fc.assert(
    fc.property(computes, (parts) => {
      const all = parts.map((one, at) => compute({ ...one, endpointId: `ep-${at}` }));
      const names = listNames(all);
      expect(new Set(names.map((one) => JSON.stringify(one))).size).toBe(all.length);
      for (const text of names.flatMap(({ project, name: own }) => [project, own])) {
        expect(text.length).toBeGreaterThan(0);
        expect(text.length).toBeLessThanOrEqual(200);
      }
    }),
  );
});
