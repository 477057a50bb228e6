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
    else expect(hatchedMs).toBeGreaterThanOrEqual(idleMs);
    expect(columns.atMs).toHaveLength(columns.usedVcpu.length);
  });

  test('says something of every time, in and around the run', async () => {
    const picture = runPicture(await run(source));
    const length = picture.untilMs - picture.fromMs;
    for (let share = -0.1; share < 1.1; share += 0.037) {
      const { size, client, used, bill } = atTime(picture, picture.fromMs + share * length);
      expect(size).toMatch(/CU|Asleep|Starting/);
      expect(client).toMatch(/^(A client|Queries|The compute|In this time:) .*\.$/);
      expect(used).toMatch(/^\d+\.\d\d vCPU used$/);
      expect(bill).toBeGreaterThanOrEqual(0);
    }
  });
});

describe('a run with too many changes to list', async () => {
  const SLEEPY = 'scenarios/side-project.yaml';
  const [many, sleepy] = await Promise.all([run(MANY), run(SLEEPY)]);

  test('shows the largest size of each later step', () => {
    const [compute] = many.computes;
    expect(compute?.timeline.omitted).toBeGreaterThan(0);
    const { steps, columns } = runPicture(many);
    const listedUntilMs = Date.parse(compute?.timeline.entries.at(-1)?.at ?? '');
    for (const [at, cu] of (compute?.timeSeries.mostCu ?? []).entries()) {
      const time = columns.atMs[at] as number;
      if (time >= listedUntilMs) expect(steps.findLast(({ atMs }) => atMs <= time)?.cu).toBe(cu);
    }
  });

  test('hatches the later steps in which the compute sleeps', () => {
    const [compute] = sleepy.computes;
    expect(compute?.timeline.omitted).toBeGreaterThan(0);
    const { asleep, columns, untilMs } = runPicture(sleepy);
    const listedUntilMs = Date.parse(compute?.timeline.entries.at(-1)?.at ?? '');
    const slept = compute?.timeSeries.leastCu.filter(
      (cu, at) => cu === 0 && (columns.atMs[at] as number) >= listedUntilMs,
    );
    const later = asleep.filter(({ fromMs }) => fromMs >= listedUntilMs);
    expect(later).toHaveLength(slept?.length ?? 0);
    expect(later.length).toBeGreaterThan(100);
    expect(Math.max(...asleep.map((one) => one.untilMs))).toBeLessThanOrEqual(untilMs);
  });

  test.each([
    ['in a time zone with half an hour', many],
    ['that sleeps', sleepy],
  ])('has the bill of each whole hour: %s', (_, simulation) => {
    const { bill } = runPicture(simulation);
    const all = simulation.hours.quarterCuMs.reduce((sum, one) => sum + one, 0);
    let sum = 0;
    for (const [at, from] of simulation.hours.from.entries()) {
      expect(bill.cost[at]).toBeCloseTo((simulation.totals.cost * sum) / all, 9);
      const local = new Date(bill.atMs[at] as number).toLocaleString('sv', { timeZone: simulation.timezone });
      expect(local.slice(0, 16).replace(' ', 'T')).toBe(from);
      sum += simulation.hours.quarterCuMs[at] as number;
    }
  });

  test('has a mark for every client that waited or met an error', async () => {
    const set = ['assumptions.start=3s', 'demand.0.client.connectTimeout=2s'];
    const simulation = await run(SLEEPY, set);
    expect(simulation.computes[0]?.wakes.omitted).toBeGreaterThan(0);
    const { waits, errors } = runPicture(simulation);
    const total = (counts: readonly number[]) => counts.reduce((sum, one) => sum + one, 0);
    const marked = (what: string) =>
      total([...waits, ...errors].filter((one) => one.what === what).map(({ clients }) => clients));
    const { held, timedOut, dropped } = simulation.hours;
    expect(total(timedOut)).toBeGreaterThan(1000);
    expect(marked('waited for a start')).toBe(total(held));
    expect(marked('gave up waiting for a start')).toBe(total(timedOut));
    expect(marked('lost a connection')).toBe(total(dropped));
  });
});

test('a connection that is dropped is an error', async () => {
  const simulation = await run('scenarios/weekly-release.yaml');
  const { errors, figures } = runPicture(simulation);
  const lost = errors.filter(({ what }) => what === 'lost a connection');
  expect(lost.reduce((sum, { clients }) => sum + clients, 0)).toBe(figures.dropped);
  expect(figures.dropped).toBeGreaterThan(0);
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
