import { expect, test } from 'vitest';
import { differenceWords } from '../../src/report/compare/difference-words.ts';

test.each([
  [{ kind: 'branch', branch: 'dev' }, 'branch dev'],
  [{ kind: 'size', size: { minCu: 1, maxCu: 2 } }, 'size min 1 CU, max 2 CU'],
  [{ kind: 'suspendAfter', suspendAfterMs: 300_000 }, 'suspendAfter 5m'],
  [{ kind: 'command', command: 'restart' }, 'command restart'],
  [{ kind: 'exponential', meanMs: 60 }, 'exponential, mean 60 ms'],
])('a group names its kind once: %j', (value, words) => {
  expect(differenceWords('changes.0.change', value, 'USD')).toBe(words);
});
