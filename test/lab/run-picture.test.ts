import { describe, expect, test } from 'vitest';
import { atTime } from '../../src/lab/picture/at-time.ts';
import { figureRows } from '../../src/lab/picture/figure-rows.ts';
import { runPicture } from '../../src/lab/picture/run-picture.ts';
import { type Source, simulate } from '../../src/library/tidemark.ts';

const run = async (source: Source, set: readonly string[] = []) =>
  simulate(source, { compare: false, set }, { threads: 1 });

const MANY = {
  horizon: '2d',
  timezone: 'Asia/Kolkata',
  compute: { min: 0.25, max: 4 },
  demand: [{ kind: 'load', vcpu: { low: 0, high: 3, peakAt: '12:00', noise: 1, noiseEvery: '30s' } }],
};

describe.each([
  ['poller', 'scenarios/poller.yaml'],
  ['sleeping', 'scenarios/side-project.yaml'],
  ['trace', 'scenarios/traces/office-week.jsonl'],
  ['many changes', MANY],
] as const)('the picture of a run: %s', (_, source) => {
  test('agrees with the answer that it is made of', async () => {
    const simulation = await run(source);
    const picture = runPicture(simulation);
    const [compute] = simulation.computes;
    const { steps, asleep, bill, range, columns } = picture;

    expect(bill.atMs.at(-1)).toBe(picture.untilMs);
    expect(bill.cost.at(-1)).toBeCloseTo(simulation.totals.cost, 9);
    expect([...bill.cost].sort((a, b) => a - b)).toEqual([...bill.cost]);
    expect([...bill.atMs].sort((a, b) => a - b)).toEqual([...bill.atMs]);

    expect(steps[0]?.atMs).toBe(picture.fromMs);
    for (const { cu } of steps) expect(cu === 0 || (cu >= range.minCu && cu <= range.maxCu)).toBe(true);
    const idleMs = compute?.life.states.find(({ state }) => state === 'idle')?.ms ?? 0;
    const hatchedMs = asleep.reduce((sum, { fromMs, untilMs }) => sum + untilMs - fromMs, 0);
    if (compute?.timeline.omitted === 0) expect(hatchedMs).toBe(idleMs);
    expect(columns.atMs).toHaveLength(columns.usedVcpu.length);
  });

  test('says something of every time, in and around the run', async () => {
    const picture = runPicture(await run(source));
    const length = picture.untilMs - picture.fromMs;
    for (let share = -0.1; share < 1.1; share += 0.037) {
      const { size, client, used, bill } = atTime(picture, picture.fromMs + share * length);
      expect(size).toMatch(/CU|Asleep|Starting/);
      expect(client).toMatch(/^(A client|Queries|\d+ clients) .*\.$/);
      expect(used).toMatch(/^\d+\.\d\d vCPU used$/);
      expect(bill).toBeGreaterThanOrEqual(0);
    }
  });
});

test('a run with too many changes shows the largest size of each later step', async () => {
  const simulation = await run(MANY);
  expect(simulation.computes[0]?.timeline.omitted).toBeGreaterThan(0);
  const { steps, listedUntilMs, untilMs } = runPicture(simulation);
  expect(listedUntilMs).toBeLessThan(untilMs);
  expect(steps.at(-1)?.atMs).toBeGreaterThan(listedUntilMs);
});

test('the cursor says which metric decided the size', async () => {
  const picture = runPicture(await run('scenarios/flash-crowd.yaml', ['max=2']));
  expect(atTime(picture, Date.parse('2026-03-04T12:30:00Z'))).toMatchObject({
    size: '2 CU',
    why: expect.stringContaining('the maximum holds it at 2 CU'),
    client: 'Queries wait for CPU in 100% of this time.',
  });
});

test('several computes are refused with words', async () => {
  const simulation = await run('scenarios/replicas.yaml');
  expect(() => runPicture(simulation)).toThrow('the lab shows one compute, and this scenario has');
});

test('figures name their difference from the pinned run, and whether it is better', async () => {
  const [a, b] = [
    runPicture(await run('scenarios/connection-storm.yaml', ['min=0.25', 'max=8'])),
    runPicture(await run('scenarios/connection-storm.yaml', ['min=1', 'max=8'])),
  ];
  const rows = new Map(figureRows(b, a).map((row) => [row.name, row]));
  expect(rows.get('Errors of clients')).toMatchObject({
    now: '0',
    difference: { words: expect.stringMatching(/^[\d,]+ less$/), isBetter: true },
  });
  expect(rows.get('Connection limit')?.difference?.isBetter).toBe(true);
  expect(rows.get('Cost a month')?.difference).toMatchObject({
    words: expect.stringMatching(/^\$[\d.]+ more$/),
    isBetter: false,
  });
  expect(rows.get('Cold starts a day')?.difference).toBeNull();
  expect(figureRows(a, null).every(({ pinned, difference }) => pinned === null && difference === null)).toBe(
    true,
  );
});
