import { describe, expect, test } from 'vitest';
import { run, runFull } from './run.ts';

/** Five clients meet at a wake, four times. */
const scenarioWith = (assumptions: object, more: object = {}) => ({
  'five.yaml': JSON.stringify({
    why: 'Which clients does a wake refuse?',
    horizon: '2h',
    compute: { size: 0.25, suspendAfter: '5m' },
    demand: [{ kind: 'poller', every: '30m', offset: '20m', sessions: 5, keepsConnection: false }],
    assumptions,
    ...more,
  }),
});
const ADMISSION = { start: 'measured', wakeAdmission: { refused: '100%', for: '20s' } };

const totals = async (assumptions: object, args: readonly string[] = []) => {
  const { out } = await run(
    ['simulate', 'five.yaml', '--no-compare', '--json', ...args],
    scenarioWith(assumptions),
  );
  const { computes, ...document } = JSON.parse(out);
  return { ...document, compute: computes[0] };
};

describe('assumptions.wakeAdmission', () => {
  test('counts refused clients as errors of a kind of their own', async () => {
    const { compute, assumptionsSet, startTime } = await totals(ADMISSION);
    expect(compute.refusals).toEqual([
      {
        reason: 'the proxy refused a further client while the compute woke',
        sqlstate: 'XX000',
        message: "Couldn't connect to compute node",
        count: 16,
        firstAt: '2026-03-02T00:20:00.000Z',
      },
    ]);
    expect([assumptionsSet, startTime]).toEqual([['start', 'wakeAdmission'], 'measured']);
  });

  test('is off unless a scenario sets it', async () => {
    const { compute: off } = await totals({ wakeAdmission: 'off' });
    const { compute: unset } = await totals({});
    expect([off.refusals, off]).toEqual([[], unset]);
  });

  test('is part of what an answer says it assumed', async () => {
    const { out } = await runFull(['simulate', 'five.yaml', '--no-compare'], scenarioWith(ADMISSION));
    const flat = out.replaceAll(/\n */g, ' ');
    expect(flat).toContain('a start takes 1800 ms (p95 2600, as measured)');
    expect(flat).toContain('the proxy refuses 100% of further clients from a wake to 20s after the start;');
    const { out: plain } = await runFull(['simulate', 'five.yaml', '--no-compare'], scenarioWith({}));
    expect(plain.replaceAll(/\n */g, ' ')).toContain('a start takes 300 ms (p95 600, as stated)');
    expect(plain).not.toContain('proxy');
  });

  test('shows in an incident as an error of the cold start, and a compute that stays awake prevents it', async () => {
    const args = ['incident', 'five.yaml', '--at', '20m', '--around', '10m'];
    const { out } = await runFull(args, scenarioWith(ADMISSION));
    const flat = out.replaceAll(/\n */g, ' ');
    expect(flat).toContain('4 connects refused by the proxy at a wake');
    expect(flat).toContain('4 times, at 00:20:00: the proxy refused a further client while the compute woke');
    expect(flat).toMatch(/The cheapest single change that prevents it[^:]*: sleep after 60m, not 5m\./);
  });

  test.each([
    [{ refused: '120%', for: '20s' }, 'assumptions.wakeAdmission.refused'],
    [{ refused: 2, for: '20s' }, 'assumptions.wakeAdmission.refused'],
    [{ refused: '50%' }, 'assumptions.wakeAdmission.for'],
    ['on', 'assumptions.wakeAdmission'],
  ])('as %j is a problem with its place', async (wakeAdmission, place) => {
    const { code, err } = await run(['simulate', 'five.yaml'], scenarioWith({ wakeAdmission }));
    expect(code).toBe(2);
    expect(err).toContain(place);
    expect(err).not.toContain('    at ');
  });
});
