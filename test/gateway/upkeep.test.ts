import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Upkeep } from '../../src/gateway/upkeep.ts';
import { FakeBackend } from './fake-backend.ts';

const BRANCHES = ['a', 'b', 'c'];

test('changes of a branch run one at a time and in order, and a failed one does not block others', async () => {
  const anyBranch = fc.constantFrom(...BRANCHES);
  const anyDeed = fc.oneof(
    fc.tuple(fc.constant('copied' as const), anyBranch, anyBranch),
    fc.tuple(fc.constantFrom('dropped' as const, 'branchIdle' as const), anyBranch, anyBranch),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(anyDeed, fc.nat(2), fc.boolean()), { maxLength: 20 }),
      async (deeds) => {
        const backend = new FakeBackend();
        const busy = new Set<string>();
        const done: number[] = [];
        let failures = 0;
        const failing: number[] = [];
        let next = 0;
        const work = async (branches: readonly string[]) => {
          const own = order.findIndex((one, i) => !begun.has(i) && String(one) === String(branches));
          begun.add(own);
          for (const branch of branches) {
            expect(busy.has(branch)).toBe(false);
            busy.add(branch);
          }
          for (let turns = deeds[own]?.[1] ?? 0; turns > 0; turns--) await Promise.resolve();
          for (const branch of branches) busy.delete(branch);
          done.push(own);
          if (failing.includes(own)) throw new Error('no room');
        };
        const order: string[][] = [];
        const begun = new Set<number>();
        backend.copyBranch = (branch, parent) => work([...new Set([branch, parent])]);
        backend.dropBranch = (branch) => work([branch]);
        backend.releaseBranch = (branch) => work([branch]);
        const upkeep = new Upkeep(backend, () => failures++);
        for (const [[kind, branch, other], , fails] of deeds) {
          order.push(kind === 'copied' ? [...new Set([branch, other])] : [branch]);
          if (fails) failing.push(next);
          next++;
          if (kind === 'copied') upkeep.copied(branch, other);
          else upkeep[kind](branch);
        }
        await upkeep.end();
        expect(done).toHaveLength(deeds.length);
        expect(failures).toBe(failing.length);
        for (const branch of BRANCHES) {
          const own = done.filter((i) => order[i]?.includes(branch));
          expect(own).toEqual([...own].sort((a, b) => a - b));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('a branch is settled when no change is under way, also none that came meanwhile', async () => {
  const backend = new FakeBackend();
  const upkeep = new Upkeep(backend, () => {});
  upkeep.branchIdle('a');
  const settled = upkeep.settled('a');
  upkeep.dropped('a');
  await settled;
  expect(backend.calls).toEqual(['rest a', 'drop a']);
});
