import { expect, test } from 'vitest';
import type { PlanJob, PlannedJob } from '../../src/advisor/index.ts';
import type { PlanQueue } from '../../src/fleet/queue/plan-queue.ts';
import { queuePlanners } from '../../src/fleet/queue/queue-planners.ts';
import { resultText } from '../../src/fleet/results/result-text.ts';
import type { Results } from '../../src/fleet/results/results.ts';
import { askingHere } from './asking-here.ts';

const resultOf = (key: string) => resultText(key, {} as PlannedJob);

/** A queue and results in memory, with workers that plan every job when it is told to. */
function fleet() {
  const [results, jobs] = [new Map<string, string>(), new Set<string>()];
  const failed = new Map<string, string>();
  const planAll = () => {
    for (const key of jobs) {
      if (!failed.has(key)) results.set(key, resultOf(key));
      jobs.delete(key);
    }
  };
  const store: Results = {
    result: async (key) => results.get(key) ?? null,
    keepResult: async (key, text) => void results.set(key, text),
    present: async (keys) => new Set(keys.filter((key) => results.has(key))),
    job: async () => null,
    keepJob: async () => {},
    dropJob: async () => {},
    close: async () => {},
  };
  const queue: Pick<PlanQueue, 'add' | 'failed' | 'missing' | 'workers' | 'close'> = {
    add: async (key) => void jobs.add(key),
    failed: async () => failed,
    missing: async (keys) => keys.filter((key) => !jobs.has(key)),
    workers: async () => ({ ofThisVersion: 1, otherVersions: [] }),
    close: async () => {},
  };
  return { queue: queue as PlanQueue, store, planAll, jobs, failed };
}

const JOB = { simulation: 1 } as unknown as PlanJob;

test('all readers go on when there is room again', async () => {
  const { queue, store, planAll } = fleet();
  const planners = queuePlanners(
    { queue, results: store, notice: () => {}, workerCommand: '' },
    askingHere(),
  );
  const working = setInterval(planAll, 20);
  let next = 0;
  const planned: Promise<object | null>[] = [];
  const reader = async () => {
    while (next < 9000) planned.push((await planners.begin(`key-${next++}`, JOB)).planned);
  };
  await Promise.all(Array.from({ length: planners.readers }, reader));
  expect((await Promise.all(planned)).filter((one) => one !== null).length).toBe(9000);
  clearInterval(working);
  await planners.close();
});

test('a job that the queue has lost is added again, and a failed one is a problem', async () => {
  const { queue, store, planAll, jobs, failed } = fleet();
  const planners = queuePlanners(
    { queue, results: store, notice: () => {}, workerCommand: '' },
    askingHere(),
  );
  const lost = await planners.begin('lost', JOB);
  jobs.clear();
  const bad = await planners.begin('bad', JOB);
  failed.set('bad', 'it ended its process');
  await expect(bad.planned).rejects.toThrow('workers could not plan it: it ended its process');
  const working = setInterval(planAll, 20);
  expect(await lost.planned).toEqual({});
  clearInterval(working);
  await planners.close();
});

test('databases with equal jobs that are read at the same time share one', async () => {
  const { queue, store, planAll } = fleet();
  const planners = queuePlanners(
    { queue, results: store, notice: () => {}, workerCommand: '' },
    askingHere(),
  );
  const begun = await Promise.all([planners.begin('same', JOB), planners.begin('same', JOB)]);
  planAll();
  expect(await Promise.all(begun.map(({ planned }) => planned))).toEqual([{}, {}]);
  await planners.close();
});

test('a queue that refuses for a while is asked again', async () => {
  const { queue, store, planAll } = fleet();
  const told: string[] = [];
  let refusals = 4;
  const full = {
    ...queue,
    add: (key: string) =>
      refusals-- > 0 ? Promise.reject(new Error('OOM command not allowed')) : queue.add(key),
  } as PlanQueue;
  const planners = queuePlanners(
    { queue: full, results: store, notice: (text) => told.push(text), workerCommand: '' },
    askingHere(),
  );
  const { planned } = await planners.begin('key', JOB);
  planAll();
  expect(await planned).toEqual({});
  expect(told).toEqual(['the queue cannot be used (OOM command not allowed); trying again']);
  await planners.close();
});

test('jobs are dropped whose worker died after it had kept the plan, or that are kept again while it does', async () => {
  const { queue, store } = fleet();
  const kept = new Set(['of-a-dead-worker']);
  const racing: Results = {
    ...store,
    async keepJob(key) {
      await store.keepResult(key, resultOf(key));
      kept.add(key);
    },
    dropJob: async (key) => void kept.delete(key),
  };
  const planners = queuePlanners(
    { queue, results: racing, notice: () => {}, workerCommand: '' },
    askingHere(),
  );
  await store.keepResult('of-a-dead-worker', resultOf('of-a-dead-worker'));
  const begun = await Promise.all(['of-a-dead-worker', 'kept-again'].map((key) => planners.begin(key, JOB)));
  expect(begun.map(({ isKnown }) => isKnown)).toEqual([true, false]);
  expect(await Promise.all(begun.map(({ planned }) => planned))).toEqual([{}, {}]);
  expect([...kept]).toEqual([]);
  await planners.close();
});

test('an abort ends all waits, and says how many plans stay', async () => {
  const { queue, store } = fleet();
  const controller = new AbortController();
  const told: string[] = [];
  const asking = askingHere(controller.signal);
  const planners = queuePlanners(
    { queue, results: store, notice: (text) => told.push(text), workerCommand: '' },
    asking,
  );
  const { planned } = await planners.begin('key', JOB);
  controller.abort();
  expect(await planned).toBeNull();
  expect(told).toEqual(['plans left in the queue: 1; the same command waits for them again']);
  await planners.close();
});
