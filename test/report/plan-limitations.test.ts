import { expect, test } from 'vitest';
import { HOUR_MS } from '../../src/facts/index.ts';
import { limitationItems } from '../../src/report/plan/limitations.ts';
import type { PlanAnswer } from '../../src/report/plan/plan-answer.ts';
import type { PlannedChange } from '../../src/simulator/index.ts';
import { compute, load, simulation } from '../simulator/worlds.ts';

test.each<[PlannedChange['change'], boolean]>([
  [{ kind: 'size', size: { minCu: 2, maxCu: 2 } }, true],
  [{ kind: 'suspendAfter', suspendAfterMs: 60_000 }, true],
  [{ kind: 'branch', branch: 'dev' }, false],
  [{ kind: 'command', command: 'restart' }, false],
])('a plan says that the configuration changes during the scenario: %j', (change, isSaid) => {
  const plan = compute([load(1)], { changes: [{ atMs: 0, change }] });
  const answer = {
    simulation: simulation({ horizonMs: HOUR_MS, computes: [plan] }),
    present: null,
    checked: null,
  };
  const items = limitationItems({ ...answer, hiddenDemand: null, why: 'a test' } as unknown as PlanAnswer);
  expect(items.some((text) => text.includes('changes the size or the timeout'))).toBe(isSaid);
});
