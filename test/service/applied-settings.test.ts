import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LISTED_SIZES_CU } from '../../src/facts/index.ts';
import type { Configuration } from '../../src/planner/index.ts';
import { applyFields, applyLines } from '../../src/report/apply/apply-request.ts';
import { Harness } from './harness.ts';

const ends = LISTED_SIZES_CU.filter((cu) => cu <= 16);
const anySetting: fc.Arbitrary<Configuration> = fc.record({
  size: fc.oneof(
    fc.constantFrom(...LISTED_SIZES_CU).map((cu) => ({ minCu: cu, maxCu: cu })),
    fc
      .tuple(fc.constantFrom(...ends), fc.constantFrom(...ends))
      .map(([a, b]) => ({ minCu: Math.min(a, b), maxCu: Math.max(a, b) })),
  ),
  suspendAfterMs: fc.oneof(
    fc.constant(null),
    fc.integer({ min: 60, max: 604_800 }).map((seconds) => seconds * 1000),
  ),
  route: fc.constant('direct' as const),
});

test('the service accepts the curl commands of any plan, and those of its rollback', async () => {
  const h = await Harness.start();
  const { project, endpoints } = await h.project();
  const path = `/projects/${project.id}/endpoints/${endpoints[0].id}`;
  const shown = async () => {
    const { endpoint } = await h.ok('GET', path);
    const { autoscaling_limit_min_cu, autoscaling_limit_max_cu, suspend_timeout_seconds } = endpoint;
    return [autoscaling_limit_min_cu, autoscaling_limit_max_cu, suspend_timeout_seconds];
  };
  const told = ({ size, suspendAfterMs }: Configuration) => [
    size.minCu,
    size.maxCu,
    suspendAfterMs === null ? -1 : suspendAfterMs / 1000,
  ];
  const apply = async (to: Configuration, changes: Parameters<typeof applyFields>[1]) => {
    const fields = applyFields(to, changes);
    if (fields === null) return;
    const [, method = '', body = ''] =
      /^curl --fail -X (\w+) [\s\S]* -d '([^']*)'$/.exec(applyLines('curl', fields).join('\n')) ?? [];
    expect((await h.call(method, path, JSON.parse(body))).status).toBe(200);
    h.pass(60_000);
  };
  await fc.assert(
    fc.asyncProperty(anySetting, anySetting, async (current, recommendation) => {
      await apply(current, { size: true, timeout: true, route: false });
      expect(await shown()).toEqual(told(current));
      const changes = {
        size:
          current.size.minCu !== recommendation.size.minCu ||
          current.size.maxCu !== recommendation.size.maxCu,
        timeout: current.suspendAfterMs !== recommendation.suspendAfterMs,
        route: false,
      };
      await apply(recommendation, changes);
      expect(await shown()).toEqual(told(recommendation));
      await apply(current, changes);
      expect(await shown()).toEqual(told(current));
    }),
    { numRuns: 100 },
  );
});
