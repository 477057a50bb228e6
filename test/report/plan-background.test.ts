import { describe, expect, test } from 'vitest';
import { backgroundBlocks } from '../../src/report/plan/background.ts';
import type { PlanAnswer } from '../../src/report/plan/plan-answer.ts';

const SETTING = { size: { minCu: 0.25, maxCu: 0.25 }, suspendAfterMs: 300_000, route: 'direct' };
const at = (costPerMonth: number, broken: readonly unknown[] = []) => ({
  configuration: SETTING,
  outcome: { costPerMonth },
  broken,
});
const words = (background: unknown, current: unknown = null) => {
  const answer = {
    background,
    recommendation: at(41.29),
    current,
    simulation: { prices: { currency: 'USD' } },
  };
  return backgroundBlocks(answer as unknown as PlanAnswer).map((block) =>
    'text' in block ? block.text : '',
  );
};
const cheaper = { recommendation: at(9.94), asRecommended: at(9.94), current: null };
const poller = { who: { application: 'metrics', user: '', database: '' }, everyMs: 240_000, queries: [] };
const POLLERS = { kind: 'pollers', pollers: [{ ...poller, what: 'an exporter of metrics' }] };

describe('the background of a plan', () => {
  test.each([
    [
      { kind: 'floor', vcpu: 0.05, idleBelow: 0.06, isConnected: false, ...cheaper },
      "A floor of 0.05 vCPU never stops, and no connection is open: most likely the server's own agents. The plan counts it as demand, which keeps the compute awake: $41.29 a month. If your clients do not cause it, --idle-below 0.06 ignores it: $9.94 a month.",
    ],
    [
      { kind: 'floor', vcpu: 0.05, idleBelow: 0.06, isConnected: true, ...cheaper },
      "A floor of 0.05 vCPU never stops: most likely the server's own agents, or a client that stays connected. The plan counts it as demand, which keeps the compute awake: $41.29 a month. If your clients do not cause it, --idle-below 0.06 ignores it: $9.94 a month.",
    ],
    [
      { kind: 'beat', vcpu: 0.0012, everyMs: 60_000, idleBelow: 0.002, isConnected: true, ...cheaper },
      '0.0012 vCPU every 1 min never stops: most likely a poller or an agent. The plan counts it as demand, which keeps the compute awake: $41.29 a month. If your clients do not cause it, --idle-below 0.002 ignores it: $9.94 a month.',
    ],
    [
      { ...POLLERS, ...cheaper },
      'A query every 4 min of metrics, an exporter of metrics, keeps the compute awake: $41.29 a month; without it $9.94 a month.',
    ],
    [
      {
        ...POLLERS,
        recommendation: at(41.29),
        asRecommended: at(12.62, [{ objective: 'throttled', found: 0.028, bound: 0.02 }]),
        current: null,
      },
      'A query every 4 min of metrics, an exporter of metrics, keeps the compute awake: $41.29 a month; without it $12.62 a month, though it then breaks throttled 2.8%, above 2%.',
    ],
  ])('is described by its kind, %#', (background, text) => {
    expect(words(background)).toEqual([text]);
  });

  test('is left out if it costs nothing', () => {
    expect(words(null)).toEqual([]);
    const same = { recommendation: at(41.29), asRecommended: at(41.29), current: null };
    expect(words({ ...POLLERS, ...same })).toEqual([]);
    expect(words({ ...POLLERS, ...same, current: at(50) }, at(50))).toEqual([]);
  });

  test.each([
    [61.29, 14.94, 'you save $20.00 a month with it, and save $5.00 without it.'],
    [41.29, 9.94, 'you save nothing a month with it, and save nothing without it.'],
    [31.29, 19.94, 'you pay $10.00 more a month with it, and save $10.00 without it.'],
  ])('has the saving over the current configuration both ways, %d and %d', (now, nowWithout, text) => {
    const floor = { kind: 'floor', vcpu: 0.05, idleBelow: 0.06, isConnected: null };
    const [paragraph] = words({ ...floor, ...cheaper, current: at(nowWithout) }, at(now));
    expect(paragraph).toContain(
      `--idle-below 0.06 ignores it: $9.94 a month. Compared with the current configuration, ${text}`,
    );
  });

  test('is shown even if only the saving differs', () => {
    const same = { recommendation: at(41.29), asRecommended: at(41.29), current: at(61.29) };
    expect(words({ ...POLLERS, ...same }, at(81.29))[0]).toContain('you save $40.00 a month with it');
  });
});
